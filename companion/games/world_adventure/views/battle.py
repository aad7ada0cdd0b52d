"""The Battle Arena as the tablet draws it: both sides with their dice, hit points and needed
numbers. Drawing only.
"""

from companion.games.world_adventure.rules.asking import unit_say
from companion.games.world_adventure.rules.cards import find, title
from companion.games.world_adventure.rules.changes import who
from companion.games.world_adventure.state import Battle, Side, State, Unit
from companion.kit.say import say
from companion.kit.trackers import CardFace, Cards, Counter, Gauge, Tracker


def arena(state: State, battle: Battle) -> list[Tracker]:
    trackers: list[Tracker] = [_side(side, at) for at, side in enumerate(battle.sides)]
    if battle.kind == "unit":
        return trackers
    kind = f"{battle.kind}s"
    full = find(state, kind, battle.card).hp
    trackers.insert(
        0,
        Gauge(
            id="enemy",
            say=say("wa.tracker.enemy", card=title(state, kind, battle.card), n=battle.accuracy),
            value=battle.hp,
            most=max(full, battle.hp),
            size=2,
            handle="battle_hp",
        ),
    )
    name = "chase" if battle.kind == "merchant" else "barrier"
    left = getattr(battle, name)
    trackers.append(
        Counter(
            id=f"battle_{name}",
            say=say(f"wa.tracker.battle_{name}"),
            value=left,
            handle=f"battle_{name}",
        )
    )
    return trackers


def _side(side: Side, at: int) -> Cards:
    cards = tuple(_unit(side, unit) for unit in side.units)
    return Cards(id=f"side:{at}", say=say("wa.tracker.side", who=who(side.who)), cards=cards)


def _unit(side: Side, unit: Unit) -> CardFace:
    pips = side.dice.get(unit.id)
    figures: tuple[tuple[str, int | str], ...] = (
        ("health", unit.hp - unit.damage),
        ("hit_by", f"1–{unit.accuracy}"),
    )
    return CardFace(
        unit.id,
        unit_say(unit.id),
        colour=unit.die,
        badge=f"Lv{unit.level}",
        glyph=str(pips) if pips is not None else "",
        figures=figures,
        turn=0 if unit.active else 1,
        faded=not unit.active,
    )
