"""What holds for a while: how long it holds, when it begins, when it is over."""

from typing import TypeVar

from msgspec.structs import replace

from companion.games.mechamancers.pack import Effect
from companion.games.mechamancers.rules.standing import ended_raise, raised_shield
from companion.games.mechamancers.state import Boost, GameStory, Lasting, Mech, State, Until
from companion.kit.say import name_of
from companion.kit.seats import with_player

Timed = TypeVar("Timed", Boost, Lasting)


def until(effect: Effect) -> Until:
    """Something that does not say how long it holds, holds for the turn."""
    match effect.lasts:
        case "round" | "next_round" | "next_attack":
            return effect.lasts
        case _:
            return "turn"


def promise(story: GameStory, seat: str, effect: Effect) -> None:
    """A way past shields or blockers, another price, a phase to be passed over."""
    match effect.do:
        case "pierce":
            lasting = Lasting("pierce", until(effect), part=effect.what)
        case "change_cost":
            lasting = Lasting("cost", until(effect), effect.n, effect.type)
        case _:
            lasting = Lasting("skip", until(effect), part=effect.phase)
    key = f"mm.log.lasting_{lasting.what}"
    state = _with_lasting(story.state, seat, lasting)
    story.tell(state, key, about=(seat,), seat=name_of(seat), n=lasting.n)


def raise_shield(story: GameStory, seat: str, effect: Effect) -> None:
    held = "round" if effect.lasts == "instant" else until(effect)
    state = _with_lasting(story.state, seat, Lasting("shield", held, effect.n))
    if held != "next_round":
        state = raised_shield(state, seat, effect.n)
    now = state.players[seat].base_shield_now
    story.tell(state, "mm.log.shield_now", about=(seat,), seat=name_of(seat), n=now)


def _with_lasting(state: State, seat: str, lasting: Lasting) -> State:
    return with_player(state, seat, lasting=(*state.players[seat].lasting, lasting))


def end_of(story: GameStory, *ends: Until) -> None:
    """Whatever holds only until now is over: of mechs and of players."""
    state = story.state
    for seat, player in state.players.items():
        for last in player.lasting:
            if last.what == "shield" and last.until in ends and last.n > 0:
                state = ended_raise(state, seat, last.n)
        state = _without(state, seat, ends)
    story.keep(state)


def _without(state: State, seat: str, ends: tuple[Until, ...]) -> State:
    player = state.players[seat]
    boosted = {slot: mech for slot, mech in player.field.items() if mech.boosts}
    if not boosted and not player.lasting:
        return state
    lasting = tuple(last for last in player.lasting if last.until not in ends)
    field = {slot: _mech_without(mech, ends) for slot, mech in boosted.items()}
    return with_player(state, seat, lasting=lasting, field={**player.field, **field})


def _mech_without(mech: Mech, ends: tuple[Until, ...]) -> Mech:
    return replace(mech, boosts=tuple(boost for boost in mech.boosts if boost.until not in ends))


def next_round_begins(state: State) -> State:
    """What was promised for the next round holds from now on, for the round."""
    for seat, player in state.players.items():
        boosted = {slot: mech for slot, mech in player.field.items() if mech.boosts}
        if boosted or player.lasting:
            lasting = tuple(_from_now(last) for last in player.lasting)
            field = {slot: _mech_from_now(mech) for slot, mech in boosted.items()}
            state = with_player(state, seat, lasting=lasting, field={**player.field, **field})
    return state


def _mech_from_now(mech: Mech) -> Mech:
    return replace(mech, boosts=tuple(_from_now(boost) for boost in mech.boosts))


def _from_now(thing: Timed) -> Timed:
    return replace(thing, until="round") if thing.until == "next_round" else thing
