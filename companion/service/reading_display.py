"""What people see of a doubtful reading: its picture with outlines, its values, and the answer it
stands for. Pure.
"""

from typing import Any

import msgspec

from companion.kit.asks import Ask, Place
from companion.kit.intents import Placed
from companion.kit.pieces import Piece
from companion.kit.say import Say, Value, say
from companion.service.reading_answers import in_order, proposal
from companion.service.status import Device, Hint, Sight
from vision.places.compare import InSlot
from vision.places.compare import hints as differences
from vision.protocol import CameraHealth
from vision.reading import Decision, Finding, Light, Reading, Why

SURE_FROM = 0.97
LESSONS = {
    "sight.no_faces_taught": "dice",
    "sight.nothing_taught": "cards",
    "sight.unknown_card": "cards",
    "sight.no_sheet_taught": "cards",
    "sight.no_sheet_seen": "cards",
}


def sight_of(ask: Ask, reading: Reading, picture: str, why: Say | None = None) -> Sight:
    value = proposal(ask, reading)
    pieces = tuple(_piece(finding, reading) for finding in in_order(ask, reading.findings))
    lesson = LESSONS.get(reading.why.key, "")
    doubt = said(reading.why) if reading.decision is Decision.ASK else say("sight.not_asked")
    return Sight(ask.id, why or doubt, pieces, picture, value, ask.optional, lesson)


def pieces_of(reading: Reading) -> tuple[dict[str, Any], ...]:
    return tuple(_piece(finding, reading) for finding in reading.findings)


def said(why: Why) -> Say:
    values: dict[str, Value] = dict(why.values)
    return Say(why.key, values)


def device_of(health: CameraHealth) -> Device:
    """The camera's badge."""
    figures: dict[str, int | float | str] = {
        "frames_per_s": round(health.frames_per_s),
        "locked": int(health.is_locked),
        "black": int(health.is_black),
    }
    words = Say(health.why) if health.why else ""
    return Device("on" if health.camera_works else "away", words, figures)


def lit(light: Light) -> dict[str, Any]:
    """The light's figures, with the advice as sentences. Rounded, so that a flutter is no news to
    every screen.
    """
    figures: dict[str, Any] = msgspec.to_builtins(light)
    figures["brightness"] = round(light.brightness / 5) * 5
    figures["flicker"] = round(light.flicker, 2)
    return figures | {"glare": round(light.glare, 2), "said": [said(why) for why in light.advice]}


def _piece(finding: Finding, reading: Reading) -> dict[str, Any]:
    width, height = (max(side, 1) for side in reading.size_px)
    return {
        "value": finding.value,
        "colour": finding.colour,
        "cell": finding.cell,
        "turn": finding.turn,
        "count": finding.count,
        "outline": [(round(x / width, 4), round(y / height, 4)) for x, y in finding.corners],
        "confidence": round(finding.confidence, 3),
        "trust": trust(finding),
        "likeliest": [likely.value for likely in finding.likeliest if likely.value is not None],
    }


def trust(finding: Finding) -> str:
    """Three plain levels: sure, fairly sure, asked."""
    if not finding.sure or (
        finding.value is None and finding.kind != "token" and finding.colour is None
    ):
        return "asked"
    return "sure" if finding.confidence >= SURE_FROM else "fairly"


# Table against tracker


def hints_of(ask: Place, reading: Reading, place: str) -> tuple[Hint, ...]:
    """Where the camera is sure and the tracker says otherwise. Never a change."""
    value = proposal(ask, reading)
    if not isinstance(value, Placed) or reading.decision is Decision.ASK:
        return ()  # one that was taught nothing, or found no sheet, sees no empty place either
    tracked: dict[str, tuple[str | None, int | None]] = {
        cell: (_text(pieces), _turn(pieces)) for cell, pieces in ask.now.items()
    }
    seen = {
        cell: InSlot(_text(pieces), _turn(pieces), True, 1.0)
        for cell, pieces in value.cells.items()
    }
    return tuple(
        Hint(place, _difference(ask, value, one.place)) for one in differences(tracked, seen)
    )


def _difference(ask: Place, value: Placed, cell: str) -> Say:
    """Lone places have no name of their own: there the ask says where."""
    name = next((one.say for one in ask.cells if one.id == cell), None)
    tracked, seen = _lies(ask, ask.now.get(cell, ())), _lies(ask, value.cells.get(cell, ()))
    if name is None and len(ask.cells) == 1:
        return say("sight.hint.differs_here", what=ask.say, tracked=tracked, seen=seen)
    return say("sight.hint.differs", what=ask.say, cell=name or cell, tracked=tracked, seen=seen)


def _text(pieces: tuple[Piece, ...]) -> str:
    return ", ".join(sorted(f"{piece.count} {piece.id} {piece.face or ''}" for piece in pieces))


def _turn(pieces: tuple[Piece, ...]) -> int | None:
    return pieces[0].turn if len(pieces) == 1 else None


def _lies(ask: Place, pieces: tuple[Piece, ...]) -> Say | tuple[Say, ...]:
    if not pieces:
        return say("sight.hint.nothing")
    names = {piece.id: piece.say or piece.id for piece in ask.pieces}
    turns = any(piece.turns for piece in ask.pieces)
    return tuple(_piece_said(piece, names.get(piece.id, piece.id), turns) for piece in pieces)


def _piece_said(piece: Piece, what: Say | str, turns: bool) -> Say:
    if turns:
        return say("sight.hint.turned", what=what, turn=piece.turn * 90)
    if piece.face:
        return say("sight.hint.counted_face", n=piece.count, what=what, face=piece.face)
    return say("sight.hint.counted", n=piece.count, what=what)
