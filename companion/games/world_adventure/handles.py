"""What people may set by hand: every number and place the table can see. What follows is in
rules/by_hand.py.
"""

from collections.abc import Iterator

from companion.games.world_adventure.pack.atlas import atlas
from companion.games.world_adventure.rules.asking import nation_name, territory_say, unit_say
from companion.games.world_adventure.rules.by_hand import follow_adjustment
from companion.games.world_adventure.rules.constants import EXP_MOST, GOLD_MOST
from companion.games.world_adventure.rules.refusals import refused
from companion.games.world_adventure.rules.runes import objective_say
from companion.games.world_adventure.state import (
    GOODS,
    HUNTERS,
    MONSTERS,
    STATUSES,
    TOKENS,
    UPGRADES,
    Battle,
    GameStory,
    State,
)
from companion.games.world_adventure.steps import settle
from companion.kit.game import Handle
from companion.kit.say import Say, Value, name_of, say

RANGE = "WA-R38"
_CARD_NUMBERS = {
    "merchants": ("hp", "accuracy", "exp", "cargo_dice", "loot_dice"),
    "monsters": ("hp", "accuracy", "retreat", "exp", "cargo_dice", "loot_dice"),
}


def handles(state: State) -> tuple[Handle, ...]:
    found = [*_table(state), *_map(state), *_draft(state)]
    for seat in state.players:
        found += _player(state, seat)
    if state.battle is not None:
        found += _battle(state, state.battle)
    return tuple(found)


def _number(
    name: str, path: tuple[str | int, ...], what: Say, most: int | None = None, **more: object
) -> Handle:
    return Handle(name, path, what, most=most, code=RANGE, **more)  # type: ignore[arg-type]


def _table(state: State) -> Iterator[Handle]:
    for name, most in (
        ("needs_fulfilled", None),
        ("merchant_x_total", None),
        ("monster_x_total", None),
    ):
        yield _number(name, (name,), say(f"wa.tracker.{name}"), most)
    yield _number(
        "track_markers", ("track_markers",), say("wa.tracker.track_markers"), TOKENS, least=1
    )
    yield _number("month", ("month",), say("wa.tracker.month"), least=1)
    yield _number("stage_lv", ("stage_lv",), say("wa.tracker.stage_lv"), 3, least=1)
    seats = tuple(state.players)
    for at in range(len(seats)):
        yield Handle(
            f"turn_order:{at + 1}",
            ("turn_order", at),
            say("wa.tracker.turn_place", n=at + 1),
            words=seats,
        )
        yield Handle(
            f"wanted_order:{at + 1}",
            ("wanted_order", at),
            say("wa.tracker.wanted_place", n=at + 1),
            words=seats,
        )
    if state.active:
        for name in ("moves", "actions"):
            yield _number(name, ("turn", name), say(f"wa.tracker.{name}"), 9)


def _map(state: State) -> Iterator[Handle]:
    drawn = atlas(state.pack)
    anywhere = ("", *drawn.cities, *drawn.outer)
    for nation in state.need:
        what = say("wa.tracker.need", nation=nation_name(state, nation))
        yield Handle(f"need:{nation}", ("need", nation), what, words=("", *GOODS))
    for kind in ("merchant_x", "monster_x"):
        for at in range(TOKENS):
            yield Handle(
                f"{kind}:{at + 1}",
                (kind, at),
                say(f"wa.tracker.{kind}_token", n=at + 1),
                words=anywhere,
            )
    for name in HUNTERS:
        yield Handle(name, (name, "territory"), say(f"wa.npc.{name}"), words=anywhere)
    for name in MONSTERS:
        if getattr(state, name).territory:
            yield Handle(name, (name, "territory"), say(f"wa.npc.{name}"), words=anywhere)
    for at, piece in enumerate(state.legendaries):
        yield Handle(
            f"legendary:{piece.card}",
            ("legendaries", at, "territory"),
            say("wa.npc.legendary"),
            words=drawn.outer,
        )


def _draft(state: State) -> Iterator[Handle]:
    """What the table told us of the board may have been wrong."""
    for kind in ("touch", "merchant", "monster"):
        for key in getattr(state.learned, kind):
            spots = tuple(territory_say(state, spot) for spot in key.split("|"))
            what = say(f"wa.tracker.draft_{kind}", spots=spots)
            yield Handle(f"draft_{kind}:{key}", ("learned", kind, key), what, words=("yes", "no"))
    for key in state.learned.bounty:
        yield _number(
            f"draft_bounty:{key}",
            ("learned", "bounty", key),
            say("wa.tracker.bounty", n=int(key)),
            GOLD_MOST,
        )


def _player(state: State, seat: str) -> Iterator[Handle]:
    one, path, who = state.players[seat], ("players", seat), name_of(seat)
    limits = {"gold": GOLD_MOST, "hero_exp": EXP_MOST, "wanted": state.pack.wanted_max, **UPGRADES}
    limits |= {"legendary_items": 9, "legendary_defeated": 9, **dict.fromkeys(STATUSES, 5)}
    for name, most in limits.items():
        yield _number(
            f"{name}:{seat}", (*path, name), say(f"wa.tracker.{name}", who=who), most, seat=seat
        )
    what = say("wa.tracker.hero_level", who=who)
    yield _number(f"hero_level:{seat}", (*path, "hero_level"), what, 2, least=1, seat=seat)
    for good in GOODS:
        what = say("wa.tracker.good", who=who, good=say(f"wa.good.{good}"))
        yield _number(f"{good}:{seat}", (*path, "goods", good), what, len(state.seats), seat=seat)
    for name in one.runes:
        what = say("wa.tracker.rune", who=who, objective=objective_say(name))
        yield Handle(
            f"rune:{name}:{seat}", (*path, "runes", name), what, most=1, seat=seat, code="WA-R32"
        )
    if one.territory:
        spots = (*atlas(state.pack).cities, *atlas(state.pack).outer)
        yield Handle(
            f"territory:{seat}",
            (*path, "territory"),
            say("wa.tracker.territory", who=who),
            words=spots,
            seat=seat,
        )
    yield from _clan(state, seat)
    for at, held in enumerate(one.powers):
        what = say("wa.tracker.power_uses", who=who)
        yield _number(
            f"uses:{held.card}:{seat}", (*path, "powers", at, "uses"), what, 9, least=1, seat=seat
        )


def _clan(state: State, seat: str) -> Iterator[Handle]:
    who = name_of(seat)
    for at, soldier in enumerate(state.players[seat].soldiers):
        path, end = ("players", seat, "soldiers", at), f"{soldier.slot}:{seat}"
        values: dict[str, Value] = {"who": who, "n": soldier.slot}
        yield _number(
            f"slot:{end}", (*path, "slot"), Say("wa.tracker.slot", values), 5, least=1, seat=seat
        )
        yield _number(
            f"level:{end}", (*path, "level"), Say("wa.tracker.level", values), 2, least=1, seat=seat
        )
        yield _number(
            f"exp:{end}", (*path, "exp"), Say("wa.tracker.exp", values), EXP_MOST, seat=seat
        )
        words = ("active", "fainted")
        yield Handle(
            f"condition:{end}",
            (*path, "condition"),
            Say("wa.tracker.condition", values),
            words=words,
            seat=seat,
        )


def _battle(state: State, battle: Battle) -> Iterator[Handle]:
    for name in ("hp", "accuracy", "retreat", "chase", "barrier"):
        if battle.kind != "unit":
            least = 1 if name == "hp" else 0
            yield _number(
                f"battle_{name}",
                ("battle", name),
                say(f"wa.tracker.battle_{name}"),
                99,
                least=least,
            )
    words = ("", "won", "lost", "retreated", "nothing")
    yield Handle("battle_end", ("battle", "agreed"), say("wa.tracker.battle_end"), words=words)
    for at, side in enumerate(battle.sides):
        for number, unit in enumerate(side.units):
            if not unit.active:
                continue
            path = ("battle", "sides", at, "units", number, "damage")
            what = say("wa.tracker.damage", unit=unit_say(unit.id))
            yield _number(f"damage:{unit.id}:{side.who}", path, what, unit.hp - 1)
    yield from _card(state, battle)


def _card(state: State, battle: Battle) -> Iterator[Handle]:
    """The numbers of the card being fought: set here they hold from now on, in the battle itself by
    the ones above.
    """
    kind = f"{battle.kind}s"
    if kind not in _CARD_NUMBERS:
        return
    taught = battle.card in getattr(state.learned, kind)
    shelf = getattr(state.pack, kind)
    at = next((at for at, card in enumerate(shelf) if card.id == battle.card), None)
    path = ("learned", kind, battle.card) if taught else ("pack", kind, at if at is not None else 0)
    for name in _CARD_NUMBERS[kind]:
        least = 1 if name == "hp" else 0
        most = 6 if name in ("accuracy", "retreat") else 99
        yield _number(
            f"card_{name}", (*path, name), say(f"wa.tracker.card_{name}"), most, least=least
        )


def adjusted(story: GameStory, handle: Handle, _confirmed: bool) -> None:
    if story.state.winner:
        raise refused("over")
    follow_adjustment(story, handle)
    settle(story)
