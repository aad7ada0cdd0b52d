"""Between asks and sights: what the camera shall look for, and what a reading answers. Pure."""

from collections.abc import Mapping

from companion.house.board import Sight
from companion.kit.asks import Ask, Roll, dice_wanted
from companion.kit.intents import Answer, AnswerValue, Rolled
from companion.kit.pieces import Die
from vision.orders import Watch, WatchOrder
from vision.reading import Decision, Point, Reading
from vision.words import in_english

Corners = tuple[Point, ...]
WHOLE = "tray"  # with no zone marked, the whole picture is the tray


def orders(asks: tuple[Ask, ...], closed: tuple[str, ...], zones: Mapping[str, Corners]) -> Watch:
    """Only what is asked, only where it is asked; closed zones are blacked out."""
    wanted = [order for ask in asks if (order := _order(ask, zones)) is not None and ask.zone not in closed]
    return Watch(tuple(wanted), tuple(zones[name] for name in closed if name in zones))


def _order(ask: Ask, zones: Mapping[str, Corners]) -> WatchOrder | None:
    if ask.zone is None or (ask.zone not in zones and ask.zone != WHOLE):
        return None
    if isinstance(ask, Roll) and all(die.kind == "d6" for die in ask.dice):
        colours = tuple(die.colour for die in ask.dice for _ in range(die.count) if die.colour)
        told_apart = colours if len(colours) == dice_wanted(ask) else None
        return WatchOrder(ask.id, ask.zone, "dice", dice_wanted(ask), told_apart, zones.get(ask.zone))
    return None


def answer_of(ask: Ask, reading: Reading) -> AnswerValue | None:
    """What the reading answers, if it is one to take without a tap."""
    if reading.decision is not Decision.ACCEPT or not isinstance(ask, Roll):
        return None
    return Rolled(tuple(_die(finding.value, finding.colour, ask) for finding in reading.findings))


def _die(value: int | str | None, colour: str | None, ask: Roll) -> Die:
    told_apart = any(die.colour == colour for die in ask.dice)
    return Die(value if value is not None else 0, "d6", colour if told_apart else None)


def intent_of(ask: Ask, value: AnswerValue, intent_id: str, evidence: str | None) -> Answer:
    seat = ask.seats[0] if len(ask.seats) == 1 else None
    return Answer(id=intent_id, ask=ask.id, answer=value, seat=seat, evidence=evidence, device="camera")


def sight_of(reading: Reading, picture: str) -> Sight:
    pieces = tuple(
        {
            "value": finding.value,
            "colour": finding.colour,
            "box": finding.box,
            "confidence": round(finding.confidence, 3),
            "likeliest": [likely.value for likely in finding.likeliest if likely.value is not None],
        }
        for finding in reading.findings
    )
    return Sight(reading.ask or "", in_english(reading.why), pieces, picture)
