"""What a reading answers: findings into the value an ask takes, and whether to trust it. Pure."""

from collections import Counter

from companion.errors import CompanionError
from companion.kit.asks import Ask, Count, Place, Roll, Show
from companion.kit.fits import check_form, over_limits
from companion.kit.intents import Answer, AnswerValue, Counted, Placed, Rolled, Shown
from companion.kit.pieces import CardSeen, Cells, Die, Piece
from vision.reading import Decision, Finding, Reading

UNTAUGHT = "sight.nothing_taught"


def proposal(
    ask: Ask,
    reading: Reading,
    beside: Reading | None = None,
) -> AnswerValue | None:
    """The answer a reading stands for, trusted or not; None where it says nothing about this ask.

    `beside`: the newest look at the tokens not placed.
    """
    match ask:
        case Roll():
            return _rolled(ask, reading.findings)
        case Show():
            return _shown(ask, reading.findings)
        case Place():
            return Placed(_lying(ask, reading.findings), _unplaced(ask, beside))
        case Count():
            return Counted(sum(finding.count for finding in reading.findings))
        case _:
            return None


def answer_of(
    ask: Ask,
    reading: Reading,
    beside: Reading | None = None,
) -> AnswerValue | None:
    """What the reading answers, if it is one to take without a tap: trusted, whole, and fitting the
    ask.
    """
    if reading.decision is not Decision.ACCEPT or not all(
        finding.sure for finding in reading.findings
    ):
        return None
    value = proposal(ask, reading, beside)
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


def _shown(ask: Show, findings: tuple[Finding, ...]) -> Shown:
    """Cards of the kind asked for; others were there for something else."""
    known = {card.id for card in ask.known}
    seen = [
        one for one in findings if one.value is not None and (not known or str(one.value) in known)
    ]
    return Shown(tuple(CardSeen(str(one.value), one.turn or 0) for one in seen))


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
    unseen = isinstance(ask, Roll) or is_untaught(reading)
    return bool(reading.findings) or (unseen and not ask.optional)


def is_untaught(reading: Reading) -> bool:
    return reading.why.key == UNTAUGHT


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
