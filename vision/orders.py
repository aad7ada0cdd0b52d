"""What the table tells the eye, and the eye the table, over the pipe between their processes. Values only."""

import msgspec

from vision.reading import Point, Reading

Message = dict[str, int | float | str | list[int | str]]


class WatchOrder(msgspec.Struct, frozen=True, tag=True):
    """One open ask: look for this kind in this zone. `corners`: the zone in the camera's picture, as fractions of its
    width and height, clockwise from the zone's top left; none: the whole picture."""

    ask: str
    zone: str
    kind: str = "dice"
    count: int | None = None
    colours: tuple[str, ...] | None = None
    corners: tuple[Point, ...] | None = None
    rows: int = 1  # of the zone's grid, for tokens
    cols: int = 1
    taught: str | None = None  # the folder of taught pictures, for cards


class Watch(msgspec.Struct, frozen=True, tag=True):
    """All open asks; nothing else is looked for. `closed` zones are blacked out before anything sees them."""

    orders: tuple[WatchOrder, ...] = ()
    closed: tuple[tuple[Point, ...], ...] = ()
    pictures_per_s: float = 0.0  # how often people want to see what the camera sees


class Tell(msgspec.Struct, frozen=True, tag=True):
    """A message for the virtual camera: throw, light, hand, bump. Other cameras ignore it."""

    message: Message


class Look(msgspec.Struct, frozen=True, tag=True):
    """Somebody says: it lies there now. What is at rest is read as if it had just come to rest."""


class Stop(msgspec.Struct, frozen=True, tag=True):
    """End the process."""


class Seen(msgspec.Struct, frozen=True, tag=True):
    """A settled reading for an ask."""

    ask: str
    reading: Reading


class Health(msgspec.Struct, frozen=True, tag=True):
    """How the eye is, about once a second. `why` is a message key when something is wrong."""

    camera_works: bool
    frames_per_s: float
    states: dict[str, str]  # zone to tray state
    why: str = ""


class Picture(msgspec.Struct, frozen=True, tag=True):
    """What the camera sees, for people: small, with closed zones black."""

    jpeg: bytes


Order = Watch | Tell | Look | Stop
Report = Seen | Health | Picture

_orders: msgspec.msgpack.Decoder[Order] = msgspec.msgpack.Decoder(Order)
_reports: msgspec.msgpack.Decoder[Report] = msgspec.msgpack.Decoder(Report)
_encoder = msgspec.msgpack.Encoder()


def packed(message: Order | Report) -> bytes:
    return _encoder.encode(message)


def order_of(data: bytes) -> Order:
    return _orders.decode(data)


def report_of(data: bytes) -> Report:
    return _reports.decode(data)
