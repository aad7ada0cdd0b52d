"""What a game may ask of the table. Six kinds, closed: camera, panel, tablet and simulated players
answer these alone.

An ask's id names this one occasion of asking: when the same question is put again later, its id
differs, so that a late tap never answers the wrong one (`3:P3.2` for the roll of round 3).
"""

import msgspec

from companion.kit.pieces import Cells, Die
from companion.kit.say import Say

D6 = (1, 2, 3, 4, 5, 6)


class DieWanted(msgspec.Struct, frozen=True, gc=False):
    """`count` dice alike. A colour is named only where the rules tell dice apart by it."""

    kind: str = "d6"
    colour: str | None = None
    count: int = 1
    faces: tuple[int | str, ...] = D6


class Cell(msgspec.Struct, frozen=True, gc=False):
    id: str
    say: Say | None = None
    most: int | None = None


class PieceWanted(msgspec.Struct, frozen=True, gc=False):
    """A kind of piece that may be placed; `most` over the whole sheet. `kind`: a token, die, card
    or disk, to the eye.

    `sides` are the colours around a disk, clockwise from its printed top. `price` is what one of
    them costs or brings; with `why_not` it is shown apart, because the rules speak against it.
    """

    id: str
    say: Say | None = None
    colour: str | None = None
    most: int | None = None
    faces: tuple[int | str, ...] = ()
    turns: bool = False
    kind: str = "token"
    sides: tuple[str, ...] = ()
    price: int | None = None
    why_not: Say | None = None


class CardKnown(msgspec.Struct, frozen=True, gc=False):
    """A card that may be shown; `note` says whose word its facts are (printed, demo, owner),
    `needs` what it lacks.
    """

    id: str
    title: str
    note: str = ""
    needs: tuple[str, ...] = ()  # facts its owner is asked for, because nobody has entered them yet


class Option(msgspec.Struct, frozen=True, gc=False):
    """One way to go. With `why_not` it is shown but cannot be taken; `seat`, `colour` and `card`
    help to draw it.

    `rule` names the refusal behind `why_not`; with `bends` the table may take the option anyway (a
    forced answer).
    `button`: the panel's free button of that number takes it with one press, whichever ask is in
    front.
    `alone`: taken by itself, instead of any number of the others ("enough", "none of them").
    """

    id: str
    say: Say
    detail: Say | None = None
    why_not: Say | None = None
    rule: str = "not_now"
    bends: bool = False
    seat: str | None = None
    colour: str | None = None
    card: str | None = None
    button: int = 0
    alone: bool = False


class BoardSpot(msgspec.Struct, frozen=True, gc=False):
    """A cell on the picture of a board: where its middle is, x and y from 0 to 100."""

    id: str
    x: float
    y: float


class BoardShape(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How the cells of a board lie: in `rows` and `cols`, or as `spots` with `ways` between.
    `marks`: what is printed in them, cell by cell, where anything is.
    """

    rows: int = 0
    cols: int = 0
    marks: tuple[str, ...] = ()
    spots: tuple[BoardSpot, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()


class _Ask(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    id: str
    say: Say
    seats: tuple[str, ...] = ()  # who may answer; nobody named: anyone
    zone: str | None = None  # where on the table the camera looks: tray, middle, dock:red ...
    lines: tuple[Say, ...] = ()  # a checklist or further explanation
    optional: bool = False  # play goes on without it
    # What lies there counts as it lies, whenever it came (a grid after a push, tokens when screens
    # are lifted). Else only what comes after the asking answers it: drawn, shown, rolled.
    as_it_lies: bool = False


class Roll(_Ask, frozen=True, kw_only=True, tag="roll"):
    dice: tuple[DieWanted, ...]
    least: int | None = None  # fewer dice than wanted are allowed down to this
    lying: tuple[Die, ...] = ()  # dice that stay as they are, shown for orientation


class Place(_Ask, frozen=True, kw_only=True, tag="place"):
    sheet: str
    cells: tuple[Cell, ...]
    pieces: tuple[PieceWanted, ...]
    least: int = 0
    most: int | None = None
    per_cell: int | None = None
    one_kind_per_cell: bool = False
    now: Cells = {}  # what lies there already; the answer is the whole sheet
    awaited: tuple[
        str, ...
    ] = ()  # cells the table was told to bring in order: seeing them as in `now` is an answer
    board: BoardShape | None = None  # drawn as it lies; with the tracker named `sheet` one drawing
    keeps: bool = False  # what lies there stays: an answer only adds to it


class Show(_Ask, frozen=True, kw_only=True, tag="show"):
    cards: str  # the kind of card
    known: tuple[CardKnown, ...] = ()
    least: int = 1
    most: int = 1
    new: bool = False  # a card not among the known may be shown, with its facts
    needs: tuple[str, ...] = ()  # facts the owner is asked for when the card is new
    deck: str = ""  # the pack's list it stands in, where its whole card can be typed in
    spare: bool = False  # more than one of the same card may be shown


class Choose(_Ask, frozen=True, kw_only=True, tag="choose"):
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


class Count(_Ask, frozen=True, kw_only=True, tag="count"):
    """`start` is the number to expect. `piece`: what lies there to be counted, a token or card to
    the eye (of this
    `colour`, if it has one); nothing: only people can tell."""

    of: str
    least: int = 0
    most: int | None = None
    start: int = 0
    piece: str = ""
    colour: str | None = None


class Ready(_Ask, frozen=True, kw_only=True, tag="ready"):
    """With several seats a barrier: it closes when all of them are ready."""

    done: tuple[str, ...] = ()
    withdraw: bool = False


Ask = Roll | Place | Show | Choose | Count | Ready


def dice_wanted(ask: Roll) -> int:
    return sum(wanted.count for wanted in ask.dice)
