"""What the table has still to do with its hands: cards to be turned or taken away."""

from msgspec.structs import replace

from companion.games.mechamancers.pack import title
from companion.games.mechamancers.rules.asking import ask_id
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.refusals import forbid
from companion.games.mechamancers.state import (
    GameStep,
    GameStory,
    Gone,
    Player,
    State,
    mech_card,
    standing,
    with_mech,
)
from companion.kit.asks import Ready
from companion.kit.memo import by_identity
from companion.kit.say import Say, name_of, say
from companion.kit.steps import PlainStep, Reply, Step


@by_identity
def slots_to_turn(player: Player) -> tuple[str, ...]:
    return tuple(slot for slot, mech in standing(player) if mech.turning)


def to_turn(state: State) -> list[tuple[str, str]]:
    """The living mechs whose cards the table has still to turn."""
    found: list[tuple[str, str]] = []
    for seat, player in state.players.items():
        found += [(seat, slot) for slot in slots_to_turn(player)]
    return found


def unconfirmed(state: State) -> bool:
    return bool(state.gone) or any(map(slots_to_turn, state.players.values()))


def check_confirmed(story: GameStory) -> None:
    """No card may still lie in the wrong way or in a slot it has left."""
    turned = to_turn(story.state)
    if turned:
        seat, slot = turned[0]
        mech = story.state.players[seat].field[slot]
        words = _spot(story.state, seat, mech.card, slot)
        forbid(story, True, "E_ROT_PENDING", quarter=mech.d % 4, **words)
    if story.state.gone:
        gone = story.state.gone[0]
        words = _spot(story.state, gone.seat, gone.card, gone.slot)
        forbid(story, True, "E_DEAD_ON_FIELD", **words)


def _spot(state: State, seat: str, card: str, slot: str) -> dict[str, object]:
    return {"seat": name_of(seat), "mech": title(mech_card(state, card)), "slot": slot}


def ok_asks(state: State) -> tuple[Ready, ...]:
    """One OK for everything that is to be turned or taken away."""
    if not unconfirmed(state):
        return ()
    return (Ready(id=ask_id(state, "ok"), say=say("mm.ask.ok"), lines=pending_lines(state)),)


def pending_lines(state: State) -> tuple[Say, ...]:
    turned = tuple(_turn_line(state, seat, slot) for seat, slot in to_turn(state))
    taken = tuple(_gone_line(state, gone) for gone in state.gone)
    return turned + taken


def _turn_line(state: State, seat: str, slot: str) -> Say:
    mech = state.players[seat].field[slot]
    key = "mm.pending.turn" if mech.turning > 0 else "mm.pending.turn_back"
    return say(key, n=abs(mech.turning), quarter=mech.d % 4, **named(state, f"{seat}:{slot}"))


def _gone_line(state: State, gone: Gone) -> Say:
    key = "mm.pending.to_hand" if gone.to == "hand" else _discard_key(state, gone.card)
    mech = title(mech_card(state, gone.card))
    return say(key, seat=name_of(gone.seat), slot=gone.slot, mech=mech)


def _discard_key(state: State, card: str) -> str:
    """Four health have no corner for a death mark: that card is taken away without turning it."""
    unturned = mech_card(state, card).max_health == 4
    return "mm.pending.discard_unturned" if unturned else "mm.pending.discard"


def _take_ok(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    story.tell(confirmed(story.state), "mm.log.confirmed")


def confirmed(state: State) -> State:
    for seat, slot in to_turn(state):
        mech = state.players[seat].field[slot]
        state = with_mech(state, seat, slot, replace(mech, turning=0))
    return replace(state, gone=())


STEPS: dict[str, GameStep] = {"ok": Step(take=_take_ok)}
