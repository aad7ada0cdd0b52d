"""Plausible answers of a simulated player, where filling in the form at random would mostly be
refused.
"""

from companion.games.runika.rules.claims import DONE, claimable
from companion.games.runika.rules.dice import ELEMENT_OF, ELEMENT_WORDS, FACE_WORDS, count_elements
from companion.games.runika.rules.dice_pieces import as_cells
from companion.games.runika.rules.draft import pool_size
from companion.games.runika.rules.effects import shift_sides
from companion.games.runika.rules.grid import Grid, cleared, occupied, push, shift
from companion.games.runika.rules.merits import MERIT_VALUES
from companion.games.runika.rules.pushing import legal_lanes
from companion.games.runika.rules.rune_row import basic_runes, copies_out, gaps
from companion.games.runika.state import State
from companion.kit.asks import Ask, Choose, Place, Roll, Show
from companion.kit.intents import AnswerValue, Chosen, Placed, Rolled, Shown
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.players import Chance, pick
from companion.kit.steps import AskId

NEW_VALUES = (1, 2)


def propose(state: State, ask: Ask, chance: Chance) -> AnswerValue | None:
    name = AskId.parse(ask.id).step
    match ask:
        case Roll():
            return _roll(state, ask, chance)
        case Show():
            is_merit = name in ("T3.merit", "late")
            return Shown((_merit(state, chance) if is_merit else _rune(state, chance),))
        case Choose() if name == "T3":
            return _claim(ask, chance)
        case Choose() if name in ("R2", "T2.way"):
            return _sensible(state, ask, chance)
        case Place():
            return _place(state, ask, name, chance)
    return None


def _roll(state: State, ask: Roll, chance: Chance) -> AnswerValue | None:
    if state.pack.energy_icon_by_face:
        return None
    faces = {spec.colour: spec.faces for spec in state.pack.dice}
    dice: list[Die] = []
    for wanted in ask.dice:
        for _ in range(wanted.count):
            face = pick(chance, faces[str(wanted.colour)])
            dice.append(Die(FACE_WORDS[face], wanted.kind, wanted.colour))
    return Rolled(tuple(dice))


def _claim(ask: Choose, chance: Chance) -> AnswerValue:
    """Runes are taken when they can be, so that a game comes to its end."""
    open_ids = [option.id for option in ask.options if option.why_not is None]
    claims = [option for option in open_ids if option != DONE]
    return Chosen((pick(chance, claims or open_ids or [DONE]),))


def _sensible(state: State, ask: Choose, chance: Chance) -> AnswerValue | None:
    """Mostly what a person would do: collect one colour, and win over spell masters; so that games
    are not too long.
    """
    if chance.randrange(4) == 0:
        return None
    open_ids = [option.id for option in ask.options if option.why_not is None]
    if not state.active:
        player = state.players[state.picker]
        lying = count_elements(player.grid + player.stored)
        return Chosen((max(open_ids, key=lambda word: lying[ELEMENT_OF[word]]),))
    masters = [option for option in open_ids if option.startswith("master:")]
    return Chosen((masters[0],)) if masters else None


def _merit(state: State, chance: Chance) -> CardSeen:
    left = list(state.pack.merits) or list(MERIT_VALUES)
    for player in state.players.values():
        for value in player.merits:
            if state.pack.merits:
                left.remove(value)
    return CardSeen(str(pick(chance, left)))


def _rune(state: State, chance: Chance, *, not_in_row: bool = False) -> CardSeen:
    """A card that may still be in the deck; where the pack does not know them all, sometimes a new
    one.
    """
    in_row = {space.rune for space in state.row} if not_in_row else set()
    left: list[str] = []
    for rune in basic_runes(state):
        copies = 2 if rune.copies is None else rune.copies
        if rune.id not in in_row:
            left += [rune.id] * (copies - copies_out(state, rune.id))
    if left and (not_in_row or chance.randrange(24) < len(left) or _knows_all(state)):
        return CardSeen(pick(chance, left))
    number = len(state.pack.runes)
    facts = {"name": f"New rune {number}", "value": pick(chance, NEW_VALUES)}
    return CardSeen(f"new{number}", facts=facts)


def _knows_all(state: State) -> bool:
    return sum(rune.copies or 0 for rune in basic_runes(state)) >= 24


def _drawn(state: State, number: int, chance: Chance) -> tuple[Piece, ...]:
    bag: list[str] = []
    for element, count in state.bag.items():
        bag += [element] * count
    found: dict[str, int] = {}
    for _ in range(number):
        element = bag.pop(chance.randrange(len(bag)))
        found[element] = found.get(element, 0) + 1
    return tuple(Piece(ELEMENT_WORDS[element], count) for element, count in found.items())


def _place(state: State, ask: Place, name: str, chance: Chance) -> AnswerValue | None:
    match name:
        case "R1":
            return Placed({"pool": _drawn(state, pool_size(state), chance)})
        case "T2W":
            return Placed({"drawn": _drawn(state, ask.most or 0, chance)})
        case "R2.pool":
            return _pool_less_one(ask, chance)
        case "S4.disk":
            return Placed({"disk": (Piece("disk"),)})
        case "T2.disk":
            return Placed({"disk": (Piece("disk", turn=(state.me.disk + 1) % 4),)})
        case "T4.row":
            return _row(state, ask, chance)
        case "grid":
            return Placed(as_cells(_grid(state, chance)))
    return None


def _pool_less_one(ask: Place, chance: Chance) -> AnswerValue:
    pool = ask.now["pool"]
    taken = pick(chance, pool)
    left = (Piece(piece.id, piece.count - (piece is taken)) for piece in pool)
    return Placed({"pool": tuple(piece for piece in left if piece.count)})


def _row(state: State, ask: Place, chance: Chance) -> AnswerValue | None:
    rune = _rune(state, chance, not_in_row=True)
    if not state.pack.knows(rune.id):
        return None
    return Placed({**ask.now, str(gaps(state)[0] + 1): (Piece(rune.id),)})


def _grid(state: State, chance: Chance) -> Grid:
    """The grid after some deed that is open now; unchanged if there is none."""
    grid = state.me.grid
    if state.step == "T2":
        dice = [die for die in state.me.stored if die[1] != "r"]
        return _pushed(state, pick(chance, dice), chance) if dice else grid
    if state.step == "T3":
        claims = claimable(state)
        return cleared(grid, pick(chance, claims).match.cells) if claims else grid
    cell = pick(chance, occupied(grid))
    if state.step == "T2F":
        return cleared(grid, (cell,))
    return shift(grid, cell, pick(chance, shift_sides(state, cell)))[0]


def _pushed(state: State, die: str, chance: Chance) -> Grid:
    return push(state.me.grid, die, pick(chance, legal_lanes(state, die)))[0]
