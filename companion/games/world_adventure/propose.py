"""Simulated players: answers that ought to be legal where filling in a form at random would mostly
be refused.
"""

from collections import Counter
from collections.abc import Callable

from companion.games.world_adventure.pack.atlas import atlas, is_city
from companion.games.world_adventure.rules.battle.common import targets
from companion.games.world_adventure.rules.battle.damage import as_pieces, blows, shared_out
from companion.games.world_adventure.rules.changes import battle_of, side_of
from companion.games.world_adventure.rules.city.shop import buy_price, need_here
from companion.games.world_adventure.rules.constants import EXP_MOST
from companion.games.world_adventure.rules.possessions import active_soldiers, room
from companion.games.world_adventure.rules.rune_powers import unseen
from companion.games.world_adventure.state import GOODS, STATUSES, Player, State, top
from companion.games.world_adventure.steps import STEPS
from companion.kit.asks import Ask, CardKnown, Choose, Place, Show
from companion.kit.intents import AnswerValue, Chosen, Placed, Shown
from companion.kit.pieces import CardSeen, Piece
from companion.kit.players import Chance, pick, some
from companion.kit.steps import AskId

_FACTS: dict[str, dict[str, int | str]] = {
    "heroes": {
        "lv1_hp": 3,
        "lv1_attack": 1,
        "lv1_cast": 3,
        "lv2_hp": 5,
        "lv2_attack": 2,
        "lv2_cast": 4,
    },
    "caravans": {"cargo": 3, "chaser": 2, "barrier": 1},
    "merchants": {
        "tier": "green",
        "hp": 2,
        "accuracy": 3,
        "exp": 1,
        "cargo_dice": 1,
        "loot_dice": 1,
    },
    "monsters": {"hp": 2, "accuracy": 3, "retreat": 3, "exp": 1, "cargo_dice": 1, "loot_dice": 1},
    "hunters": {"explorer": 2, "lv1_units": 2, "lv2_units": 0, "gold": 4},
    "powers": {"color": "yellow", "text": "As the card says."},
    "events": {"text": "As the card says."},
    "quests": {"text": "As the card says.", "exp": 1, "gold": 3},
}


def propose(state: State, ask: Ask, chance: Chance) -> AnswerValue | None:
    step = AskId.parse(ask.id, STEPS).step
    match ask:
        case Show():
            return _shown(state, step, ask, chance)
        case Place():
            return Placed(_PLACES[step](state, ask, chance))
        case Choose():
            return _chosen(state, step, ask, chance)
    return None


def _shown(state: State, step: str, ask: Show, chance: Chance) -> Shown:
    number = ask.least + chance.randrange(ask.most - ask.least + 1)
    if step == "R5u":
        return Shown(_unseen_powers(state, ask, number, chance))
    known = [card for card in ask.known if not _taken(state, step, card.id)]
    shown = some(chance, known, number)
    cards = [CardSeen(card.id, facts=_facts_for(ask, card, chance)) for card in shown]
    while ask.new and len(cards) < number:
        new = CardKnown(f"new_{chance.randrange(100_000)}", "", needs=ask.needs)
        cards.append(CardSeen(new.id, facts=_facts_for(ask, new, chance)))
    return Shown(tuple(cards))


def _unseen_powers(state: State, ask: Show, number: int, chance: Chance) -> tuple[CardSeen, ...]:
    left = unseen(state)
    if left is not None:
        return tuple(CardSeen(card) for card in some(chance, sorted(left.elements()), number))
    known = [CardSeen(card.id) for card in ask.known]
    new = CardSeen(f"new_{chance.randrange(100_000)}", facts=dict(_FACTS["powers"]))
    return tuple(pick(chance, [*known, new]) for _ in range(number))


def _taken(state: State, step: str, card: str) -> bool:
    """Heroes chosen, cities drawn at the start: what others have cannot come again."""
    if step == "S7":
        return any(one.hero == card for one in state.players.values())
    if step == "S9":
        return any(one.territory == f"{card}.0" for one in state.players.values())
    return False


def _facts_for(ask: Show, card: CardKnown, chance: Chance) -> dict[str, int | str]:
    """What the owner of a card would type."""
    if not card.needs:
        return {}
    facts = {name: value for name, value in _FACTS[ask.cards].items() if name in card.needs}
    if ask.cards == "monsters" and "tier" in card.needs:
        facts["tier"] = pick(chance, ("minion", "destroyer"))
    if ask.cards == "merchants":
        facts["tier"] = pick(chance, ("green", "yellow"))
    if "color" in card.needs and ask.cards == "monsters":
        facts |= {"color": f"colour {chance.randrange(50)}", "item_name": "Item"}
    if "level" in card.needs:
        facts["level"] = 1
    return facts


def _one_each(_state: State, ask: Place, chance: Chance) -> dict[str, tuple[Piece, ...]]:
    return {cell.id: (Piece(pick(chance, GOODS)),) for cell in ask.cells}


def _five_points(_state: State, _ask: Place, chance: Chance) -> dict[str, tuple[Piece, ...]]:
    points = dict.fromkeys(STATUSES, 1)
    for _ in range(2):
        points[pick(chance, STATUSES)] += 1
    return {status: (Piece("point", count),) for status, count in points.items()}


def _everything(_state: State, ask: Place, _chance: Chance) -> dict[str, tuple[Piece, ...]]:
    return {"sold": tuple(Piece(piece.id, piece.most or 1) for piece in ask.pieces)}


def _purchase(state: State, _ask: Place, chance: Chance) -> dict[str, tuple[Piece, ...]]:
    """What fits and can be paid."""
    frame = top(state)
    price, gold = buy_price(state, frame.seat), state.players[frame.seat].gold
    most = min(room(state, frame.seat), gold // price if price else 99)
    rolled = Counter({good: frame.dice.count(pip) for pip, good in enumerate(GOODS, 1)})
    offer = list(rolled.elements())
    bought: dict[str, int] = {}
    for good in some(chance, offer, len(offer)):
        in_need = good == need_here(state, frame.seat)
        if sum(bought.values()) < most and bought.get(good, 0) < state.stock[good] and not in_need:
            bought[good] = bought.get(good, 0) + 1
    return {"bought": tuple(Piece(good, count) for good, count in bought.items())}


def _any_goods(_state: State, ask: Place, chance: Chance) -> dict[str, tuple[Piece, ...]]:
    """As many pieces as asked for, out of those there are."""
    there = list(Counter({piece.id: min(piece.most or 0, 9) for piece in ask.pieces}).elements())
    wanted = some(chance, there, ask.most if ask.most is not None else chance.randrange(3))
    counts = {good: wanted.count(good) for good in dict.fromkeys(wanted)}
    return {ask.cells[0].id: tuple(Piece(good, count) for good, count in counts.items())}


def _damage(state: State, ask: Place, _chance: Chance) -> dict[str, tuple[Piece, ...]]:
    battle = battle_of(state)
    at, _ = side_of(state, AskId.parse(ask.id, STEPS).about)
    shares = shared_out(blows(battle, at), targets(state, battle, at))
    return as_pieces(shares)


_PLACES: dict[str, Callable[[State, Place, Chance], dict[str, tuple[Piece, ...]]]] = {
    "S5": _one_each,
    "E2a": _one_each,
    "S8.points": _five_points,
    "P5s.sell": _everything,
    "P5s.buy": _purchase,
    "P5u": _any_goods,
    "L1c": _any_goods,
    "P9": _any_goods,
    "KU4": _damage,
}
# In this order: what a sensible player does first where it is open.
_FIRST = (
    "quest:complete",
    "shop",
    "stall",
    "recruiter",
    "quest:take",
    "workshop",
    "engage",
    "scout",
    "power",
)
_LAST = (
    "end",
    "done",
    "back",
    "none",
    "quest:cancel",
    "stop",
    "bomb",
    "leave",
    "gift",
    "sell",
    "elsewhere",
)


def _chosen(state: State, step: str, ask: Choose, chance: Chance) -> Chosen | None:
    """Busy players: they do what brings them on, now and then anything, and leave when little else
    is to be done.
    """
    if ask.most > 1:
        return None
    ways = [option.id for option in ask.options if option.why_not is None]
    if not chance.randrange(12):
        return Chosen((pick(chance, ways),))
    wise = _WISE.get(step)
    good = (
        wise(state, ways)
        if wise is not None
        else [way for way in ways if not way.startswith(_LAST)]
    )
    return Chosen((pick(chance, good or ways),))


def _turn(state: State, ways: list[str]) -> list[str]:
    """The first useful thing; with nothing useful the turn ends."""
    one = state.players[state.active]
    poor = one.gold < 5
    idle = {
        "shop": not any(one.goods.values()) and one.gold < 4,
        "recruiter": not _wants_recruiter(one),
        "workshop": one.gold < 20,
        "engage": not active_soldiers(state, state.active),
        "stall": poor,
    }
    for first in _FIRST:
        found = [way for way in ways if way.startswith(first) and not idle.get(way, False)]
        if found:
            return found
    return ["end"]


def _wants_recruiter(one: Player) -> bool:
    ready = any(unit.exp == EXP_MOST and unit.level == 1 for unit in one.soldiers)
    ready = ready or (one.hero_exp == EXP_MOST and one.hero_level == 1)
    fainted = any(not soldier.active for soldier in one.soldiers)
    return one.gold >= 5 and (len(one.soldiers) < one.leadership or ready or fainted)


def _way(state: State, ways: list[str]) -> list[str]:
    """Towards the quest's places or a city with something to do, else anywhere new."""
    one = state.players[state.active]
    held = one.quest
    aims = (
        [spot for spot in (held.places or (held.city,)) if spot not in held.done]
        if held is not None
        else []
    )
    drawn = atlas(state.pack)
    if not aims or not drawn.edges_known:
        cities = [way for way in ways if way.endswith(".0")]
        return cities if cities and one.gold >= 5 and not is_city(one.territory) else ways

    def steps(way: str) -> int:
        far = drawn.distances(way, False)
        return min(far.get(aim, 999) for aim in aims)

    far = {way: steps(way) for way in ways if way in drawn.near}
    return [way for way in far if far[way] == min(far.values())]


def _workshop(_state: State, ways: list[str]) -> list[str]:
    better = [way for way in ways if way.startswith("caravan:master")]
    return better or [way for way in ways if way.startswith("buy")][:1] or ["done"]


def _recruiter(_state: State, ways: list[str]) -> list[str]:
    return [way for way in ways if way.startswith(("evolve", "train", "recover", "recruit"))] or [
        "done"
    ]


def _attack(state: State, ways: list[str]) -> list[str]:
    """Attacks with soldiers at hand, or a merchant, who never strikes back."""
    frame = top(state)
    enough = max(1, min(2, state.players[frame.seat].leadership))
    brave = frame.what.startswith("merchant") or len(active_soldiers(state, frame.seat)) >= enough
    return ["attack"] if brave and "attack" in ways else ["leave"]


_WISE: dict[str, Callable[[State, list[str]], list[str]]] = {
    "P1": _turn,
    "P2": _way,
    "P5c": _workshop,
    "P5r": _recruiter,
    "P3a": _attack,
}
