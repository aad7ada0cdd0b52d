"""What must hold after every answer and in every position, by name; a position that breaks one is
refused.
"""

from collections.abc import Iterator
from itertools import chain

from companion.games.world_adventure.pack.atlas import atlas, is_city
from companion.games.world_adventure.pack.cards import Event, RunePower
from companion.games.world_adventure.pack.contents import Pack
from companion.games.world_adventure.rules.cards import find
from companion.games.world_adventure.rules.constants import (
    EXP_MOST,
    GOLD_MOST,
    STALLS_MOST,
    STATUS_FREE_MOST,
    STATUS_MOST,
)
from companion.games.world_adventure.rules.possessions import aboard, capacity
from companion.games.world_adventure.rules.runes import rune_slots
from companion.games.world_adventure.state import (
    GOODS,
    HUNTERS,
    MONSTERS,
    OBJECTIVES,
    TOKENS,
    UPGRADES,
    Battle,
    Player,
    State,
)
from companion.kit.game import Name
from companion.kit.memo import by_identity

_BEFORE_HEROES = ("S4", "S5", "S6", "S7", "S8", "S9")


def names(state: State) -> Iterator[Name]:
    """Every seat, card and place a state names, and which ones there are."""
    seats, spots = tuple(state.players), _territories(state)
    for field in ("turn_order", "wanted_order"):
        yield from ((field, seat, seats) for seat in getattr(state, field))
    yield "active", state.active, (*seats, "")
    yield "phase", state.phase, ("setup", "beginning", "players", "npc", "end")
    yield "winner", state.winner, (*seats, *(one.team for one in state.players.values()), "")
    for nation, good in state.need.items():
        yield "need", nation, atlas(state.pack).names
        yield f"need.{nation}", good, (*GOODS, "")
    for field in ("merchant_x", "monster_x"):
        yield from ((field, spot, (*spots, "")) for spot in getattr(state, field))
    yield from (
        (f"{one}.territory", getattr(state, one).territory, (*spots, "")) for one in HUNTERS
    )
    yield from _names_of_pieces(state, spots)
    for field, kind in _CARDS.items():
        yield from ((field, card, _known(state, kind)) for card in getattr(state, field))
    for field in ("event_running", "event_next"):
        yield field, getattr(state, field), (*_known(state, "events"), "")
    for at, frame in enumerate(state.stack):
        yield f"stack.{at}.seat", frame.seat, (*seats, "")
    if state.battle is not None:
        yield from _names_of_battle(state, state.battle, spots)
    for seat, one in state.players.items():
        yield from _names_of_player(state, f"players.{seat}", one, spots)


_CARDS = {
    "rune_faceup": "powers",
    "runes_gone": "powers",
    "quest_faceup": "quests",
    "legendaries_used": "monsters",
}


def _territories(state: State) -> tuple[str, ...]:
    return atlas(state.pack).cities + atlas(state.pack).outer


def _known(state: State, kind: str) -> tuple[str, ...]:
    return (*getattr(atlas(state.pack), kind), *getattr(state.learned, kind))


def _names_of_pieces(state: State, spots: tuple[str, ...]) -> Iterator[Name]:
    seats = tuple(state.players)
    standing = {name: getattr(state, name) for name in MONSTERS}
    numbered = {f"legendaries.{at}": piece for at, piece in enumerate(state.legendaries)}
    for name, piece in (standing | numbered).items():
        yield f"{name}.territory", piece.territory, (*spots, "")
        if atlas(state.pack).monsters:  # else they are typed in when first met
            yield f"{name}.card", piece.card, (*_known(state, "monsters"), "")
        yield from ((f"{name}.met_by", seat, seats) for seat in piece.met_by)


def _names_of_battle(state: State, battle: Battle, spots: tuple[str, ...]) -> Iterator[Name]:
    yield "battle.kind", battle.kind, ("merchant", "monster", "unit")
    yield "battle.territory", battle.territory, (*spots, "")
    for at, side in enumerate(battle.sides):
        yield f"battle.sides.{at}.who", side.who, (*state.players, *HUNTERS)
    kind = {"monster": "monsters", "merchant": "merchants"}.get(battle.kind)
    if kind is not None:
        yield "battle.card", battle.card, _known(state, kind)


def _names_of_player(state: State, at: str, one: Player, spots: tuple[str, ...]) -> Iterator[Name]:
    yield f"{at}.hero", one.hero, (*_known(state, "heroes"), "")
    yield f"{at}.caravan", one.caravan, (*_known(state, "caravans"), "")
    yield f"{at}.territory", one.territory, (*spots, "")
    yield from ((f"{at}.powers", held.card, _known(state, "powers")) for held in one.powers)
    yield from ((f"{at}.goods", good, GOODS) for good in one.goods)
    yield from ((f"{at}.runes", rune, OBJECTIVES) for rune in one.runes)
    for field in ("stalls", "shop_month"):
        yield from (
            (f"{at}.{field}", name, atlas(state.pack).names) for name in getattr(one, field)
        )
    for number, soldier in enumerate(one.soldiers):
        yield f"{at}.soldiers.{number}.condition", soldier.condition, ("active", "fainted")
    if one.quest is not None:
        yield f"{at}.quest.card", one.quest.card, _known(state, "quests")
        yield f"{at}.quest.city", one.quest.city, spots
        for field in ("places", "done"):
            spots_named = getattr(one.quest, field)
            yield from ((f"{at}.quest.{field}", spot, spots) for spot in spots_named)


def broken(state: State) -> tuple[str, ...]:
    found = [name for name, holds in _TABLE if not holds(state)]
    for seat, one in state.players.items():
        found += [f"{name}:{seat}" for name, holds in _PLAYER if not holds(one)]
        found += [f"{name}:{seat}" for name, holds in _OWN if not holds(state, seat)]
    return tuple(found)


def _goods_conserved(state: State) -> bool:
    everywhere = len(state.seats)
    for good in GOODS:
        aboard = sum(one.goods.get(good, 0) for one in state.players.values())
        if state.stock[good] < 0 or state.stock[good] + aboard != everywhere:
            return False
    return True


def _tokens_conserved(state: State) -> bool:
    return all(
        len(tokens) == TOKENS and _apart(tokens) for tokens in (state.merchant_x, state.monster_x)
    )


def _apart(tokens: tuple[str, ...]) -> bool:
    """No two on one territory, none in a city."""
    out = [spot for spot in tokens if spot]
    return len(set(out)) == len(out) and not any(is_city(spot) for spot in out)


def _markers_conserved(state: State) -> bool:
    return (
        state.track_markers + state.used_markers == TOKENS
        and state.track_markers >= 0 <= state.used_markers
    )


def _one_stall_per_city(state: State) -> bool:
    stalls = list(chain.from_iterable(one.stalls for one in state.players.values()))
    return len(set(stalls)) == len(stalls)


def _order_is_everybody(state: State) -> bool:
    seats = {seat.id for seat in state.seats}
    return len(state.turn_order) == len(seats) == len(state.wanted_order) and (
        set(state.turn_order) == seats == set(state.wanted_order)
    )


def _brigand_outside(state: State) -> bool:
    return not is_city(state.brigand.territory)


def _monsters_outside(state: State) -> bool:
    standing = (state.minion, state.destroyer, state.raid, *state.legendaries)
    return not any(is_city(piece.territory) for piece in standing)


def _stage_in_range(state: State) -> bool:
    return 1 <= state.stage_lv <= 3


def _turn_in_range(state: State) -> bool:
    return state.turn.moves >= 0 and state.turn.actions >= 0


def _legendaries_once(state: State) -> bool:
    used = state.legendaries_used
    return len(set(used)) == len(used) and all(piece.card in used for piece in state.legendaries)


def _dice_noted(state: State) -> bool:
    """Pips a pending step has noted; after a free hit it notes how many effects there were."""
    noted = (frame.dice for frame in state.stack if frame.step != "KU5")
    return all(0 <= pips <= 6 for pips in chain.from_iterable(noted))


_TABLE = (
    ("dice_noted", _dice_noted),
    ("goods_conserved", _goods_conserved),
    ("tokens_conserved", _tokens_conserved),
    ("markers_conserved", _markers_conserved),
    ("one_stall_per_city", _one_stall_per_city),
    ("wanted_order", _order_is_everybody),
    ("brigand_outside_cities", _brigand_outside),
    ("monsters_outside_cities", _monsters_outside),
    ("stage_lv", _stage_in_range),
    ("turn_points", _turn_in_range),
    ("legendaries_once", _legendaries_once),
)


def _gold(one: Player) -> bool:
    return 0 <= one.gold <= GOLD_MOST


def _one_gem_per_slot(one: Player) -> bool:
    return all(gem in (0, 1) for gem in one.runes.values())


def _status(one: Player) -> bool:
    most = STATUS_MOST if one.legendary_items else STATUS_FREE_MOST
    return all(0 <= value <= most for value in (one.explorer, one.charisma, one.leadership))


def _exp(one: Player) -> bool:
    return 0 <= one.hero_exp <= EXP_MOST and all(
        0 <= soldier.exp <= EXP_MOST for soldier in one.soldiers
    )


def _soldiers(one: Player) -> bool:
    slots = [soldier.slot for soldier in one.soldiers]
    return len(set(slots)) == len(slots) and all(1 <= slot <= one.leadership for slot in slots)


def _upgrades(one: Player) -> bool:
    return all(0 <= getattr(one, kind) <= most for kind, most in UPGRADES.items())


def _stalls(one: Player) -> bool:
    return len(one.stalls) <= STALLS_MOST


_PLAYER = (
    ("gold", _gold),
    ("one_gem_per_slot", _one_gem_per_slot),
    ("status", _status),
    ("exp", _exp),
    ("soldier_slots", _soldiers),
    ("upgrades", _upgrades),
    ("stalls", _stalls),
)


def _wanted(state: State, seat: str) -> bool:
    return 0 <= state.players[seat].wanted <= state.pack.wanted_max


def _powers(state: State, seat: str) -> bool:
    """No more than the slots hold, all of different names; a nameless card is itself."""
    one = state.players[seat]
    known = [find(state, "powers", held.card) for held in one.powers]
    names = {card.name or card.id for card in known if card}
    return len(one.powers) <= rune_slots(one.rune_count) and len(names) == len(one.powers)


def _ready_to_play(state: State, seat: str) -> bool:
    """Past the set-up everybody has a hero and a caravan that are known, and stands somewhere."""
    one = state.players[seat]
    if state.step in _BEFORE_HEROES:
        return True
    known = (
        find(state, "heroes", one.hero) is not None
        and find(state, "caravans", one.caravan) is not None
    )
    return known and bool(one.territory)


def _cargo(state: State, seat: str) -> bool:
    """Goods stay aboard when slots that an effect lent are gone again; what no longer fits a
    caravan just sold is still to be chosen while something is pending.
    """
    if state.stack or find(state, "caravans", state.players[seat].caravan) is None:
        return True
    lent = _lent_by_event(state.pack)
    if rune_slots(state.players[seat].rune_count):
        lent += _lent_by_powers(state.pack)
    return aboard(state, seat) <= capacity(state, seat) + lent


def _slots(card: Event | RunePower) -> int:
    return sum(effect.n for effect in card.effects if effect.kind == "cargo_slots")


def _most_by_event(pack: Pack) -> int:
    return max(map(_slots, pack.events), default=0)


def _most_by_powers(pack: Pack) -> int:
    """In one turn a power may be used as often as it has uses, and every power may follow."""
    return sum(_slots(power) * power.uses for power in pack.powers)


_lent_by_event = by_identity(_most_by_event, most=16)
_lent_by_powers = by_identity(_most_by_powers, most=16)


_OWN = (
    ("wanted", _wanted),
    ("rune_powers", _powers),
    ("ready_to_play", _ready_to_play),
    ("cargo", _cargo),
)
