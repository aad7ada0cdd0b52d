"""From the virtual lens to an answer, without a process: tokens, dice and cards on each game's own
mats.
"""

from pathlib import Path

import msgspec
import pytest

from companion.kit.asks import Ask, CardKnown, Cell, DieWanted, PieceWanted, Place, Roll, Show
from companion.kit.intents import AnswerValue, Placed, Rolled, Shown
from companion.kit.pieces import CardSeen, Cells, Die, Piece
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.service.places import TablePlaces
from companion.service.reading_answers import answer_of, is_news, proposal
from companion.service.reading_display import hints_of, sight_of
from companion.service.watch_orders import BESIDE, UNASKED, Corners, order_of, orders, with_tray
from vision.cameras.virtual import VirtualCamera, open_camera
from vision.pipeline import VisionPipeline
from vision.protocol import Teach, ZoneReading
from vision.reading import Decision, Finding, Reading, Why, box_corners
from vision.teaching import lesson
from vision.worker import recogniser

SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))
GAMES = Path(__file__).parents[2] / "companion/games"
X = say("x")
ELEMENTS = {"air": "yellow", "fire": "red", "earth": "green", "water": "blue"}


class Table:
    """A virtual table under a virtual camera, and an eye that looks at it."""

    def __init__(self, game: str, mats: list[str], taught: Path) -> None:
        camera = open_camera("", {"fast": "1"})
        assert isinstance(camera, VirtualCamera)
        self.camera, self.taught = camera, taught / game
        self.camera.tell(
            {"do": "mats", "file": str(GAMES / game / "mats.toml"), "names": list(mats)}
        )
        self.eye, self.ground = VisionPipeline(recogniser), TablePlaces.of(game, SEATS)
        self.count, self.asks = 0, dict[str, Ask]()

    def ask(self, *asks: Ask, closed: tuple[str, ...] = ()) -> None:
        self.asks = {ask.id: ask for ask in asks}
        self.eye.watch(orders(asks, closed, self.ground, self.taught))

    def put(
        self, kind: str, look: str, place: str, cell: str = "", *, at: str = "", **more: float | str
    ) -> None:
        assert self.camera.table.layout is not None
        area = self.camera.table.layout.areas()[place]
        left, top, wide, high = area.cells_mm[cell] if cell else area.box_mm
        x, y = left + wide / 2, top + high / 2
        self.count += 1
        shift = float(more.pop("right", 0)), float(more.pop("down", 0))
        name = at or f"piece {self.count}"
        self.camera.tell(
            {
                "do": "put",
                "id": name,
                "kind": kind,
                "look": look,
                "x": x + shift[0],
                "y": y + shift[1],
                **more,
            }
        )

    def look(self, frames: int = 45) -> list[tuple[Reading, AnswerValue | None]]:
        found = []
        for _ in range(frames):
            frame = self.camera.frame()
            assert frame is not None
            reports = [report for report in self.eye.see(frame) if isinstance(report, ZoneReading)]
            found += [
                (report.reading, answer_of(self.asks[report.ask], report.reading))
                for report in reports
            ]
        return found

    def teach(self, what: str, zone: str, file: str) -> None:
        taught = lesson(Teach(1, what, zone), self.eye.zone)
        assert taught.jpeg is not None, taught.why
        path = self.taught / f"{what}s".replace("dies", "dice") / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(taught.jpeg)


@pytest.fixture(scope="module")
def mechs(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table("mechamancers", ["dock:1"], tmp_path_factory.mktemp("taught"))


def own_sheet(
    name: str, cells: tuple[str, ...], *pieces: PieceWanted, **now: tuple[Piece, ...]
) -> Place:
    """What lies on red's own mat of that name; nobody has to answer."""
    zone, places = f"{name}:red", tuple(Cell(cell) for cell in cells)
    return Place(
        id=name, say=X, zone=zone, optional=True, sheet=name, cells=places, pieces=pieces, now=now
    )


TOKENS = own_sheet(
    "tokens",
    ("vp", "mana"),
    PieceWanted("token"),
    vp=(Piece("token", 4),),
    mana=(Piece("token", 2),),
)


def test_counters_in_zones_are_counted_and_a_difference_is_only_a_hint(mechs: Table) -> None:
    mechs.ask(TOKENS)
    for n in range(5):
        mechs.put("token", "blue", "vp:1", right=-48 + 22 * n)
    for n in range(2):
        mechs.put("token", "blue", "mana:1", right=-30 + 22 * n)
    ((reading, value),) = mechs.look()
    assert value == Placed({"vp": (Piece("token", 5),), "mana": (Piece("token", 2),)})
    assert reading.evidence
    assert value is not None
    assert is_news(TOKENS, value)
    (hint,) = hints_of(TOKENS, reading, "tokens:1")
    assert hint.say.values["cell"] == "vp"
    assert mechs.look(30) == [], "a reading is offered once"


def test_cards_are_read_in_their_slots_with_their_turns(mechs: Table) -> None:
    pieces = tuple(PieceWanted(f"mech{n}", turns=True, kind="card") for n in range(3))
    field = own_sheet("field", tuple("123456"), *pieces)
    mechs.ask(field)
    mechs.look(6)
    for n in range(3):
        mechs.put("card", f"mech{n}", "field:1", "1,1", at="lesson", title=f"Mech {n}")
        mechs.look(14)
        mechs.teach("card", "field:1", f"mech{n}.jpg")
        mechs.camera.tell({"do": "take", "id": "lesson"})
        mechs.look(4)
    mechs.eye.look(laid_only=True)
    mechs.put("card", "mech0", "field:1", "1,1", title="Mech 0")
    mechs.put("card", "mech2", "field:1", "2,3", title="Mech 2", degrees=90)
    readings = mechs.look(50)
    value = proposal(field, readings[-1][0])
    assert value == Placed({"1": (Piece("mech0"),), "6": (Piece("mech2", turn=1),)})


@pytest.fixture(scope="module")
def runes(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Two dice with two faces each, taught before the lens."""
    table = Table("runika", ["tray", "dock:1"], tmp_path_factory.mktemp("taught"))
    table.ask(
        Roll(
            id="first",
            say=X,
            zone="tray",
            dice=(DieWanted("elemental", "red", 1, ("points", "energy")),),
        )
    )
    table.look(10)
    for colour in ("red", "blue"):
        for face in ("points", "energy"):
            for n in range(2):
                table.put(
                    "die",
                    colour,
                    "tray",
                    at="lesson",
                    title=face,
                    degrees=15 + 40 * n,
                    right=-20 + 30 * n,
                )
                table.look(14)
                table.teach("die", "tray", f"{colour}.{face}.{n + 1}.jpg")
                table.camera.tell({"do": "take", "id": "lesson"})
    table.look(8)
    return table


def test_taught_symbol_dice_answer_a_roll_in_the_order_of_the_ask(runes: Table) -> None:
    dice = tuple(
        DieWanted("elemental", colour, 1, ("points", "energy")) for colour in ("blue", "red")
    )
    runes.ask(Roll(id="roll", say=X, zone="tray", dice=dice))
    runes.look(6)
    runes.put("die", "red", "tray", title="energy", degrees=33, right=-30, at="one")
    runes.put("die", "blue", "tray", title="points", degrees=70, right=30, at="two")
    readings = runes.look()
    assert readings
    assert proposal(runes.asks["roll"], readings[-1][0]) == Rolled(
        (Die("points", "elemental", "blue"), Die("energy", "elemental", "red"))
    )
    for name in ("one", "two"):
        runes.camera.tell({"do": "take", "id": name})


def test_taught_dice_are_read_on_the_grid(runes: Table) -> None:
    pieces = tuple(
        PieceWanted(element, colour=colour, faces=("points", "energy"), kind="die")
        for element, colour in ELEMENTS.items()
    )
    names = tuple(f"{row},{col}" for row in range(1, 5) for col in range(1, 5))
    grid = msgspec.structs.replace(own_sheet("grid", names, *pieces), per_cell=1)
    runes.ask(grid)
    runes.put("die", "red", "grid:1", "1,1", title="points", degrees=5)
    runes.put("die", "blue", "grid:1", "2,3", title="energy", degrees=5)
    ((reading, _),) = runes.look()
    expected = {"1,1": (Piece("fire", face="points"),), "2,3": (Piece("water", face="energy"),)}
    assert proposal(grid, reading) == Placed(expected)


def test_without_teaching_the_reading_asks_and_says_what_to_teach(tmp_path: Path) -> None:
    table = Table("runika", ["tray"], tmp_path)
    ask = Roll(
        id="roll",
        say=X,
        zone="tray",
        dice=(DieWanted("elemental", "red", 1, ("points", "energy")),),
    )
    table.ask(ask)
    table.look(8)
    table.put("die", "red", "tray", title="points")
    table.look(1)
    reading = Reading("tray", "dice", (), Decision.ASK, Why("sight.no_faces_taught"), 0.0)
    assert sight_of(ask, reading, "").lesson == "dice"
    assert answer_of(ask, reading) is None


# Where asks look, and what they take


def test_a_seat_s_zone_is_its_place_and_a_mat_the_part_that_fits() -> None:
    future = TablePlaces.of("spell_from_the_future", SEATS)
    mind = Show(id="a", say=X, zone="dock:blue", cards="mind")
    beast = Show(id="b", say=X, zone="middle", cards="beast")
    assert (future.place_of(mind), future.place_of(beast)) == ("card:2", "beast")
    assert future.is_closed("card:2", ("dock:blue",))
    assert not future.is_closed("card:1", ("dock:blue",))
    assert "dock:4" not in {mat.name for mat in future.mats}, "nobody sits there"
    runika = TablePlaces.of("runika", SEATS)
    pool = Place(id="p", say=X, zone="middle", sheet="pool", cells=(Cell("pool"),), pieces=())
    assert runika.place_of(pool) == "pool"


def test_a_closed_place_is_not_looked_at() -> None:
    ground = TablePlaces.of("spell_from_the_future", SEATS)
    ask = Show(id="a", say=X, zone="dock:blue", cards="mind")
    watch = orders((ask,), ("dock:blue", "dock:red"), ground, Path("taught"))
    assert watch.orders == ()
    assert watch.closed_places == ("dock:2", "dock:1")


def test_where_two_asks_look_at_one_place_the_one_that_must_be_answered_is_watched() -> None:
    ground = TablePlaces.of("runika", SEATS)
    dice = (DieWanted(),)
    early = Roll(id="early", say=X, zone="tray", dice=dice, optional=True)
    due = Roll(id="due", say=X, zone="tray", dice=dice)
    watch = orders((early, due), (), ground, Path("taught"))
    assert [order.ask for order in watch.orders] == ["due"]


def test_without_a_tray_of_its_own_no_roll_is_seen_that_nobody_asked_for(mechs: Table) -> None:
    """The corner marks of a dock look like fives and sixes."""
    mechs.ask()
    mechs.eye.watch(with_tray(orders((), (), mechs.ground, mechs.taught), mechs.ground))
    assert not mechs.eye.watched


def test_a_tray_is_watched_while_nobody_rolls_but_only_there() -> None:
    runika = TablePlaces.of("runika", SEATS)
    (unasked,) = with_tray(orders((), (), runika, Path("taught")), runika).orders
    assert (unasked.ask, unasked.zone, unasked.anywhere) == (UNASKED, "tray", False)
    mechs = TablePlaces.of("mechamancers", SEATS)
    drawn: dict[str, Corners] = {"tray": ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))}
    assert with_tray(orders((), (), mechs, Path("taught")), mechs).orders == ()
    assert len(with_tray(orders((), (), mechs, Path("taught"), drawn), mechs).orders) == 1
    roll = orders(
        (Roll(id="due", say=X, zone="tray", dice=(DieWanted(),)),), (), runika, Path("taught")
    )
    assert with_tray(roll, runika) == roll, "the roll that is due is watched, and it alone"


MIND = Place(
    id="mind",
    say=X,
    zone="dock:red",
    sheet="mind_card",
    cells=(Cell("A"), Cell("B")),
    pieces=(PieceWanted("white", colour="white"), PieceWanted("black", colour="black")),
)


def tokens(colour: str, number: int, cell: str | None = None) -> Finding:
    return Finding("token", colour, box_corners(0, 0, 5, 5), 0.9, colour, cell=cell, count=number)


def test_tokens_beside_a_card_are_looked_at_with_it() -> None:
    ground = TablePlaces.of("spell_from_the_future", SEATS)
    beside, sheet = orders((MIND,), (), ground, Path("taught")).orders
    assert (sheet.ask, sheet.zone, sheet.pieces) == ("mind", "card:1", "sheet")
    assert (beside.ask, beside.zone, beside.pieces) == (BESIDE + "mind", "unplaced:1", "tokens")


def test_tokens_beside_a_card_are_told_to_the_rules_when_they_are_sure() -> None:
    placed = read(tokens("white", 2, "A"))
    cells: Cells = {"A": (Piece("white", 2),)}
    assert answer_of(MIND, placed, beside=read(tokens("black", 3))) == Placed(
        cells, {"white": 0, "black": 3}
    )
    assert answer_of(MIND, placed, beside=read()) == Placed(cells), (
        "nothing beside: they are in the hand"
    )
    doubtful = Reading("z", "tokens", (tokens("black", 3),), Decision.ASK, Why("x"), 1.0)
    assert answer_of(MIND, placed, beside=doubtful) == Placed(cells)


def card(name: str | None, *, sure: bool = True) -> Finding:
    return Finding("card", name, box_corners(0, 0, 5, 5), 0.9, turn=1, sure=sure)


def read(*findings: Finding) -> Reading:
    return Reading("zone", "cards", findings, Decision.ACCEPT, Why("sight.sure"), 0.0)


def test_cards_of_another_kind_are_not_shown() -> None:
    ask = Show(
        id="a",
        say=X,
        zone="row",
        cards="rune",
        known=(CardKnown("sun", "Sun"), CardKnown("moon", "Moon")),
    )
    assert answer_of(ask, read(card("sun"), card("frame"))) == Shown((CardSeen("sun", 1),))
    both = read(card("sun"), card("moon"))
    assert answer_of(ask, both) is None


def test_an_unsure_card_or_one_that_lacks_facts_is_never_taken_unasked() -> None:
    ask = Show(
        id="a", say=X, zone="row", cards="rune", known=(CardKnown("sun", "Sun", needs=("cost",)),)
    )
    assert answer_of(ask, read(card("sun"))) is None
    plain = Show(id="a", say=X, zone="row", cards="rune", known=(CardKnown("sun", "Sun"),))
    assert answer_of(plain, read(card("sun", sure=False))) is None
    assert answer_of(plain, read(card(None, sure=False))) is None


def test_an_empty_sheet_answers_nothing_that_must_be_laid() -> None:
    cells, pieces = (Cell("A"), Cell("B")), (PieceWanted("white", colour="white"),)
    ask = Place(id="a", say=X, zone="dock:red", sheet="card", cells=cells, pieces=pieces)
    assert answer_of(ask, read()) is None


def test_an_answer_beyond_the_ask_s_numbers_is_asked_about() -> None:
    pieces = (PieceWanted("air", colour="yellow", kind="die"),)
    ask = Place(
        id="a",
        say=X,
        zone="middle",
        sheet="pool",
        cells=(Cell("pool"),),
        pieces=pieces,
        least=2,
        most=2,
    )
    one = Finding("die", None, box_corners(0, 0, 5, 5), 0.9, "yellow")
    assert answer_of(ask, read(one)) is None
    assert answer_of(ask, read(one, one)) == Placed({"pool": (Piece("air", 2),)})


def test_every_kind_of_piece_has_an_order() -> None:
    ground, taught = TablePlaces.of("runika", SEATS), Path("taught")
    disk = (PieceWanted("disk", turns=True, kind="disk", sides=("green", "red", "blue", "yellow")),)
    turned = order_of(
        Place(id="d", say=X, zone="disk:red", sheet="disk", cells=(Cell("disk"),), pieces=disk),
        ground,
        taught,
    )
    assert turned is not None
    assert (turned.zone, turned.pieces, turned.colours) == (
        "disk:1",
        "disk",
        ("green", "red", "blue", "yellow"),
    )
    future = order_of(MIND, TablePlaces.of("spell_from_the_future", SEATS), taught)
    assert future is not None
    assert (future.zone, future.pieces, future.colours) == ("card:1", "sheet", ("white", "black"))
