"""Blows against a base: the shield takes what it can, each point beyond moves a victory point."""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.rules.goods import move_vp
from companion.games.mechamancers.state import GameStory, State
from companion.kit.say import name_of
from companion.kit.seats import with_player


def hit_base(
    story: GameStory, attacker: str, defender: str, n: int, *, pierced: bool = False
) -> None:
    if n <= 0:
        return
    absorbed = 0 if pierced else _wear_down(story, attacker, defender, n)
    points = n - absorbed
    if points:
        take_vp(story, attacker, defender, points)
    else:
        words: dict[str, Any] = {"seat": name_of(defender), "n": n}
        about = (defender, attacker)
        story.tell(story.state, "mm.log.absorbed", about=about, sound="shield", **words)


def _wear_down(story: GameStory, attacker: str, defender: str, n: int) -> int:
    """Returns how much the shield took. With single_hit the rest of it is lost after the first
    blow.
    """
    state = story.state
    player = state.players[defender]
    shield = player.shield_left.get(attacker, 0)
    absorbed = min(shield, n)
    left = 0 if state.options["base_shield_mode"] == "single_hit" else shield - absorbed
    shield_left = {**player.shield_left, attacker: left}
    hits = {**player.hits, attacker: (*player.hits.get(attacker, ()), n)}
    state = with_player(state, defender, shield_left=shield_left, hits=hits)
    if left != shield:
        words: dict[str, Any] = {"defender": name_of(defender), "attacker": name_of(attacker)}
        story.tell(state, "mm.log.shield_worn", about=(defender,), n=absorbed, left=left, **words)
    else:
        story.keep(state)
    return absorbed


def take_vp(story: GameStory, attacker: str, defender: str, points: int) -> None:
    """From the defender as far as there are any, or from the supply: as the table plays it."""
    options = story.state.options
    if options["vp_source"] == "supply":
        _from_supply(story, attacker, points)
        return
    moved = move_vp(story, defender, attacker, points)
    if options["vp_shortfall"] == "topped_up" and moved < points:
        _from_supply(story, attacker, points - moved)
    elif moved == 0:
        about = (defender, attacker)
        story.tell(story.state, "mm.log.nothing_to_take", about=about, seat=name_of(defender))


def _from_supply(story: GameStory, seat: str, n: int) -> None:
    state = with_player(story.state, seat, vp=story.state.players[seat].vp + n)
    state = replace(state, vp_supply=state.vp_supply - n)
    story.tell(state, "mm.log.vp_from_supply", about=(seat,), sound="vp", n=n, seat=name_of(seat))


def through(mode: int | str, shield: int, hits: tuple[int, ...]) -> tuple[int, int]:
    """What such a shield would have let pass of these blows, and what would be left of it."""
    passed, left = 0, shield
    for n in hits:
        passed += max(0, n - left)
        left = 0 if mode == "single_hit" else max(0, left - n)
    return passed, left


def full_shield(state: State, seat: str, shield: int) -> dict[str, int]:
    """The same shield against every opponent."""
    return {foe: shield for foe in state.players if foe != seat}
