"""How a simulated player answers where any answer of the right form would mostly be refused."""

from companion.games.mechamancers.pack import FEWEST_EVENTS, RoleCard, is_taught
from companion.games.mechamancers.rules.abilities import ability_of, waits
from companion.games.mechamancers.rules.activation import affordable, free_slots
from companion.games.mechamancers.rules.combat import is_sheltered
from companion.games.mechamancers.rules.confirming import unconfirmed
from companion.games.mechamancers.rules.field_asks import field_cells
from companion.games.mechamancers.rules.figures import attacks_left, over_limit
from companion.games.mechamancers.rules.targets import does_something
from companion.games.mechamancers.rules.tokens import token_cells
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    State,
    Work,
    hand_size,
    mech_card,
    role_card,
)
from companion.games.mechamancers.steps import id_of
from companion.kit.asks import Ask, Choose, Place, Show
from companion.kit.intents import AnswerValue, Chosen, Counted, Placed, Shown
from companion.kit.pieces import CardSeen, Piece
from companion.kit.players import Chance, pick

DRAWS = ("1 attack unique", "2 defense", "1", "3", "2 attack")


def propose(state: State, ask: Ask, chance: Chance) -> AnswerValue | None:
    own = id_of(ask.id)
    if own.step == "SU2":
        return Counted(FEWEST_EVENTS)
    if isinstance(ask, Place):
        return _place(state, ask, own.about, chance)
    if isinstance(ask, Show):
        return _show(state, ask, own.step, chance)
    if isinstance(ask, Choose) and own.step in ("T2", "T3", "T4", "T4.target"):
        return _choose(state, ask, chance)
    return None


def _choose(state: State, ask: Choose, chance: Chance) -> Chosen:
    """Mostly something to do, as long as there is anything."""
    sensible = [option.id for option in ask.options if _is_sensible(state, option.id)]
    busy = [option for option in sensible if option != "done"]
    if busy and chance.randrange(4):
        sensible = busy
    return Chosen((pick(chance, sensible or ["done"]),))


def _place(state: State, ask: Place, seat: str, chance: Chance) -> Placed:
    if ask.sheet == "field":
        return Placed(field_cells(state.players[seat]))
    if ask.sheet == "tokens":
        return Placed(token_cells(state, seat))
    numbers = {cell.id: chance.randrange((cell.most or 0) + 1) for cell in ask.cells}
    return Placed({cell: (Piece("card", n),) for cell, n in numbers.items() if n})


def _show(state: State, ask: Show, step: str, chance: Chance) -> Shown | None:
    if step == "T3.activate":
        able = affordable(state, state.current)
        card = CardSeen(pick(chance, able)) if able else _new_mech(state, chance)
        return Shown((card,))
    if step == "E1" and not ask.known:
        return Shown((CardSeen(f"event{len(state.pack.events) + 1}", facts={"text": "-"}),))
    if step == "P2":
        role = role_card(state, pick(chance, ask.known).id)
        return Shown((CardSeen(role.id, facts=_role_facts(state, role)),))
    return None


def _role_facts(state: State, role: RoleCard) -> dict[str, int | str]:
    """Numbers for a role that nobody has typed in yet."""
    if is_taught(role):
        return {}
    number = state.role_at[role.id]
    draw = DRAWS[number]
    return {"order": number + 1, "mana": 3, "draw": draw, "base_shield": number % 3}


def _new_mech(state: State, chance: Chance) -> CardSeen:
    """A card the companion has not met; cheap, so that it can be paid for."""
    hand = state.players[state.current].hand
    kinds = [kind for kind in ("attack", "defense", "unique") if hand[kind]] or ["unique"]
    kind = pick(chance, kinds)
    swords = {"attacks": "2 1", "damage": 1} if kind == "attack" else {}
    facts = {"type": kind, "cost": 1, "max_health": 1 + chance.randrange(4), **swords}
    return CardSeen(f"{kind}{len(state.pack.mechs)}", facts=facts)


def _is_sensible(state: State, option: str) -> bool:
    """What the rules would not refuse."""
    verb, _, rest = option.partition(":")
    seat = state.current
    player = state.players[seat]
    match verb:
        case "done":
            surplus = over_limit(player) if state.step == "T2" else 0
            return not unconfirmed(state) and not surplus
        case "draw":
            stops = state.options["hand_limit"] == "stop_drawing"
            return not stops or hand_size(player) + int(rest.partition(":")[2]) <= HAND_LIMIT
        case "attack":
            return attacks_left(state, seat, rest) > 0 and not waits(state, player.field[rest])
        case "ability":
            return _can_use(state, rest)
        case "replace":
            return not free_slots(state, seat)
        case _:
            return _is_open_target(state, option)


def _is_open_target(state: State, option: str) -> bool:
    """A target that nothing shelters; any other option as it is."""
    is_target = option.partition(":")[0] in state.players
    return not is_target or not is_sheltered(state, option)


def _can_use(state: State, slot: str) -> bool:
    mech = state.players[state.current].field[slot]
    ability = ability_of(mech_card(state, mech.card))
    if ability is None or ability.cost_mana > state.players[state.current].mana:
        return False
    if mech.ability_used or waits(state, mech):
        return False
    works = [Work(effect, state.current, slot) for effect in ability.effects]
    return any(does_something(state, work) for work in works)
