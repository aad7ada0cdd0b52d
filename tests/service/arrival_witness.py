"""Who gave an answer: every deed of a hand at the virtual table is noted, and every answer of the
camera is held against what came to its place after it was asked.
"""

from collections import Counter
from dataclasses import dataclass, field

from companion.kit.asks import Ask, Count, Place, Roll, Show
from companion.kit.intents import AnswerValue, Counted, Placed, Rolled, Shown
from companion.service.virtual.stage import is_in
from companion.service.virtual.surface import Surface
from tests.service.stepped_house import House
from vision.mats.layout import Box
from vision.protocol import VirtualMessage
from vision.virtual.pieces import SLIDE_S, VirtualPiece

THROWS_S = 2.3  # a hard throw lies at the latest


@dataclass(frozen=True)
class Deed:
    """Something came to lie at a place, or was taken from it. `faces`: of thrown dice."""

    lies_s: float
    piece: VirtualPiece | None = None
    faces: tuple[int, ...] = ()


@dataclass
class Witness:
    """`opened_s`: when each open ask was asked, on the camera's clock."""

    house: House | None = None
    deeds: list[Deed] = field(default_factory=list)
    opened_s: dict[str, float] = field(default_factory=dict)
    answered_s: dict[str, float] = field(default_factory=dict)  # by place, the last time
    playing: int = 0
    checked: int = 0
    is_retold: bool = False
    taken: list[VirtualPiece] = field(default_factory=list)  # while it is held
    where: dict[str, VirtualPiece] = field(default_factory=dict)

    @property
    def now_s(self) -> float:
        return self.house.eye.clock_s if self.house is not None else 0.0

    # Hands

    def hear(self, message: VirtualMessage) -> None:
        """What the camera is told. While it is held the table is only told anew, or follows its
        tracker: pieces slide or are taken, as a hand would.
        """
        match message["do"]:
            case "hold":
                self.is_retold, self.taken = True, []
            case "clear" | "mats":
                self.taken = []  # put aside with their mats, by nobody
            case "show":
                self.is_retold = False
                for gone in self.taken:
                    self._note(gone)
            case "put":
                piece = _piece_of(message)
                before, self.where[piece.id] = self.where.get(piece.id), piece
                if not self.is_retold or (message["slide"] and before != piece):
                    self._note(piece)
                    if before is not None:
                        self._note(before)
            case "take":
                gone = self.where.pop(str(message["id"]), None)
                if gone is not None and self.is_retold:
                    self.taken.append(gone)
                elif gone is not None:
                    self._note(gone)
            case "throw" if not message.get("lie"):
                self.deeds.append(Deed(self.now_s + THROWS_S, faces=()))

    def _note(self, piece: VirtualPiece) -> None:
        self.deeds.append(Deed(self.now_s + SLIDE_S, piece))

    # Questions

    def look(self) -> list[str]:
        """Judges the camera's new answers and notes what is asked now. Says what no hand gave."""
        assert self.house is not None
        table, wrong = self.house.table, list[str]()
        face, live = table.snapshot(), table.live
        if face is None or live is None:
            self.opened_s, self.playing = {}, 0
            return wrong
        if face.playing != self.playing:
            self.opened_s, self.playing, self.checked = {}, face.playing, live.seq
        for seq, answer in live.told.answers_since(self.checked):
            asked = live.asked_in(seq, answer.seat)
            if answer.device == "camera" and asked is not None:
                ask, value = asked
                opened_s = self.opened_s.get(ask.id, self.now_s)
                if not self.was_given(ask, value, opened_s):
                    wrong.append(f"{face.game} {ask.id}: {value}")
                self.answered_s[ask.zone or ""] = self.now_s
            self.opened_s.pop(answer.ask, None)
        self.checked = live.seq
        opened = {ask.id: self.opened_s.get(ask.id, self.now_s) for ask in face.asks}
        self.opened_s = opened
        return wrong

    # Judging

    def was_given(self, ask: Ask, value: AnswerValue, opened_s: float) -> bool:
        assert self.house is not None
        surface = self.house.stand.surface
        area = surface.stage.area(ask) if surface.stage is not None else None
        if area is None:
            return False
        since_s = self.answered_s.get(ask.zone or "", 0.0) if ask.as_it_lies else opened_s
        fresh = [deed for deed in self.deeds if deed.lies_s >= since_s]
        match ask, value:
            case Roll(), Rolled(dice=dice):
                return self._was_thrown(fresh, [str(die.face) for die in dice], area.box_mm)
            case Show(), Shown(cards=cards):
                came = Counter(card.id for card in cards)
                return not came - Counter(_cards(surface, fresh, area.box_mm))
            case ((Place() | Count()), (Placed() | Counted())):
                return any(one.piece and is_in(area.box_mm, one.piece) for one in fresh)
            case _:
                return False

    def _was_thrown(self, fresh: list[Deed], faces: list[str], area: Box) -> bool:
        assert self.house is not None
        fallen = [str(face) for face in self.house.eye.camera.dice.fallen()]
        dice = [one.piece for one in fresh if one.piece is not None and one.piece.kind == "die"]
        symbols = [die.title for die in dice if is_in(area, die)]
        if symbols:
            return not Counter(faces) - Counter(symbols)
        return any(one.piece is None for one in fresh) and sorted(fallen) == sorted(faces)


def _cards(surface: Surface, fresh: list[Deed], area: Box) -> list[str]:
    """The cards lying there that came lately."""
    came = {one.piece.id for one in fresh if one.piece is not None}
    lying = surface.pieces.values()
    return [one.look for one in lying if one.id in came and is_in(area, one)]


def _piece_of(message: VirtualMessage) -> VirtualPiece:
    x, y, turn = (float(str(message[name])) for name in ("x", "y", "degrees"))
    look, title = str(message["look"]), str(message["title"])
    return VirtualPiece(str(message["id"]), str(message["kind"]), look, title, x, y, turn)
