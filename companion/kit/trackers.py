"""What the tablet draws: trackers of a few kinds, composed by games. A tracker is data; drawing is
the page's business.

`seat` puts a tracker with a player (nobody: the middle of the table). `handle` names the value that
may be set by hand and whose history opens on a tap. `size` 2 marks the numbers that must be read
from across the room.
"""

import msgspec

from companion.kit.asks import BoardShape
from companion.kit.events import Path
from companion.kit.pieces import Cells, Piece
from companion.kit.say import Say
from companion.kit.stage import Arrangement


class _Tracker(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    id: str
    say: Say
    seat: str | None = None
    handle: str | None = None
    size: int = 1
    made_of: tuple[
        Path, ...
    ] = ()  # a sum or a count: the values of the state whose changes tell its history
    note: Say | None = None
    tone: str = ""  # the note is news: good, bad or plain, drawn large with a sign of its own
    front: bool = False  # what it is about at this moment: drawn first
    quiet: bool = False  # only of interest when opened
    behind: "Behind | None" = None  # opens under the note


class Behind(msgspec.Struct, frozen=True, omit_defaults=True):
    """What stands behind a result: the rule in one sentence, and the cards it was read from."""

    rule: Say
    cards: tuple["CardFace", ...] = ()


class Counter(_Tracker, frozen=True, kw_only=True, tag="counter"):
    """A number. `counts` marks the one that decides (the lower of two scores); `badge` doubles
    colour by a letter.
    `pips`: a few of them are also drawn one by one, as a drop, token, heart or plain pip."""

    value: int
    most: int | None = None
    colour: str | None = None
    badge: str = ""
    counts: bool = False
    pips: str = ""


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    at: int
    seat: str | None = None
    say: Say | None = None
    colour: str | None = None
    badge: str = ""
    counts: bool = False
    handle: str | None = None


class Track(_Tracker, frozen=True, kw_only=True, tag="track"):
    """Numbered spaces with markers on them; several on one space keep their order. `marks`: where
    something happens.
    """

    least: int = 0
    most: int
    markers: tuple[Marker, ...]
    marks: tuple[int, ...] = ()


class Gauge(_Tracker, frozen=True, kw_only=True, tag="gauge"):
    """A level against its end; from `warn` and `alarm` on it changes colour. `against`: a
    threshold. `parts`: what the level is made of, in order. `shape` ring: drawn around its number,
    shut by a lock while `locked`."""

    value: int
    most: int
    warn: int | None = None
    alarm: int | None = None
    against: int | None = None
    against_say: Say | None = None
    parts: tuple[tuple[Say, int], ...] = ()
    shape: str = ""
    locked: bool = False


class GridCell(msgspec.Struct, frozen=True, omit_defaults=True):
    row: int
    col: int
    piece: Piece | None = None
    colour: str | None = None
    badge: str = ""
    ghost: bool = False  # would lie here
    outline: str | None = None  # part of a pattern, about to fall off ...
    say: Say | None = None


class Lane(msgspec.Struct, frozen=True, omit_defaults=True):
    """An arrow at the edge of a grid: from which side things are pushed in, and in what colour."""

    side: str  # top, right, bottom, left
    at: int | None = None  # the row or column it lights up, from 0; none: the whole side
    colour: str | None = None
    badge: str = ""
    option: str = ""  # the open choice that a tap on it takes


class Grid(_Tracker, frozen=True, kw_only=True, tag="grid"):
    rows: int
    cols: int
    cells: tuple[GridCell, ...] = ()
    lanes: tuple[Lane, ...] = ()
    turn: int = 0


class CardFace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A small drawn card: title, big figures, lines of text, quarter turn, what lies on or under
    it.

    `glyph` is a shape the page draws (sun, leaf, sprout, drop, flake), or any text. `shared` are
    colours lent by a neighbour, drawn hollow.
    """

    id: str
    title: str | Say
    turn: int = 0
    face_up: bool = True
    colour: str | None = None
    colours: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    badge: str = ""
    glyph: str = ""
    glyph_say: Say | None = None  # its name, beside it
    # a small grid printed on the card, rows parted by "/": "#" filled, "x" forbidden, "." free
    pattern: str = ""
    figures: tuple[tuple[str, int | str], ...] = ()
    lines: tuple[Say, ...] = ()
    faded: bool = False
    mark: Say | None = None
    slot: str | Say = ""
    source: str = ""  # printed, demo, owner
    attached: tuple["CardFace", ...] = ()
    handle: str | None = None


class Cards(_Tracker, frozen=True, kw_only=True, tag="cards"):
    """A row (in order) of cards, or a hand. With `cols` they lie in fixed places, by their `slot`
    from 1 on. `shape` die: drawn as dice, by badge and glyph."""

    cards: tuple[CardFace, ...]
    slots: int | None = None
    cols: int | None = None
    shape: str = ""


class Dial(_Tracker, frozen=True, kw_only=True, tag="dial"):
    """A disk with four sides, each a letter and a colour: clockwise, the one on top first."""

    sides: tuple[tuple[str, str], ...]


class Pile(_Tracker, frozen=True, kw_only=True, tag="pile"):
    """A stack with a count; `top` if it lies face up."""

    count: int | None
    top: CardFace | None = None


class RingSpot(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    cards: tuple[CardFace, ...] = ()  # index 0 is the top of the stack
    here: bool = False
    open: bool = False  # may be entered now


class Ring(_Tracker, frozen=True, kw_only=True, tag="ring"):
    spots: tuple[RingSpot, ...]


class SheetRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    say: Say | str
    cells: tuple[tuple[Piece, ...], ...]  # one per column
    lit: bool = False
    colour: str | None = None


class Sheet(_Tracker, frozen=True, kw_only=True, tag="sheet"):
    """Tokens per cell: rows against columns (often the seats), with sums at the foot."""

    columns: tuple[Say | str, ...]
    rows: tuple[SheetRow, ...]
    sums: tuple[tuple[Piece, ...], ...] = ()


class TurnSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: str
    state: str = ""  # now, done, waiting, ready
    badge: str = ""


class Order(_Tracker, frozen=True, kw_only=True, tag="order"):
    """Whose turn it is, in the order of play."""

    turns: tuple[TurnSeat, ...]


class PhaseStep(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    say: Say
    state: str = ""  # now, done
    mark: str | Say = ""


class Phase(_Tracker, frozen=True, kw_only=True, tag="phase"):
    """Where in the game we are: rounds or steps in a strip."""

    steps: tuple[PhaseStep, ...]
    at: str = ""


class MapPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    say: Say | str
    x: float
    y: float
    group: str = ""
    pieces: tuple[Marker, ...] = ()
    lines: tuple[Say, ...] = ()
    lit: bool = False


class Map(_Tracker, frozen=True, kw_only=True, tag="map"):
    """Places with ways between them; x and y from 0 to 100."""

    places: tuple[MapPlace, ...]
    ways: tuple[tuple[str, str], ...] = ()


class Board(_Tracker, frozen=True, kw_only=True, tag="board"):
    """A board as it lies, with its pieces. A `Place` whose sheet has this id is answered on it."""

    shape: BoardShape
    cells: Cells


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    say: Say | str
    filled: tuple[str, ...] = ()  # seats, or colours
    lit: bool = False


class Chart(_Tracker, frozen=True, kw_only=True, tag="chart"):
    """Named slots, each filled or not (a rune chart, a checklist of feats)."""

    slots: tuple[Slot, ...]


class Abacus(_Tracker, frozen=True, kw_only=True, tag="abacus"):
    """A number on two decimal rods, as on a mat; `wasted` is what went over its end."""

    value: int
    most: int = 99
    wasted: int = 0


class Loose(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many pieces of one kind. Without a colour it is drawn in that of its id, if any."""

    id: str
    say: Say
    count: int
    colour: str = ""


class Tokens(_Tracker, frozen=True, kw_only=True, tag="tokens"):
    """Loose pieces by kind: mana, goods, dice in a bag."""

    pieces: tuple[Loose, ...]


class Notes(_Tracker, frozen=True, kw_only=True, tag="notes"):
    """A few plain sentences: active effects, explanations. `opens`: what stands behind each of
    them, if anything.
    """

    lines: tuple[Say, ...]
    opens: tuple[Behind | None, ...] = ()


Tracker = (
    Counter
    | Track
    | Gauge
    | Grid
    | Cards
    | Dial
    | Pile
    | Ring
    | Sheet
    | Order
    | Phase
    | Map
    | Board
    | Chart
    | Abacus
    | Tokens
    | Notes
)


class View(msgspec.Struct, frozen=True):
    """All that one seat (or a spectator) may see. `closed`: zones the camera must not look into
    now. `hushed`: somebody reads aloud now, so no device speaks. `stage`: where the trackers
    stand; without it in rows, as they come. `passing`: asks whose answer is known already; a device
    reads them out and answers after a moment, unless somebody stops it."""

    headline: Say
    trackers: tuple[Tracker, ...]
    closed: tuple[str, ...] = ()
    hushed: bool = False
    stage: Arrangement | None = None
    passing: tuple[str, ...] = ()
