"""Fingers for any game: an answer of the kit becomes the taps that give it on the page."""

from typing import Any, assert_never

from playwright.sync_api import Locator, Page

from companion.kit.asks import Ask, Place
from companion.kit.intents import Answer, Chosen, Counted, Placed, Readied, Rolled, Shown
from companion.kit.pieces import Piece, count_of

# Options of set-up, all of them in sight
UNFOLDED = "document.querySelectorAll('.setup details').forEach((one) => { one.open = true; })"
SETTLED = "seq => Number(document.body.dataset.seq) > seq || document.querySelector('.refused')"


def tap(page: Page, ask: Ask, answer: Answer, seq: int) -> None:
    """Gives the answer by touch and waits until the page shows what came of it."""
    value = answer.answer
    if to_question(page, ask):
        page.wait_for_function(SETTLED, arg=seq)
        return
    place = page.locator(f'[data-ask="{ask.id}"]')
    unfold(place)
    match value:
        case Rolled():
            roll(place, value)
        case Chosen():
            choose(place, "option", value.options)
        case Shown():
            choose(place, "card", tuple(card.id for card in value.cards))
        case Counted():
            count(place, value.number)
        case Placed():
            assert isinstance(ask, Place)
            (tap_board if ask.board else lay)(place, ask, value)
        case Readied():
            ready = place.locator(f'[data-ready="{answer.seat}"]')
            (ready if ready.count() else place.locator(".corner button.primary")).first.click()
        case _:
            assert_never(value)
    page.wait_for_function(SETTLED, arg=seq)


def to_question(page: Page, ask: Ask) -> bool:
    """Makes it the question in the band: others are chips. Says whether the chip was the answer."""
    if page.locator(f'[data-ask="{ask.id}"]').count():
        return False
    chip = page.locator(f'[data-chip="{ask.id}"], [data-act="{ask.id}"]').first
    if not chip.is_visible():
        page.locator(".more-asks > summary").click()
    is_answer = chip.get_attribute("data-act") is not None
    chip.click()
    return is_answer


def unfold(place: Locator) -> None:
    """What needs more room than the band lies on a sheet over the stage, or under a line of its
    own.
    """
    folded = place.locator('[data-sheet][aria-expanded="false"]')
    if folded.count():
        folded.click()


def roll(place: Locator, rolled: Rolled) -> None:
    """A tap for each die, in the order the page shows them (that of the ask); the last one says it
    all.
    """
    for die in rolled.dice:
        place.locator(f'button.face[data-face="{die.face}"]').click()


def choose(place: Locator, kind: str, ids: tuple[str, ...]) -> None:
    several = place.locator("[data-pick=several]").count()
    for one in ids:
        chosen = place.locator(f'[data-{kind}="{one}"]').first
        if not chosen.is_visible():
            place.locator(".closed-options > summary").click()
        chosen.click()
    if several:
        place.locator(".corner button.primary").click()


def count(place: Locator, number: int) -> None:
    output = place.locator("output")
    less, more = place.locator(".count button").first, place.locator(".count button").last
    while int(output.inner_text()) != number:
        (more if int(output.inner_text()) < number else less).click()
    place.locator(".corner button.primary").click()


def tap_board(place: Locator, ask: Place, placed: Placed) -> None:
    """A tap into each cell where nothing lay; the only piece asked for is the answer at once."""
    new = [cell for cell in placed.cells if cell not in ask.now]
    for cell in new:
        place.locator(f'.board [data-spot="{cell}"]').click()
    if len(new) > 1:
        place.locator(".corner button.primary").click()


def lay(place: Locator, ask: Place, placed: Placed) -> None:
    counted = all(not piece.faces and not piece.turns for piece in ask.pieces)
    one_each = counted and ask.per_cell == 1
    for cell in ask.cells:
        wanted, spot = placed.cells.get(cell.id, ()), place.locator(f'[data-cell="{cell.id}"]')
        if cell.most == 0 and not spot.count():
            continue  # nothing belongs there: nothing to tap
        if one_each:
            put_one(spot, wanted)
        elif counted:
            for piece in ask.pieces:
                step(spot, piece.id, count_of(wanted, piece.id))
        else:
            lay_one_by_one(place, ask, cell.id, wanted)
    place.locator(".corner button.primary").click()


def put_one(spot: Locator, wanted: tuple[Piece, ...]) -> None:
    there = spot.locator('[data-put][aria-pressed="true"]')
    if there.count() and not wanted:
        there.click()
    for piece in wanted:
        button = spot.locator(f'[data-put="{piece.id}"]')
        if button.get_attribute("aria-pressed") != "true":
            button.click()


def step(spot: Locator, piece: str, number: int) -> None:
    stepper = spot.locator(f'[data-piece="{piece}"]')
    while (now := int(stepper.locator("output").text_content() or 0)) != number:
        (
            stepper.locator("button").last if now < number else stepper.locator("button").first
        ).click()


def lay_one_by_one(place: Locator, ask: Place, cell: str, wanted: tuple[Piece, ...]) -> None:
    """What lies there is taken away; then each piece is tapped, its place, and the piece again for
    every quarter.
    """
    spot = place.locator(f'[data-spot="{cell}"]')
    for _ in range(sum(piece.count for piece in ask.now.get(cell, ()))):
        place.locator("[data-lay=away]").click()
        spot.click()
    kinds: list[tuple[str, Any]] = [
        (kind.id, face) for kind in ask.pieces for face in kind.faces or (None,)
    ]
    for piece in wanted:
        for _ in range(piece.count):
            place.locator(f'[data-lay="{kinds.index((piece.id, piece.face))}"]').click()
            for _ in range(1 + piece.turn):
                spot.click()
