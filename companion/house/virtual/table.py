"""The virtual table in play: lays the mats of the game, takes the messages of hands, tells the camera what lies where.

The house keeps what lies there, so that a camera that was restarted is told again. One thread follows the game; hands
come from the web's threads.
"""

import itertools
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import SetupError
from companion.house.board import Board
from companion.house.virtual.stage import Stage, corners_of, free_spot, is_in, middle
from companion.house.virtual.taught import is_sheet, knows, sheet_boxes, teach, titles_of
from companion.kit.asks import Ask, Place, Roll, Show
from companion.kit.say import Say
from companion.table.owner import Face, Table
from companion.texts import sentence
from vision.dice.throw import LOOKS
from vision.orders import Message
from vision.reading import Point
from vision.virtual.light import LIGHTS
from vision.virtual.pieces import SIZES_MM, Piece

WAIT_S = 0.25
MOST_PIECES = 120
BUMP = (9.0, 7.0, 0.6)  # right, down (pixels), turned (degrees), at most
THROWN = "thrown:"
PLAIN_DIE = "white"


class VirtualTable:
    """`tell` is the camera's ear, `taught` the folder of everything the eye was taught, `mats` where a game's are."""

    def __init__(
        self, table: Table, board: Board, tell: Callable[[Message], None], taught: Path, look_again: Callable[[], None]
    ) -> None:
        self._table, self._board, self._tell, self._taught = table, board, tell, taught
        self._look_again = look_again
        self._lock = threading.RLock()
        self._chance = random.Random()
        self._ids = itertools.count(1)
        self._tick = -1
        self._playing: tuple[object, ...] = ()
        self._was_on = False
        self.face: Face | None = None
        self.stage: Stage | None = None
        self.pieces: dict[str, Piece] = {}
        self.light, self.is_plugged, self.pose = "day", True, (0.0, 0.0, 0.0)

    # Following the game

    def run(self, stop: threading.Event) -> None:
        stir = -1
        while not stop.is_set():
            self.follow()
            stir = self._table.wait(stir, WAIT_S)

    def follow(self) -> None:
        is_on = self._board.shown()["camera"].state == "on"
        with self._lock:
            if self._table.tick != self._tick:
                self._tick = self._table.tick
                self._take_in(self._table.face())
            if is_on and not self._was_on:
                self._tell_all()
            self._was_on = is_on

    def _take_in(self, face: Face | None) -> None:
        self.face = face
        playing = (face.number, face.game, face.seats) if face is not None else ()
        if playing != self._playing:
            self._playing = playing
            self._lay_mats(())
        if face is not None and self.stage is not None:
            missing = self.stage.missing(face.asks)
            if missing:
                self._lay_mats(missing)
        self._show()

    def _lay_mats(self, first: tuple[str, ...]) -> None:
        self.stage = Stage.of(self.face, first) if self.face is not None else None
        self.pieces.clear()
        self._tell_mats()

    def _teach(self, look: str) -> None:
        """When a kind of card or die comes to the table for the first time: learning costs the eye a while."""
        if self.face is None:
            return
        zones = {ask.zone for ask in self.face.asks if knows(ask, look)}
        asks = tuple(ask for ask in self.face.asks if ask.zone in zones)
        if zones and teach(self._taught / self.face.game, asks, titles_of(asks, self._speak)):
            self._look_again()

    def _speak(self, words: Say) -> str:
        names = {seat.id: seat.name for seat in self.face.seats if seat.name} if self.face else {}
        return sentence(words, "en", names)

    # Telling the camera

    def _tell_mats(self) -> None:
        if self.stage is None or self.face is None:
            self._tell({"do": "mats", "names": []})
            return
        file = mats_file(self.face.game)
        self._tell({"do": "mats", "file": str(file), "names": list(self.stage.names())})

    def _tell_all(self) -> None:
        """A camera that has just come may know nothing yet."""
        self._tell({"do": "light", "name": self.light})
        self._tell_mats()
        for piece in self.pieces.values():
            self._tell_piece(piece, slide=0)

    def _tell_piece(self, piece: Piece, slide: int = 1) -> None:
        put: Message = {"do": "put", "id": piece.id, "kind": piece.kind, "look": piece.look, "title": piece.title}
        put |= {"parts": list(piece.parts), "x": piece.x_mm, "y": piece.y_mm, "degrees": piece.turn_deg, "slide": slide}
        self._tell(put)

    # Hands

    def hear(self, message: dict[str, Any]) -> None:
        """What the page sends. Everything is checked here: a camera that gets nonsense would stop."""
        with self._lock:
            deed = str(message.get("do"))
            hand = {
                "throw": self._throw, "put": self._put, "move": self._move, "turn": self._turn, "take": self._take,
                "sweep": self._sweep, "light": self._dim, "hand": self._hand, "bump": self._bump, "cock": self._cock,
                "unplug": self._cable, "plug": self._cable,
            }.get(deed)  # fmt: skip
            if hand is None:
                raise SetupError(f"Nobody can {deed!r} at the virtual table.")
            hand(message)
            self._show()

    def _throw(self, message: dict[str, Any]) -> None:
        """The dice of the open roll, or two white ones just for fun."""
        ask = next((ask for ask in self._asks() if isinstance(ask, Roll)), None)
        seed = int(message.get("seed", self._chance.randrange(1 << 20)))
        wanted = [die for die in ask.dice for _ in range(die.count)] if ask else []
        if ask is not None and any(die.kind != "d6" for die in wanted):
            chance = random.Random(seed)
            faces = message.get("values") or [chance.choice(die.faces) for die in wanted]
            self._throw_symbols(ask, [(die.colour or die.kind, str(f)) for die, f in zip(wanted, faces, strict=True)])
            return
        looks = [die.colour if die.colour in LOOKS else PLAIN_DIE for die in wanted] or [PLAIN_DIE, "red"]
        zone = self.stage.ground.place_of(ask) if self.stage is not None and ask is not None else None
        throw: Message = {"do": "throw", "seed": seed, "colours": [str(look) for look in looks], "zone": zone or "tray"}
        values = message.get("values")
        self._tell(throw | {"values": [int(v) for v in values]} if values else throw)

    def _throw_symbols(self, ask: Roll, dice: list[tuple[str, str]]) -> None:
        self._take_where(lambda piece: piece.id.startswith(THROWN))
        area = self.stage.area(ask) if self.stage is not None else None
        if area is None:
            raise SetupError("There is no tray under the camera to throw these dice into.")
        x, y, width, height = area.box_mm
        self._teach(dice[0][0])
        for colour, symbol in dice:
            wish = (x + self._chance.uniform(15, width - 15), y + self._chance.uniform(15, height - 15))
            spot = free_spot(area.box_mm, "die", self.pieces.values(), wish)
            turn = self._chance.uniform(-40, 40)
            self._lay(Piece(f"{THROWN}{next(self._ids)}", "die", colour, symbol, *spot, turn))

    def _put(self, message: dict[str, Any]) -> None:
        """A piece from the supply: into a cell of an ask, or wherever it was let go."""
        stage, kind, look = self._staged(), str(message.get("kind")), str(message.get("look", ""))[:80]
        if kind not in SIZES_MM:
            raise SetupError(f"There is no {kind!r} to put on the virtual table.")
        if len(self.pieces) >= MOST_PIECES:
            raise SetupError("The virtual table is full: sweep it first.")
        title = str(message.get("title") or titles_of(self._asks(), self._speak).get(look, look))[:80]
        parts = tuple(str(part)[:40] for part in message.get("parts") or ())
        if kind == "card" and look in (sheets := sheet_boxes(self._asks())):
            kind, parts = "sheet", sheets[look]
        self._teach(look)
        degrees = 90.0 * (int(message.get("turn", 0)) % 4)
        piece = Piece(f"piece:{next(self._ids)}", kind, look, title, turn_deg=degrees, parts=parts)
        self._lay(self._settled(piece, self._wish(stage, message)))

    def _wish(self, stage: Stage, message: dict[str, Any]) -> Point:
        if "cell" in message:
            ask = next((ask for ask in self._asks() if ask.id == message.get("ask")), None)
            cells = stage.cells(ask, self.pieces.values()) if ask is not None else {}
            if message["cell"] not in cells:
                raise SetupError("That place is not on the table now.")
            return middle(cells[message["cell"]])
        return stage.at(_fraction(message, "x"), _fraction(message, "y"))

    def _settled(self, piece: Piece, wish: Point) -> Piece:
        """Into the cell it was let go over: a card straight in its slot, a token beside the others."""
        stage = self._staged()
        others = [one for one in self.pieces.values() if one.id != piece.id]
        for ask in self._asks():
            for cell in stage.cells(ask, others).values():
                if not is_in(cell, replace(piece, x_mm=wish[0], y_mm=wish[1])):
                    continue
                fits = isinstance(ask, Show) == (piece.kind in ("card", "sheet", "back")) or isinstance(ask, Place)
                if fits:
                    spot = free_spot(cell, piece.kind, others, None if piece.kind != "token" else wish)
                    return replace(piece, x_mm=spot[0], y_mm=spot[1])
        return replace(piece, x_mm=wish[0], y_mm=wish[1])

    def _move(self, message: dict[str, Any]) -> None:
        piece = self._piece(message)
        self._lay(self._settled(piece, self._wish(self._staged(), message)))

    def _turn(self, message: dict[str, Any]) -> None:
        piece = self._piece(message)
        self._lay(replace(piece, turn_deg=piece.turn_deg + 90.0))

    def _take(self, message: dict[str, Any]) -> None:
        piece = self._piece(message)
        self._take_where(lambda one: one.id == piece.id)

    def _sweep(self, _message: dict[str, Any]) -> None:
        self._take_where(lambda _: True)
        self._tell({"do": "clear"})

    def _dim(self, message: dict[str, Any]) -> None:
        if message.get("name") not in LIGHTS:
            raise SetupError(f"There is no such light; there are: {', '.join(LIGHTS)}.")
        self.light = str(message["name"])
        self._tell({"do": "light", "name": self.light})

    def _hand(self, message: dict[str, Any]) -> None:
        self._tell({"do": "hand", "seconds": min(max(float(message.get("seconds", 1.6)), 0.2), 10.0)})

    def _bump(self, _message: dict[str, Any]) -> None:
        right, down, turned = (self._chance.uniform(-most, most) for most in BUMP)
        self.pose = (round(right, 1), round(down, 1), round(turned, 2))
        self._tell({"do": "bump", "right": self.pose[0], "down": self.pose[1], "turned": self.pose[2]})

    def _cock(self, message: dict[str, Any]) -> None:
        self._tell({"do": "cock", "die": int(message.get("die", 0))})

    def _cable(self, message: dict[str, Any]) -> None:
        self.is_plugged = message["do"] == "plug"
        self._tell({"do": str(message["do"])})

    # Pieces

    def _lay(self, piece: Piece) -> None:
        self.pieces[piece.id] = piece
        self._tell_piece(piece)

    def _take_where(self, gone: Callable[[Piece], bool]) -> None:
        for piece in [one for one in self.pieces.values() if gone(one)]:
            del self.pieces[piece.id]
            self._tell({"do": "take", "id": piece.id})

    def clear_for(self, ask: Ask, but: Piece | None = None) -> None:
        """Takes away what lies where this ask looks: a new day's card comes to an empty place."""
        with self._lock:
            area = self.stage.area(ask) if self.stage is not None else None
            if area is not None:
                self._take_where(lambda one: is_in(area.box_mm, one) and one != but)

    def _piece(self, message: dict[str, Any]) -> Piece:
        piece = self.pieces.get(str(message.get("id")))
        if piece is None:
            raise SetupError("That piece is not on the virtual table any more.")
        return piece

    def _staged(self) -> Stage:
        if self.stage is None:
            raise SetupError("Begin a game first: its mats are laid then.")
        return self.stage

    def _asks(self) -> tuple[Ask, ...]:
        return self.face.asks if self.face is not None else ()

    # Showing

    def _show(self) -> None:
        stage = self.stage
        scene: dict[str, Any] = {"light": self.light, "plugged": self.is_plugged, "pose": self.pose}
        if stage is not None:
            scene["pieces"] = [
                {"id": one.id, "kind": one.kind, "look": one.look, "title": one.title, "corners": stage.outline(one)}
                for one in self.pieces.values()
            ]
            scene["targets"] = [target for ask in self._asks() if (target := self._target(stage, ask))]
        self._board.show(scene=scene)

    def _target(self, stage: Stage, ask: Ask) -> dict[str, Any] | None:
        """Where an ask is answered by laying something; for people to see where to drop it."""
        if not isinstance(ask, Place | Show | Roll) or stage.area(ask) is None:
            return None
        cells = stage.cells(ask, self.pieces.values())
        needs = isinstance(ask, Place) and is_sheet(ask) and not cells
        return {
            "ask": ask.id,
            "sheet": ask.sheet if needs and isinstance(ask, Place) else None,
            "cells": [{"id": name, "corners": stage.seen(corners_of(cell))} for name, cell in cells.items()],
        }


def _fraction(message: dict[str, Any], name: str) -> float:
    try:
        value = float(message[name])
    except (KeyError, TypeError, ValueError):
        raise SetupError("Say where on the virtual table.") from None
    return min(max(value, 0.0), 1.0)


def mats_file(game: str) -> Path:
    from companion import games

    return Path(games.__path__[0]) / game / "mats.toml"
