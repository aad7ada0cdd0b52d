"""What the camera shall look for, and where: orders from the open asks. Pure."""

from pathlib import Path

from msgspec.structs import replace

from companion.kit.asks import Ask, Count, Place, Roll, Show, dice_wanted
from companion.service.places import TRAY, TablePlaces
from vision.mats.layout import Box
from vision.protocol import Watch, WatchOrder
from vision.reading import Point

Corners = tuple[Point, ...]
UNASKED = "unasked"  # no ask has such an id: theirs begin with a round
BESIDE = "beside "  # before an ask's id: what its owner has not placed
UNPLACED = "unplaced"  # the zone of a seat's mat for it


def orders(
    asks: tuple[Ask, ...],
    closed: tuple[str, ...],
    ground: TablePlaces,
    taught: Path,
    drawn: dict[str, Corners] | None = None,
) -> Watch:
    """Only what is asked, only where it is asked; closed zones are blacked out. `taught`: the
    game's own folder.
    """
    wanted: dict[tuple[str, str], WatchOrder] = {}
    tones = {name: area.tone for name, area in ground.areas().items() if name not in (drawn or {})}
    for ask in sorted(asks, key=_rank):
        order = order_of(ask, ground, taught)
        if order is not None and not ground.is_closed(order.zone, closed):
            beside = _beside(order, ground)
            if beside is not None:  # first: what lies beside is known when the sheet is read
                wanted.setdefault((beside.zone, beside.kind), beside)
            wanted.setdefault((order.zone, order.kind), order)
    shut = tuple(ground.place(zone) for zone in closed)
    toned = tuple(replace(order, tone=tones.get(order.zone, 1.0)) for order in wanted.values())
    return Watch(toned, mats=ground.mats, drawn=drawn or {}, closed_places=shut)


def _rank(ask: Ask) -> tuple[bool, bool]:
    """Where two look at one place, first the one that must be answered; a name says more than a
    number.
    """
    return isinstance(ask, Count), ask.optional


def with_tray(wanted: Watch, ground: TablePlaces) -> Watch:
    """The tray is watched also while nobody has to roll: who throws out of turn is told so.

    Only a tray with a mat or a drawing, and only while it is located: in the whole picture a corner
    mark, a printed number or a die left on a card would be a roll that nobody made.
    """
    has_tray = TRAY in ground.areas() or TRAY in wanted.drawn
    if not has_tray or any(order.kind == "dice" for order in wanted.orders):
        return wanted
    return replace(
        wanted, orders=(*wanted.orders, WatchOrder(UNASKED, TRAY, "dice", is_asked=False))
    )


def order_of(ask: Ask, ground: TablePlaces, taught: Path) -> WatchOrder | None:
    place = ground.place_of(ask)
    if place is None:
        return None
    match ask:
        case Roll():
            return _roll(ask, place, taught)
        case Show():
            return WatchOrder(ask.id, place, "cards", taught=str(taught / "cards"), anywhere=True)
        case Place():
            return _place(ask, place, ground, taught)
        case Count() if ask.piece:
            pieces = "counted cards" if ask.piece == "card" else "tokens"
            return WatchOrder(
                ask.id, place, "places", None, (ask.colour,) if ask.colour else None, pieces=pieces
            )
        case _:
            return None


def _roll(ask: Roll, place: str, taught: Path) -> WatchOrder | None:
    kinds = {die.kind for die in ask.dice}
    if len(kinds) != 1:
        return None
    colours = tuple(die.colour for die in ask.dice for _ in range(die.count) if die.colour)
    told_apart = colours if len(colours) == dice_wanted(ask) and ask.least is None else None
    count = dice_wanted(ask) if ask.least is None else None
    (kind,) = kinds
    album = None if kind == "d6" else str(taught / "dice")
    return WatchOrder(
        ask.id, place, "dice", count, told_apart, taught=album, anywhere=place == TRAY
    )


def _place(ask: Place, place: str, ground: TablePlaces, taught: Path) -> WatchOrder | None:
    kinds = {piece.kind for piece in ask.pieces}
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    area = ground.areas().get(place)
    cells = _cells(ask, area.cells() if area is not None else {})
    colours = tuple(piece.colour or piece.id for piece in ask.pieces)
    match kind:
        case "card" if cells:
            return WatchOrder(
                ask.id, place, "places", taught=str(taught / "cards"), pieces="cards", cells=cells
            )
        case "die":
            faces = any(piece.faces for piece in ask.pieces)
            count = ask.most if ask.least == ask.most else None
            album = str(taught / "dice") if faces else None
            here = cells if faces else {}
            return WatchOrder(
                *(ask.id, place, "places", count, colours),
                taught=album,
                pieces="dice",
                cells=here,
                faces=faces,
            )
        case "disk":
            return WatchOrder(ask.id, place, "places", None, ask.pieces[0].sides, pieces="disk")
        case "token" if (
            ask.per_cell == 1 and area is not None and len(cells) == area.rows * area.cols > 0
        ):
            # read as a whole: its own bare cells say what bare is
            return WatchOrder(
                *(ask.id, place, "places", None, colours),
                rows=area.rows,
                cols=area.cols,
                pieces="tokens",
            )
        case "token" if cells or len(ask.cells) == 1:
            named = colours if all(piece.colour for piece in ask.pieces) else None
            return WatchOrder(ask.id, place, "places", None, named, pieces="tokens", cells=cells)
        case "token":
            return WatchOrder(
                ask.id, place, "places", None, colours, taught=str(taught / "cards"), pieces="sheet"
            )
        case _:
            return None


def _beside(sheet: WatchOrder, ground: TablePlaces) -> WatchOrder | None:
    """The tokens lying beside a sheet, where its mat has a zone for them: with those placed they
    must add up.
    """
    _, colon, seat = sheet.zone.partition(":")
    place = f"{UNPLACED}{colon}{seat}"
    if sheet.pieces != "sheet" or not colon or place not in ground.areas():
        return None
    return WatchOrder(BESIDE + sheet.ask, place, "places", None, sheet.colours, pieces="tokens")


def _cells(ask: Place, cells: dict[str, Box]) -> dict[str, Box]:
    """The mat's cells by the names the ask has for them: the same names, or the same number in the
    same order.
    """
    names = [cell.id for cell in ask.cells]
    if set(names) <= set(cells):
        return {name: cells[name] for name in names}
    return dict(zip(names, cells.values(), strict=True)) if len(names) == len(cells) else {}
