"""What the table tells the worker, and the worker the table, over the pipe between their
processes. Values only.
"""

import msgspec

from vision.mats.layout import Box, Mat
from vision.reading import Light, Point, Reading, Why

VirtualMessage = dict[str, int | float | str | list[int | str]]


class WatchOrder(msgspec.Struct, frozen=True, tag=True):
    """One open ask: look for this kind in this zone.

    `corners`: the zone in the camera's picture, as fractions of its width and height, clockwise
    from the zone's top left; none: where its mat or a hand's drawing has it. `anywhere`: the whole
    picture will do while it has no place.
    """

    ask: str
    zone: str
    kind: str = "dice"
    count: int | None = None
    colours: tuple[str, ...] | None = None
    corners: tuple[Point, ...] | None = None
    rows: int = 1  # of the zone's grid, for tokens
    cols: int = 1
    taught: str | None = None  # the folder of taught pictures: cards, symbol dice, a sheet
    pieces: str = ""  # what lies in the cells of a place: cards, dice, tokens, a disk
    cells: dict[str, Box] = {}  # of the zone, each as x, y, width, height in fractions of it
    faces: bool = True  # whether it matters which face of a die is up
    anywhere: bool = False
    tone: float = 1.0  # how light the zone's paper was printed; 1: bare
    is_asked: bool = True  # somebody waits for an answer; else it is only said what is seen
    occasion: int = 0  # the how-manieth asking: after an undo the same question is a new one


class Watch(msgspec.Struct, frozen=True, tag=True):
    """All open asks; nothing else is looked for. Closed zones are blacked out before anything sees
    them.
    """

    orders: tuple[WatchOrder, ...] = ()
    closed: tuple[tuple[Point, ...], ...] = ()
    pictures_per_s: float = 0.0  # how often people want to see what the camera sees
    mats: tuple[Mat, ...] = ()
    drawn: dict[str, tuple[Point, ...]] = {}  # zones drawn by hand, for tables without mats
    closed_places: tuple[
        str, ...
    ] = ()  # closed by name: a mat, a zone of one, or a zone drawn by hand
    prepare: str = ""  # the folder of taught cards to be learned before they are asked for


class CameraMessage(msgspec.Struct, frozen=True, tag=True):
    """A message for the virtual camera: throw, light, hand, bump. Other cameras ignore it."""

    message: VirtualMessage


class LookAgain(msgspec.Struct, frozen=True, tag=True):
    """Somebody says: it lies there now. What is at rest is read as if it had just come to rest.

    `laid_only`: something was taught; what was laid down is read anew, but no roll.
    """

    laid_only: bool = False


class Teach(msgspec.Struct, frozen=True, tag=True):
    """Look at what is to be taught, in a zone or in a picture from a file, and give back what is
    worth keeping.

    `what`: die, card or sheet. `number` comes back with the answer.
    """

    number: int
    what: str
    zone: str = ""
    picture: bytes | None = None


class CountMarks(msgspec.Struct, frozen=True, tag=True):
    """How many corner marks lie before the camera? For the self-test."""

    number: int


class StopWorker(msgspec.Struct, frozen=True, tag=True):
    """End the process."""


class ZoneReading(msgspec.Struct, frozen=True, tag=True):
    """A settled reading for an ask, on that occasion of asking."""

    ask: str
    reading: Reading
    occasion: int = 0


class TaughtPicture(msgspec.Struct, frozen=True, tag=True):
    """The picture to keep of what was to be taught, or why there is none."""

    number: int
    jpeg: bytes | None = None
    why: Why | None = None


class MarksCounted(msgspec.Struct, frozen=True, tag=True):
    """The corner marks seen at that moment."""

    number: int
    marks: int


class ZonePlace(msgspec.Struct, frozen=True, tag=True):
    """Where a zone lies now. `sight`: located, moved, partly hidden, hidden, lost; or drawn by
    hand.
    """

    sight: str
    corners: tuple[Point, ...] | None = None


class CameraHealth(msgspec.Struct, frozen=True, tag=True):
    """How camera and worker are, about once a second. `why` is a message key when something is
    wrong.
    """

    camera_works: bool
    frames_per_s: float
    states: dict[str, str]  # zone to tray state
    why: str = ""
    places: dict[str, ZonePlace] = {}
    light: Light | None = None
    is_locked: bool = False  # exposure and white balance held as they are
    newest_s: float = 0.0  # when the newest picture came, on this machine's steady clock
    # the lens is covered or the lamp went out; said of the whole picture, closed zones too
    is_black: bool = False
    # the asks whose place was seen since they were asked: what comes there from now on is new
    begun: tuple[str, ...] = ()
    learned: tuple[int, int] = (0, 0)  # taught pictures, and of how many, while it learns


class CameraPicture(msgspec.Struct, frozen=True, tag=True):
    """What the camera sees, for people: small, with closed zones black."""

    jpeg: bytes


Order = Watch | CameraMessage | LookAgain | Teach | CountMarks | StopWorker
Report = ZoneReading | CameraHealth | CameraPicture | TaughtPicture | MarksCounted

_orders: msgspec.msgpack.Decoder[Order] = msgspec.msgpack.Decoder(Order)
_reports: msgspec.msgpack.Decoder[Report] = msgspec.msgpack.Decoder(Report)
_encoder = msgspec.msgpack.Encoder()


def packed(message: Order | Report) -> bytes:
    return _encoder.encode(message)


def order_of(data: bytes) -> Order:
    return _orders.decode(data)


def report_of(data: bytes) -> Report:
    return _reports.decode(data)
