"""Claiming runes, completing masteries, taking merits: step T3, until the player says done."""

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.runika.pack import Rune
from companion.games.runika.rules.asking import cell_option, seat_of_ask, turn_id
from companion.games.runika.rules.grid import CELL_NAMES, CELL_OF, Grid, cleared, occupied
from companion.games.runika.rules.patterns import Match, masks_of, matches
from companion.games.runika.rules.powers import always_on, counts_as
from companion.games.runika.state import (
    Claimed,
    Mastery,
    Space,
    State,
    Telling,
    is_merit_due,
    to_bag,
    with_player,
    with_tokens,
    with_turn,
)
from companion.kit.asks import Ask, CardKnown, Choose, Count, Option, Ready, Show
from companion.kit.intents import Answer, Chosen, Counted, Shown
from companion.kit.say import Say, name_of, say
from companion.kit.zones import replaced

DONE = "done"
ON_WORD = "?"
MERIT_VALUES = (2, 3, 4)
_MERITS = tuple(CardKnown(str(value), str(value)) for value in MERIT_VALUES)


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


def space_of(state: State, rune_id: str) -> int | None:
    return next(
        (at for at, space in enumerate(state.row) if space.height and space.rune == rune_id), None
    )


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
    open_now = [
        space.rune
        for at, space in enumerate(state.row)
        if space.height and (at not in state.turn.uncovered or state.on("same_turn_stack"))
    ]
    own_too = state.on("repeat_own_mastery")
    open_now += [
        one for one, mastery in state.masteries.items() if mastery.owner != state.active or own_too
    ]
    return tuple(state.pack.rune(rune) for rune in open_now if not is_limited(state, rune))


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
            found += [
                Claim(rune, match) for match in matches(rune.frame, element, masks, as_other, fixed)
            ]
    return tuple(found)


def points_dice(grid: Grid, cells: tuple[int, ...]) -> int:
    return [grid[cell][1] for cell in cells].count("p")


# Asks


def asks(state: State) -> tuple[Ask, ...]:
    if state.turn.claiming:
        return (_word_ask(state),)
    found: list[Ask] = [_claim_ask(state)]
    if is_merit_due(state):
        found.append(_merit_ask(state))
    return tuple(found)


def _claim_ask(state: State) -> Ask:
    options = [_claim_option(state, claim) for claim in claimable(state)]
    options += [
        _word_option(rune) for rune in in_play(state) if not rune.frame and occupied(state.me.grid)
    ]
    what = say("rk.ask.claim" if options else "rk.ask.no_claim", seat=name_of(state.active))
    options.append(_done_option(state))
    return Choose(id=turn_id(state, "T3"), say=what, seats=(state.active,), options=tuple(options))


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
    due = is_merit_due(state) and not state.on("merit_optional")
    return Option(
        DONE,
        say("rk.option.done"),
        why_not=say("rk.refused.merit_due") if due else None,
        rule="E-MERIT-DUE",
    )


def _merit_ask(state: State) -> Ask:
    return merit_ask(
        state, state.active, turn_id(state, "T3.merit"), optional=state.on("merit_optional")
    )


def merit_ask(state: State, seat: str, ask_id: str, *, optional: bool) -> Ask:
    if not state.merit_deck:
        what = say("rk.ask.merit_none", seat=name_of(seat))
        return Ready(id=ask_id, say=what, seats=(seat,), optional=optional)
    what = say("rk.ask.merit", seat=name_of(seat))
    return Show(
        id=ask_id,
        say=what,
        seats=(seat,),
        zone="tray",
        cards="merit",
        known=_MERITS,
        optional=optional,
    )


def _word_ask(state: State) -> Ask:
    """A rune whose card is not known in full: the table says its value and which dice make it."""
    rune = state.pack.rune(state.turn.claiming)
    if rune.value is None:
        what = say("rk.ask.value", name=rune.name)
        return Count(
            id=turn_id(state, "T3.value"), say=what, seats=(state.active,), of="points", most=20
        )
    grid = state.me.grid
    return Choose(
        id=turn_id(state, "T3.cells"),
        say=say("rk.ask.cells", name=rune.name),
        seats=(state.active,),
        options=tuple(cell_option(state, grid, cell) for cell in occupied(grid)),
        most=len(occupied(grid)),
    )


# Answers


def choose(story: Telling, answer: Answer) -> bool:
    """True when the player is done."""
    assert isinstance(answer.answer, Chosen)
    option = answer.answer.options[0]
    if option == DONE:
        return True
    rune_id, _, cells = option.rpartition("@")
    if cells == ON_WORD:
        story.keep(with_turn(story.state, claiming=rune_id))
    else:
        take(story, rune_id, tuple(CELL_OF[cell] for cell in cells.split(" ")))
    return False


def say_value(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Counted)
    state = story.state
    rune = state.pack.rune(state.turn.claiming)
    known = replace(rune, value=answer.answer.number, source="owner")
    runes = tuple(known if one is rune else one for one in state.pack.runes)
    state = replace(state, pack=replace(state.pack, runes=runes))
    story.tell(state, "rk.log.value_taught", name=rune.name, n=answer.answer.number)


def say_cells(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    rune_id = story.state.turn.claiming
    story.keep(with_turn(story.state, claiming=""))
    take(story, rune_id, tuple(sorted(CELL_OF[cell] for cell in answer.answer.options)))


def take(story: Telling, rune_id: str, cells: tuple[int, ...]) -> None:
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
    story: Telling, state: State, rune: Rune, mastery: Mastery, tokens: int, cells: tuple[str, ...]
) -> None:
    seat = state.active
    completions = {**mastery.completions, seat: mastery.completions.get(seat, 0) + 1}
    state = replace(
        state, masteries={**state.masteries, rune.id: replace(mastery, completions=completions)}
    )
    state = with_tokens(state, seat, tokens + (rune.value or 0))
    story.tell(
        state,
        "rk.log.completed",
        about=(seat,),
        sound="complete",
        seat=name_of(seat),
        name=rune.name,
        owner=name_of(mastery.owner),
        n=tokens + (rune.value or 0),
        cells=cells,
    )


def _claim(story: Telling, state: State, rune: Rune, tokens: int, cells: tuple[str, ...]) -> None:
    seat = state.active
    card = Claimed(rune.id, rune.value or 0, fresh=True)
    state = with_tokens(with_player(state, seat, runes=(*state.me.runes, card)), seat, tokens)
    is_mastery = rune.id in state.masteries
    if is_mastery:
        state = replace(state, masteries={**state.masteries, rune.id: Mastery(seat)})
    else:
        state = _off_the_row(state, rune.id)
    story.tell(
        state,
        "rk.log.claimed",
        about=(seat,),
        sound="fanfare" if is_mastery else "claim",
        seat=name_of(seat),
        name=rune.name,
        value=card.value,
        n=tokens,
        cells=cells,
    )
    if not is_mastery and space_of(state, rune.id) is not None:
        story.tell(state, "rk.log.uncovered", sound="uncovered", name=rune.name)


def _off_the_row(state: State, rune_id: str) -> State:
    at = space_of(state, rune_id)
    assert at is not None
    height = state.row[at].height - 1
    row = replaced(state.row, at, Space(rune_id, height) if height else Space())
    uncovered = (*state.turn.uncovered, at) if height else state.turn.uncovered
    return with_turn(replace(state, row=row), uncovered=uncovered)


def merit(story: Telling, answer: Answer) -> None:
    draw_merit(story, story.state.active, answer)
    story.keep(with_turn(story.state, merit_drawn=True))


def late_merit(story: Telling, answer: Answer) -> None:
    """A merit forgotten in an earlier turn."""
    draw_merit(story, seat_of_ask(answer.ask), answer)


def draw_merit(story: Telling, seat: str, answer: Answer) -> None:
    """All four tokens come back; a card only while there are any."""
    state = with_player(
        story.state,
        seat,
        influence=dict.fromkeys(story.state.players[seat].influence, 0),
        kept_set="",
    )
    if not isinstance(answer.answer, Shown):
        story.tell(state, "rk.log.merit_none", about=(seat,), seat=name_of(seat))
        return
    value = int(answer.answer.cards[0].id)
    of_value = state.pack.merits.count(value)
    held = sum(player.merits.count(value) for player in state.players.values())
    too_many = bool(state.pack.merits) and held >= of_value
    story.refuse_if(too_many, "E-COPIES", "rk.refused.merit_copies", value=value, n=of_value)
    state = with_player(state, seat, merits=(*state.players[seat].merits, value))
    state = replace(state, merit_deck=state.merit_deck - 1)
    if state.on("merit_hidden"):
        story.tell(state, "rk.log.merit_hidden", about=(seat,), sound="merit", seat=name_of(seat))
    else:
        story.tell(state, "rk.log.merit", about=(seat,), sound="merit", seat=name_of(seat), n=value)
    if not state.merit_deck:
        story.tell(state, "rk.log.merits_out", sound="deck_empty")
