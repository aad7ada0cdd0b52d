"""Claiming runes and completing masteries: step T3, until the player says done."""

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.runika.pack import Rune
from companion.games.runika.rules.bag import to_bag
from companion.games.runika.rules.dice_pieces import cell_option
from companion.games.runika.rules.grid import CELL_NAMES, CELL_OF, Grid, cleared, occupied
from companion.games.runika.rules.merits import due_merit_asks, must_draw_merit
from companion.games.runika.rules.patterns import Match, masks_of, matches
from companion.games.runika.rules.points import with_tokens
from companion.games.runika.rules.powers import always_on, counts_as
from companion.games.runika.rules.rune_row import space_of
from companion.games.runika.rules.turns import deed, end_turn, settle
from companion.games.runika.state import (
    Claimed,
    GameStory,
    Mastery,
    Space,
    State,
    turn_ask_id,
    with_turn,
)
from companion.kit.asks import Ask, Choose, Count, Option
from companion.kit.intents import Answer, Chosen
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import AskId, Asks, PlainStep, Reply, Step
from companion.kit.zones import replaced

DONE = "done"
ON_WORD = "?"


class Claim(NamedTuple):
    """A rune the active player could take now, and the dice it would use."""

    rune: Rune
    match: Match

    @property
    def option(self) -> str:
        return f"{self.rune.id}@{_cells_text(self.match.cells)}"


@lru_cache(maxsize=2048)
def _cells_text(cells: tuple[int, ...]) -> str:
    return " ".join(CELL_NAMES[cell] for cell in cells)


@lru_cache(maxsize=2048)
def _cells_say(cells: tuple[int, ...]) -> Say:
    return say("rk.option.cells", cells=tuple(CELL_NAMES[cell] for cell in cells))


def is_limited(state: State, rune_id: str) -> bool:
    """No further claim this turn, or no further completion of this mastery."""
    if state.on("one_rune_per_turn") and state.turn.claims:
        return True
    mastery, limit = state.masteries.get(rune_id), int(state.options["mastery_completion_limit"])
    if mastery is None or not mastery.owner or not limit:
        return False
    return mastery.completions.get(state.active, 0) >= limit


def in_play(state: State) -> tuple[Rune, ...]:
    """What the active player could claim or complete if the dice lay right."""
    # A copy uncovered in this turn waits for the next, unless the table plays otherwise.
    waiting = () if state.on("same_turn_stack") else state.turn.uncovered
    spaces = enumerate(state.row)
    names = [space.rune for at, space in spaces if space.height and at not in waiting]
    own_too = state.on("repeat_own_mastery")
    for rune_id, mastery in state.masteries.items():
        if mastery.owner != state.active or own_too:
            names.append(rune_id)
    return tuple(state.pack.rune(name) for name in names if not is_limited(state, name))


def fits(state: State, rune: Rune, grid: Grid) -> tuple[Match, ...]:
    """Every way this grid shows the rune's pattern."""
    if not rune.frame:
        return ()
    element = None if rune.kind == "wild" else rune.element
    return matches(rune.frame, element, masks_of(grid), counts_as(state), state.on("grey_fixed"))


def claimable(state: State) -> tuple[Claim, ...]:
    """Every rune and placement the active player could take now."""
    masks, as_other, fixed = masks_of(state.me.grid), counts_as(state), state.on("grey_fixed")
    found: list[Claim] = []
    for rune in in_play(state):
        if rune.frame:
            element = None if rune.kind == "wild" else rune.element
            ways = matches(rune.frame, element, masks, as_other, fixed)
            found += [Claim(rune, match) for match in ways]
    return tuple(found)


def points_dice(grid: Grid, cells: tuple[int, ...]) -> int:
    return [grid[cell][1] for cell in cells].count("p")


# Asks


def claim_asks(state: State, _frame: PlainStep) -> Asks:
    if state.turn.claiming:
        return (_word_ask(state),)
    return (_claim_ask(state), *due_merit_asks(state))


def _claim_ask(state: State) -> Ask:
    options = [_claim_option(state, claim) for claim in claimable(state)]
    if occupied(state.me.grid):
        options += [_word_option(rune) for rune in in_play(state) if not rune.frame]
    key = "rk.ask.claim" if options else "rk.ask.no_claim"
    return Choose(
        id=turn_ask_id(state, "T3"),
        say=say(key, seat=name_of(state.active)),
        seats=(state.active,),
        options=(*options, _done_option(state)),
    )


def _claim_option(state: State, claim: Claim) -> Option:
    tokens = points_dice(state.me.grid, claim.match.cells)
    mastery = state.masteries.get(claim.rune.id)
    key = "rk.option.complete" if mastery and mastery.owner else "rk.option.claim"
    return Option(
        claim.option,
        say(key, name=claim.rune.name, value=claim.rune.value or 0, n=tokens),
        detail=_cells_say(claim.match.cells),
        colour=state.pack.colours[claim.match.element],
        card=claim.rune.id,
    )


def _word_option(rune: Rune) -> Option:
    return Option(f"{rune.id}@{ON_WORD}", say("rk.option.on_word", name=rune.name), card=rune.id)


def _done_option(state: State) -> Option:
    why_not = say("rk.refused.merit_due") if must_draw_merit(state) else None
    return Option(DONE, say("rk.option.done"), why_not=why_not, rule="E-MERIT-DUE")


def _word_ask(state: State) -> Ask:
    """A rune whose card is not known in full: the table says its value and which dice make it."""
    rune = state.pack.rune(state.turn.claiming)
    seats = (state.active,)
    if rune.value is None:
        what = say("rk.ask.value", name=rune.name)
        own_id = turn_ask_id(state, "T3.value")
        return Count(id=own_id, say=what, seats=seats, of="points", most=20)
    grid = state.me.grid
    lying = occupied(grid)
    return Choose(
        id=turn_ask_id(state, "T3.cells"),
        say=say("rk.ask.cells", name=rune.name),
        seats=seats,
        options=tuple(cell_option(state, grid, cell) for cell in lying),
        most=len(lying),
    )


# Answers


def spelt(answer: Answer) -> Answer:
    """The cells of a claim in the order of the board, whatever order they were named in."""
    if not isinstance(answer.answer, Chosen) or AskId.parse(answer.ask).step != "T3":
        return answer
    options = tuple(map(_in_order, answer.answer.options))
    return replace(answer, answer=Chosen(options))


def _in_order(option: str) -> str:
    rune, at, cells = option.rpartition("@")
    named = set(cells.split())
    if not named <= set(CELL_NAMES):
        return option
    return rune + at + " ".join(sorted(named, key=CELL_NAMES.index))


def claim_or_done(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    if reply.choice == DONE:
        end_turn(story)
        return
    rune_id, _, cells = reply.choice.rpartition("@")
    if cells == ON_WORD:
        story.keep(with_turn(story.state, claiming=rune_id))
    else:
        take(story, rune_id, tuple(CELL_OF[cell] for cell in cells.split(" ")))
    settle(story)


def say_value(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    state = story.state
    rune = state.pack.rune(state.turn.claiming)
    known = replace(rune, value=reply.number, source="owner")
    runes = tuple(known if one is rune else one for one in state.pack.runes)
    state = replace(state, pack=replace(state.pack, runes=runes))
    story.tell(state, "rk.log.value_taught", name=rune.name, n=reply.number)


def say_cells(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    rune_id = story.state.turn.claiming
    story.keep(with_turn(story.state, claiming=""))
    take(story, rune_id, tuple(sorted(CELL_OF[cell] for cell in reply.options)))


def take(story: GameStory, rune_id: str, cells: tuple[int, ...]) -> None:
    """The card (or, of a mastery that is somebody's, its value), a token per points die, and the
    dice to the bag.
    """
    state, seat, rune = story.state, story.state.active, story.state.pack.rune(rune_id)
    mastery = state.masteries.get(rune_id)
    used = tuple(state.me.grid[cell] for cell in cells)
    tokens = points_dice(state.me.grid, cells)
    state = to_bag(with_player(state, seat, grid=cleared(state.me.grid, cells)), *used)
    state = with_turn(state, claims=state.turn.claims + 1)
    names = tuple(CELL_NAMES[cell] for cell in cells)
    if mastery is not None and mastery.owner:
        _complete(story, state, rune, mastery, tokens, names)
    else:
        _claim(story, state, rune, tokens + _bonus(state, rune), names)


def _bonus(state: State, rune: Rune) -> int:
    """Continuous powers that reward this very kind of claim; the card being claimed does not count
    for itself.
    """
    return sum(
        effect.n
        for effect in always_on(state, "bonus_on_claim")
        if effect.kind in ("", rune.kind) and effect.element in ("", rune.element)
    )


def _complete(
    story: GameStory,
    state: State,
    rune: Rune,
    mastery: Mastery,
    tokens: int,
    cells: tuple[str, ...],
) -> None:
    seat, points = state.active, tokens + (rune.value or 0)
    completions = {**mastery.completions, seat: mastery.completions.get(seat, 0) + 1}
    again = replace(mastery, completions=completions)
    state = replace(state, masteries={**state.masteries, rune.id: again})
    what = say(
        "rk.log.completed",
        seat=name_of(seat),
        name=rune.name,
        owner=name_of(mastery.owner),
        n=points,
        cells=cells,
    )
    story.tell(with_tokens(state, seat, points), what, about=(seat,), sound="complete")


def _claim(story: GameStory, state: State, rune: Rune, tokens: int, cells: tuple[str, ...]) -> None:
    seat, is_mastery = state.active, rune.id in state.masteries
    card = Claimed(rune.id, rune.value or 0, fresh=True)
    state = with_tokens(with_player(state, seat, runes=(*state.me.runes, card)), seat, tokens)
    if is_mastery:
        state = replace(state, masteries={**state.masteries, rune.id: Mastery(seat)})
    else:
        state = _off_the_row(state, rune.id)
    what = say(
        "rk.log.claimed",
        seat=name_of(seat),
        name=rune.name,
        value=card.value,
        n=tokens,
        cells=cells,
    )
    story.tell(state, what, about=(seat,), sound="fanfare" if is_mastery else "claim")
    if not is_mastery and space_of(state, rune.id) is not None:
        story.tell(state, "rk.log.uncovered", sound="uncovered", name=rune.name)


def _off_the_row(state: State, rune_id: str) -> State:
    at = space_of(state, rune_id)
    assert at is not None
    height = state.row[at].height - 1
    row = replaced(state.row, at, Space(rune_id, height) if height else Space())
    uncovered = (*state.turn.uncovered, at) if height else state.turn.uncovered
    return with_turn(replace(state, row=row), uncovered=uncovered)


STEPS: dict[str, Step[State, PlainStep]] = {
    "T3": Step(claim_asks, claim_or_done),
    "T3.value": Step(take=deed(say_value)),
    "T3.cells": Step(take=deed(say_cells)),
}
