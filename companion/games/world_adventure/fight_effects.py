"""What hero skills and purple Rune Powers do in a battle, primitive by primitive."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.world_adventure.pack import Effect
from companion.games.world_adventure.purse import put_soldier, soldier_in
from companion.games.world_adventure.state import Buff, Frame, Unit
from companion.games.world_adventure.tale import (
    Tale,
    battle_of,
    log,
    push,
    put_battle,
    put_side,
    side_of,
)


def apply_in_battle(tale: Tale, seat: str, effect: Effect, source: str, number: int = 0) -> None:
    """Whatever is no matter of battle is done as outside of it."""
    doing = _DOING.get(effect.kind)
    if doing is not None:
        doing(tale, seat, effect)
        log(tale, f"fight_{effect.kind}", seat, n=effect.n)
    elif source.startswith("powers:"):
        push(tale, Frame("X1", seat, source, number))
    else:
        push(tale, Frame("KH", seat, effect.text or effect.kind))


def _buff(tale: Tale, seat: str, effect: Effect) -> None:
    at, side = side_of(tale.state, seat)
    put_side(
        tale,
        at,
        buffs=(*side.buffs, Buff(effect.kind, effect.n, effect.who, max(1, effect.rounds))),
    )


def _damage(tale: Tale, seat: str, effect: Effect) -> None:
    battle = battle_of(tale.state)
    if battle.kind != "unit":
        put_battle(tale, hp=max(0, battle.hp - effect.n))
        return
    at = 1 - side_of(tale.state, seat)[0]
    for _ in range(effect.n):
        unit = weakest(battle_of(tale.state).sides[at].units)
        if unit is not None:
            hurt(tale, at, unit.id, 1)


def weakest(units: tuple[Unit, ...], pips: int = 0) -> Unit | None:
    """The active soldier with the fewest hit points left that these pips can hit, lowest slot on a
    tie, hero last.
    """
    standing = [unit for unit in units if unit.active]
    soldiers = [unit for unit in standing if unit.id != "hero"]
    able = [unit for unit in (soldiers or standing) if pips <= unit.accuracy]
    return min(able, key=lambda unit: unit.hp - unit.damage, default=None)


def hurt(tale: Tale, at: int, unit_id: str, points: int) -> None:
    """Damage to one unit; a soldier of a player without hit points lies down at once."""
    side = battle_of(tale.state).sides[at]
    units = tuple(
        replace(unit, damage=min(unit.hp, unit.damage + points)) if unit.id == unit_id else unit
        for unit in side.units
    )
    put_side(tale, at, units=units)
    fallen = next(unit for unit in units if unit.id == unit_id)
    if not fallen.active and unit_id != "hero" and side.who in tale.state.players:
        put_soldier(tale, side.who, int(unit_id), condition="fainted")


def _faint(tale: Tale, seat: str, effect: Effect) -> None:
    if battle_of(tale.state).kind != "unit":
        return
    at = 1 - side_of(tale.state, seat)[0]
    for _ in range(effect.n):
        soldiers = tuple(
            unit for unit in battle_of(tale.state).sides[at].units if unit.id != "hero"
        )
        unit = weakest(soldiers)
        if unit is not None:
            hurt(tale, at, unit.id, unit.hp)


def _shield(tale: Tale, seat: str, effect: Effect) -> None:
    at, side = side_of(tale.state, seat)
    put_side(tale, at, shield=side.shield + effect.n)


def _heal_unit(tale: Tale, seat: str, effect: Effect) -> None:
    """Fainted soldiers who joined this battle stand again."""
    for _ in range(effect.n):
        at, side = side_of(tale.state, seat)
        fallen = next((unit for unit in side.units if not unit.active and unit.id != "hero"), None)
        if fallen is None or soldier_in(tale.state, seat, int(fallen.id)) is None:
            return
        put_side(
            tale, at, units=tuple(replace(u, damage=0) if u is fallen else u for u in side.units)
        )
        put_soldier(tale, seat, int(fallen.id), condition="active")


def _heal_hp(tale: Tale, seat: str, effect: Effect) -> None:
    at, side = side_of(tale.state, seat)
    worst = max(
        (unit for unit in side.units if unit.active), key=lambda unit: unit.damage, default=None
    )
    if worst is not None:
        healed = replace(worst, damage=max(0, worst.damage - effect.n))
        put_side(tale, at, units=tuple(healed if unit is worst else unit for unit in side.units))


def _reroll(tale: Tale, seat: str, effect: Effect) -> None:
    at, side = side_of(tale.state, seat)
    put_side(tale, at, rerolls=side.rerolls + effect.n)


def _chase(tale: Tale, _seat: str, effect: Effect) -> None:
    put_battle(tale, chase=battle_of(tale.state).chase + effect.n)


def _barrier(tale: Tale, _seat: str, effect: Effect) -> None:
    put_battle(tale, barrier=battle_of(tale.state).barrier + effect.n)


def _retreat(tale: Tale, seat: str, _effect: Effect) -> None:
    push(tale, Frame("KF", seat))


_DOING: dict[str, Callable[[Tale, str, Effect], None]] = {
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
