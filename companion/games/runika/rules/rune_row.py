"""The rune row: revealing cards, stacking duplicates, filling gaps in the clean-up of a turn (T4);
cards met for the first time are taught here.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from companion.games.runika.pack import Rune, rune_problems
from companion.games.runika.state import (
    Claimed,
    GameStory,
    Space,
    State,
    turn_ask_id,
    with_turn,
)
from companion.kit.asks import Ask, CardKnown, Cell, PieceWanted, Place, Show
from companion.kit.intents import Placed
from companion.kit.packs import learned
from companion.kit.pieces import CardSeen, Cells, Piece
from companion.kit.say import say
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse
from companion.kit.zones import replaced

NEEDS = ("name", "kind", "element", "value", "frame", "power")


def basic_runes(state: State) -> tuple[Rune, ...]:
    return tuple(rune for rune in state.pack.runes if rune.kind != "mastery")


def _claimed_cards(state: State) -> Iterator[Claimed]:
    return chain.from_iterable(player.runes for player in state.players.values())


def claimed_basics(state: State) -> int:
    return sum(card.rune not in state.masteries for card in _claimed_cards(state))


def copies_out(state: State, rune_id: str) -> int:
    """How many cards of that name have left the deck."""
    held = sum(card.rune == rune_id for card in _claimed_cards(state))
    lying = sum(space.height for space in state.row if space.rune == rune_id)
    return held + lying


def space_of(state: State, rune_id: str) -> int | None:
    """Where in the row that rune lies."""
    for at, space in enumerate(state.row):
        if space.height and space.rune == rune_id:
            return at
    return None


def gaps(state: State) -> tuple[int, ...]:
    """Indices of the empty spaces, from space 1 upwards."""
    return tuple(at for at, space in enumerate(state.row) if not space.height)


def wants_rune(state: State) -> bool:
    return state.rune_deck > 0 and any(not space.height for space in state.row)


def reveal_ask(state: State, ask_id: str, space: int) -> Ask:
    known = tuple(CardKnown(rune.id, rune.name, rune.source) for rune in basic_runes(state))
    return Show(
        id=ask_id,
        say=say("rk.ask.reveal", space=space),
        zone="row",
        lines=(say("rk.ask.reveal_stack"),),
        cards="rune",
        deck="runes",
        known=known,
        new=True,
        needs=NEEDS,
    )


def row_ask(state: State, ask_id: str) -> Ask:
    """The whole row as the camera sees it; how high a stack is cannot be seen from above."""
    spaces = [(str(number), space) for number, space in enumerate(state.row, start=1)]
    lying: Cells = {name: (Piece(space.rune),) for name, space in spaces if space.height}
    cards = tuple(_card_wanted(rune) for rune in basic_runes(state))
    return Place(
        id=ask_id,
        say=say("rk.ask.row"),
        zone="row",
        sheet="row",
        cells=tuple(Cell(name, most=1) for name, _ in spaces),
        pieces=cards,
        now=lying,
        optional=True,
        as_it_lies=True,
    )


def _card_wanted(rune: Rune) -> PieceWanted:
    return PieceWanted(rune.id, say("rk.card", name=rune.name), kind="card")


def shown_rune(story: GameStory, card: CardSeen) -> Rune:
    """The rune shown; one nobody has met yet joins the pack with what its owner typed in."""
    state = story.state
    if state.pack.knows(card.id):
        return state.pack.rune(card.id)
    if not card.id or not card.facts:
        raise refuse("E-COPIES", "rk.refused.unknown_card", card=card.id)
    rune = learned(Rune, card.id, {"name": card.id, **card.facts})
    for problem in rune_problems(rune):
        raise refuse("bad_card", "kit.refused.bad_card", card=rune.name, what=problem.message)
    pack = replace(state.pack, runes=(*state.pack.runes, rune))
    story.tell(replace(state, pack=pack), "rk.log.taught", name=rune.name)
    return rune


def revealed(story: GameStory, rune: Rune) -> None:
    """On its duplicate if there is one, else into the lowest gap."""
    state = story.state
    if rune.kind == "mastery":
        raise refuse("E-COPIES", "rk.refused.no_basic", name=rune.name)
    too_many = rune.copies is not None and copies_out(state, rune.id) >= rune.copies
    story.refuse_if(too_many, "E-COPIES", "rk.refused.copies", name=rune.name, n=rune.copies or 0)
    state = replace(state, rune_deck=state.rune_deck - 1)
    twin = space_of(state, rune.id)
    if twin is not None:
        height = state.row[twin].height + 1
        state = replace(state, row=replaced(state.row, twin, Space(rune.id, height)))
        story.tell(state, "rk.log.stacked", name=rune.name, space=twin + 1, n=height)
    else:
        at = gaps(state)[0]
        state = replace(state, row=replaced(state.row, at, Space(rune.id, 1)))
        story.tell(state, "rk.log.revealed", name=rune.name, space=at + 1)
    if state.rune_deck == 0:
        story.tell(state, "rk.log.runes_out", sound="deck_empty")


def _row_seen(story: GameStory, placed: Placed) -> None:
    """Gaps that show a rune now were filled with it; everything else must lie as before."""
    state = story.state
    seen = {int(name) - 1: pieces[0].id for name, pieces in placed.cells.items() if pieces}
    _no_twins(state, seen)
    for at, space in enumerate(state.row):
        if space.height and seen.get(at) != space.rune:
            name = state.pack.rune(space.rune).name
            raise refuse("E-STEP", "rk.refused.row_changed", space=at + 1, name=name)
    new = [at for at in gaps(state) if at in seen]
    if len(new) > state.rune_deck:
        raise refuse("E-DECK-EMPTY", "rk.refused.runes_out")
    if tuple(new) != gaps(state)[: len(new)]:
        raise refuse("E-STEP", "rk.refused.fill_lowest", space=gaps(state)[0] + 1)
    for at in new:
        revealed(story, state.pack.rune(seen[at]))
    if not new:
        story.tell(story.state, "rk.log.row_agrees")


def _no_twins(state: State, seen: dict[int, str]) -> None:
    first: dict[str, int] = {}
    for at, rune in sorted(seen.items()):
        if rune in first:
            name, space = state.pack.rune(rune).name, first[rune] + 1
            raise refuse("E-DUP-NOT-STACKED", "rk.refused.not_stacked", name=name, space=space)
        first[rune] = at


# T4: the clean-up after a turn


def clean_up_asks(state: State, _frame: PlainStep) -> Asks:
    lowest = gaps(state)[0] + 1
    shown = reveal_ask(state, turn_ask_id(state, "T4"), lowest)
    return (shown, row_ask(state, turn_ask_id(state, "T4.row")))


def reveal(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    revealed(story, shown_rune(story, reply.cards[0]))
    _refilled(story)


def look_at_row(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    assert isinstance(reply.value, Placed)
    _row_seen(story, reply.value)
    _refilled(story)


def _refilled(story: GameStory) -> None:
    state = with_turn(story.state, acts=story.state.turn.acts + 1)
    story.keep(state if wants_rune(state) else replace(state, step="T5"))


STEPS: dict[str, Step[State, PlainStep]] = {
    "T4": Step(clean_up_asks, reveal),
    "T4.row": Step(take=look_at_row),
}
