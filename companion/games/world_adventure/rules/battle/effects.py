"""What hero skills and purple Rune Powers do in a battle, primitive by primitive."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.world_adventure.pack.effects import Effect
from companion.games.world_adventure.rules.changes import (
    battle_of,
    log,
    push,
    put_battle,
    put_side,
    side_of,
)
from companion.games.world_adventure.rules.possessions import put_soldier, soldier_in
from companion.games.world_adventure.state import Buff, Frame, GameStory, Unit


def apply_in_battle(
    story: GameStory, seat: str, effect: Effect, source: str, number: int = 0
) -> None:
    """Whatever is no matter of battle is done as outside of it."""
    doing = _DOING.get(effect.kind)
    if doing is not None:
        doing(story, seat, effect)
        log(story, f"fight_{effect.kind}", seat, n=effect.n)
    elif source.startswith("powers:"):
        push(story, Frame("X1", seat, source, number))
    else:
        push(story, Frame("KH", seat, effect.text or effect.kind))


def _buff(story: GameStory, seat: str, effect: Effect) -> None:
    at, side = side_of(story.state, seat)
    put_side(
        story,
        at,
        buffs=(*side.buffs, Buff(effect.kind, effect.n, effect.who, max(1, effect.rounds))),
    )


def _damage(story: GameStory, seat: str, effect: Effect) -> None:
    battle = battle_of(story.state)
    if battle.kind != "unit":
        put_battle(story, hp=max(0, battle.hp - effect.n))
        return
    at = 1 - side_of(story.state, seat)[0]
    for _ in range(effect.n):
        unit = weakest(battle_of(story.state).sides[at].units)
        if unit is not None:
            hurt(story, at, unit.id, 1)


def weakest(units: tuple[Unit, ...], pips: int = 0) -> Unit | None:
    """The active soldier with the fewest hit points left that these pips can hit, lowest slot on a
    tie, hero last.
    """
    standing = [unit for unit in units if unit.active]
    soldiers = [unit for unit in standing if unit.id != "hero"]
    able = [unit for unit in (soldiers or standing) if pips <= unit.accuracy]
    return min(able, key=lambda unit: unit.hp - unit.damage, default=None)


def hurt(story: GameStory, at: int, unit_id: str, points: int) -> None:
    """Damage to one unit; a soldier of a player without hit points lies down at once."""
    side = battle_of(story.state).sides[at]
    units = tuple(
        replace(unit, damage=min(unit.hp, unit.damage + points)) if unit.id == unit_id else unit
        for unit in side.units
    )
    put_side(story, at, units=units)
    fallen = next(unit for unit in units if unit.id == unit_id)
    if not fallen.active and unit_id != "hero" and side.who in story.state.players:
        put_soldier(story, side.who, int(unit_id), condition="fainted")


def _faint(story: GameStory, seat: str, effect: Effect) -> None:
    if battle_of(story.state).kind != "unit":
        return
    at = 1 - side_of(story.state, seat)[0]
    for _ in range(effect.n):
        soldiers = tuple(
            unit for unit in battle_of(story.state).sides[at].units if unit.id != "hero"
        )
        unit = weakest(soldiers)
        if unit is not None:
            hurt(story, at, unit.id, unit.hp)


def _shield(story: GameStory, seat: str, effect: Effect) -> None:
    at, side = side_of(story.state, seat)
    put_side(story, at, shield=side.shield + effect.n)


def _heal_unit(story: GameStory, seat: str, effect: Effect) -> None:
    """Fainted soldiers who joined this battle stand again."""
    for _ in range(effect.n):
        at, side = side_of(story.state, seat)
        fallen = next((unit for unit in side.units if not unit.active and unit.id != "hero"), None)
        if fallen is None or soldier_in(story.state, seat, int(fallen.id)) is None:
            return
        put_side(
            story, at, units=tuple(replace(u, damage=0) if u is fallen else u for u in side.units)
        )
        put_soldier(story, seat, int(fallen.id), condition="active")


def _heal_hp(story: GameStory, seat: str, effect: Effect) -> None:
    at, side = side_of(story.state, seat)
    worst = max(
        (unit for unit in side.units if unit.active), key=lambda unit: unit.damage, default=None
    )
    if worst is not None:
        healed = replace(worst, damage=max(0, worst.damage - effect.n))
        put_side(story, at, units=tuple(healed if unit is worst else unit for unit in side.units))


def _reroll(story: GameStory, seat: str, effect: Effect) -> None:
    at, side = side_of(story.state, seat)
    put_side(story, at, rerolls=side.rerolls + effect.n)


def _chase(story: GameStory, _seat: str, effect: Effect) -> None:
    put_battle(story, chase=battle_of(story.state).chase + effect.n)


def _barrier(story: GameStory, _seat: str, effect: Effect) -> None:
    put_battle(story, barrier=battle_of(story.state).barrier + effect.n)


def _retreat(story: GameStory, seat: str, _effect: Effect) -> None:
    push(story, Frame("KF", seat))


_DOING: dict[str, Callable[[GameStory, str, Effect], None]] = {
    "extra_strike": _buff,
    "add_attack": _buff,
    "accuracy": _buff,
    "damage": _damage,
    "faint": _faint,
    "shield": _shield,
    "heal_unit": _heal_unit,
    "heal_hp": _heal_hp,
    "reroll": _reroll,
    "chase": _chase,
    "barrier": _barrier,
    "retreat_success": _retreat,
}
