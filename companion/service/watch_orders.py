"""Between asks and sights: what the camera shall look for, and what a reading answers. Pure."""

from collections import Counter
from pathlib import Path

from msgspec.structs import replace

from companion.errors import CompanionError
from companion.kit.asks import Ask, Count, Place, Roll, Show, dice_wanted
from companion.kit.fits import check_form, over_limits
from companion.kit.intents import Answer, AnswerValue, Counted, Placed, Rolled, Shown
from companion.kit.pieces import CardSeen, Cells, Die, Piece
from companion.service.places import TRAY, TablePlaces
from vision.mats.layout import Box
from vision.protocol import Watch, WatchOrder
from vision.reading import Decision, Finding, Point, Reading

Corners = tuple[Point, ...]
UNASKED = "unasked"  # no ask has such an id: theirs begin with a round
BESIDE = "beside "  # before an ask's id: what its owner has not placed
UNTAUGHT = "sight.nothing_taught"
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
    return replace(wanted, orders=(*wanted.orders, WatchOrder(UNASKED, TRAY, "dice")))


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


# What a reading answers


def proposal(
    ask: Ask,
    reading: Reading,
    lay_before: Counter[str] | None = None,
    beside: Reading | None = None,
) -> AnswerValue | None:
    """The answer a reading stands for, trusted or not; None where it says nothing about this ask.

    `lay_before`: cards that lay in the zone when it was answered last; only what came to them is
    shown now.
    `beside`: the newest look at the tokens not placed.
    """
    match ask:
        case Roll():
            return _rolled(ask, reading.findings)
        case Show():
            return _shown(ask, reading.findings, lay_before or Counter())
        case Place():
            return Placed(_lying(ask, reading.findings), _unplaced(ask, beside))
        case Count():
            return Counted(sum(finding.count for finding in reading.findings))
        case _:
            return None


def answer_of(
    ask: Ask,
    reading: Reading,
    lay_before: Counter[str] | None = None,
    beside: Reading | None = None,
) -> AnswerValue | None:
    """What the reading answers, if it is one to take without a tap: trusted, whole, and fitting the
    ask.
    """
    if reading.decision is not Decision.ACCEPT or not all(
        finding.sure for finding in reading.findings
    ):
        return None
    value = proposal(ask, reading, lay_before, beside)
    if value is None or not _fits(ask, value):
        return None
    return value


def _fits(ask: Ask, value: AnswerValue) -> bool:
    try:
        check_form(ask, Answer(id="", ask=ask.id, answer=value))
    except CompanionError:
        return False
    if isinstance(ask, Place) and isinstance(value, Placed):
        empty = not value.cells and not ask.optional  # nobody has begun to lay anything
        return not empty and over_limits(ask, value) is None
    if isinstance(ask, Count) and isinstance(value, Counted):
        return (
            value.number == ask.start > 0
        )  # pieces come one after another: any other number may be half of it
    if isinstance(ask, Show) and isinstance(value, Shown):
        known = {card.id: card for card in ask.known}
        return all(card.id in known and not known[card.id].needs for card in value.cards)
    return True


def in_order(ask: Ask, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Dice in the order of the ask where colours tell them apart, else as they lie."""
    if not isinstance(ask, Roll):
        return findings
    wanted = [die.colour for die in ask.dice for _ in range(die.count)]
    left = list(findings)
    ordered: list[Finding] = []
    for colour in wanted:
        fitting = next((one for one in left if colour is not None and one.colour == colour), None)
        if fitting is not None:
            left.remove(fitting)
            ordered.append(fitting)
    return (*ordered, *left)


def _rolled(ask: Roll, findings: tuple[Finding, ...]) -> Rolled:
    kind, told_apart = ask.dice[0].kind, {die.colour for die in ask.dice if die.colour}
    return Rolled(
        tuple(
            Die(
                one.value if one.value is not None else 0,
                kind,
                one.colour if one.colour in told_apart else None,
            )
            for one in in_order(ask, findings)
        )
    )


def _shown(ask: Show, findings: tuple[Finding, ...], lay_before: Counter[str]) -> Shown:
    """Cards of the kind asked for; others were there for something else. What lay there before is
    not shown again.
    """
    known = {card.id for card in ask.known}
    seen = [
        one for one in findings if one.value is not None and (not known or str(one.value) in known)
    ]
    left = Counter(lay_before)
    news = []
    for one in seen:
        if len(seen) > ask.most and left[str(one.value)] > 0:
            left[str(one.value)] -= 1
        else:
            news.append(CardSeen(str(one.value), one.turn or 0))
    return Shown(tuple(news))


def _lying(ask: Place, findings: tuple[Finding, ...]) -> Cells:
    cells: dict[str, list[Piece]] = {}
    counts: Counter[tuple[str, str, int | str | None, int]] = Counter()
    only = ask.cells[0].id if len(ask.cells) == 1 else ""
    for one in findings:
        kind = _piece_id(ask, one)
        cell = one.cell or only
        if kind is None or not cell or one.count < 1:
            continue
        wanted = next(piece for piece in ask.pieces if piece.id == kind)
        face = one.value if wanted.faces else None
        counts[cell, kind, face, (one.turn or 0) if wanted.turns else 0] += one.count
    for (cell, kind, face, turn), number in counts.items():
        cells.setdefault(cell, []).append(Piece(kind, number, turn, face))
    order = {cell.id: at for at, cell in enumerate(ask.cells)}
    return {cell: tuple(cells[cell]) for cell in sorted(cells, key=lambda cell: order.get(cell, 0))}


def _unplaced(ask: Place, beside: Reading | None) -> dict[str, int]:
    """Counted only when sure and when there is something: who keeps tokens in the hand leaves the
    zone empty.
    """
    if beside is None or beside.decision is not Decision.ACCEPT or not beside.findings:
        return {}
    counts = Counter[str]()
    for one in beside.findings:
        kind = _piece_id(ask, one)
        if kind is not None:
            counts[kind] += one.count
    return {piece.id: counts[piece.id] for piece in ask.pieces}


def _piece_id(ask: Place, finding: Finding) -> str | None:
    """Cards by their name, everything else by its colour; where there is only one kind of piece,
    that.
    """
    if len(ask.pieces) == 1:
        return ask.pieces[0].id
    by = finding.value if finding.kind == "card" else finding.colour
    return next(
        (piece.id for piece in ask.pieces if by in (piece.id, piece.colour) and by is not None),
        None,
    )


def is_news(ask: Ask, value: AnswerValue) -> bool:
    """Whether the answer says anything the tracker does not know already, or what it waits to see
    done.
    """
    if not isinstance(ask, Place) or not isinstance(value, Placed) or not ask.optional:
        return True
    return bool(ask.awaited) or _plain(value.cells) != _plain(ask.now)


def is_worth_showing(ask: Ask, reading: Reading) -> bool:
    """Whether people should see a reading that was not taken. An empty place is no news: nobody has
    laid anything yet.

    Except where dice were heard to fall and none is seen, and where nothing was ever taught.
    """
    if isinstance(ask, Count):
        return any(finding.count for finding in reading.findings)
    unseen = isinstance(ask, Roll) or reading.why.key == UNTAUGHT
    return bool(reading.findings) or (unseen and not ask.optional)


def _plain(cells: Cells) -> dict[str, Counter[tuple[str, int, str]]]:
    plain: dict[str, Counter[tuple[str, int, str]]] = {}
    for cell, pieces in cells.items():
        for piece in pieces:
            plain.setdefault(cell, Counter())[piece.id, piece.turn, str(piece.face)] += piece.count
    return plain


def intent_of(ask: Ask, value: AnswerValue, intent_id: str, evidence: str | None) -> Answer:
    seat = ask.seats[0] if len(ask.seats) == 1 else None
    return Answer(
        id=intent_id, ask=ask.id, answer=value, seat=seat, evidence=evidence, device="camera"
    )
