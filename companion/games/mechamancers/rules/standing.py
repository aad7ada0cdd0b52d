"""What mechs give by merely standing there: shields and stores against damage, given once, ended
with the giver.
"""

from typing import NamedTuple

from msgspec.structs import replace

from companion.games.mechamancers.pack import Effect
from companion.games.mechamancers.rules.figures import concerns, passives, reaches
from companion.games.mechamancers.state import (
    Boost,
    GameStory,
    Mech,
    State,
    standing,
    with_mech,
)
from companion.kit.say import name_of
from companion.kit.seats import with_player


def settle_passives(story: GameStory) -> None:
    """After a mech came or went: what standing mechs give is given, or ends."""
    given = passives(story.state)
    shields = [(owner, effect) for owner, _, effect in given if effect.do == "add_base_shield"]
    for seat in story.state.players:
        _settle_shield(story, seat, shields)
    _settle_stores(story)


def _settle_shield(story: GameStory, seat: str, shields: list[tuple[str, Effect]]) -> None:
    state = story.state
    shield = 0
    for owner, effect in shields:
        if concerns(state, effect, owner, seat):
            shield += max(0, effect.n)
    more = shield - state.players[seat].passive_shield
    if not more:
        return
    state = raised_shield(state, seat, more) if more > 0 else ended_raise(state, seat, -more)
    state = with_player(state, seat, passive_shield=shield)
    now = state.players[seat].base_shield_now
    story.tell(state, "mm.log.shield_now", about=(seat,), seat=name_of(seat), n=now)


class Giver(NamedTuple):
    """A standing mech that gives stores against damage."""

    owner: str
    slot: str
    effect: Effect

    @property
    def source(self) -> str:
        return f"{self.owner}:{self.slot}:{self.effect.n}"


def _settle_stores(story: GameStory) -> None:
    given = passives(story.state)
    givers = [Giver(*one) for one in given if one[2].do == "prevent_damage"]
    for seat in story.state.players:
        for at, mech in standing(story.state.players[seat]):
            boosts = _settled_boosts(story.state, givers, seat, at, mech)
            if boosts != mech.boosts:
                story.keep(with_mech(story.state, seat, at, replace(mech, boosts=boosts)))


def _settled_boosts(
    state: State, givers: list[Giver], seat: str, at: str, mech: Mech
) -> tuple[Boost, ...]:
    due: dict[str, int] = {}
    for giver in givers:
        if reaches(state, giver.effect, giver.owner, giver.slot, seat, at):
            due[giver.source] = giver.effect.n
    kept = tuple(b for b in mech.boosts if b.until != "field" or b.source in due)
    had = {boost.source for boost in kept if boost.until == "field"}
    missing = [source for source in due if source not in had]
    fresh = tuple(Boost("prevent", due[source], "field", source) for source in missing)
    return (*kept, *fresh)


def raised_shield(state: State, seat: str, n: int) -> State:
    """Raises (or lowers, not below zero) a base shield, against every opponent."""
    player = state.players[seat]
    left = {foe: max(0, cell + n) for foe, cell in player.shield_left.items()}
    now = max(0, player.base_shield_now + n)
    return with_player(state, seat, base_shield_now=now, shield_left=left)


def ended_raise(state: State, seat: str, n: int) -> State:
    """The shield falls back; what is left of it is capped, not lowered."""
    player = state.players[seat]
    now = max(0, player.base_shield_now - n)
    left = {foe: min(cell, now) for foe, cell in player.shield_left.items()}
    return with_player(state, seat, base_shield_now=now, shield_left=left)
