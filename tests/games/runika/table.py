"""A Runika table for tests: any position in a few words, answers by the name of their ask, refusals
by their code.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from companion import games
from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.dice import ELEMENT_WORDS, FACE_WORDS
from companion.games.runika.rules.grid import CELL_NAMES
from companion.games.runika.state import State
from companion.kit.asks import Ask
from companion.kit.events import Event, to_plain
from companion.kit.intents import (
    Adjust,
    Answer,
    AnswerValue,
    Chosen,
    Counted,
    Placed,
    Readied,
    Rolled,
    Shown,
)
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.play import adjusted, answered
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import checked, merged, shipped

GAME = games.find("runika")
SEATS = ("red", "blue", "green", "yellow")
COLOURS = {"A": "yellow", "F": "red", "E": "green", "W": "blue"}
ROW = {2: "D01 D05 D07", 3: "D01 D05 D07 D09", 4: "D01 D05 D07 D09 D11"}


@cache
def named_pack(name: str) -> Any:
    return checked(GAME, shipped(GAME, name), name)


def _changed(owners: dict[str, Any]) -> Any:
    return checked(GAME, merged(shipped(GAME, "demo"), owners), "test")


def mine(dice: str = "", stored: str = "", **more: Any) -> dict[str, Any]:
    """A player's board: the grid, the stored dice (rolled, unless one shows "?"), and whatever else
    is given.
    """
    is_rolled = bool(stored) and "?" not in stored
    return {"grid": grid(dice), "stored": stored.split(), "rolled": is_rolled, **more}


def cards(*runes: str, **marks: Any) -> list[dict[str, Any]]:
    """Claimed runes with their demo values."""
    return [{"rune": rune, "value": named_pack("demo").rune(rune).value, **marks} for rune in runes]


def tokens(on: str) -> dict[str, int]:
    return {element: int(element in on) for element in ELEMENTS}


def grid(text: str) -> list[str]:
    """Sixteen dice from four rows of text, or from cells: "1,1 Ep 2,3 We"."""
    words = text.split()
    if len(words) == 16 and "," not in text:
        return words
    lying = dict(zip(words[::2], words[1::2], strict=True))
    return [lying.get(name, "..") for name in CELL_NAMES]


def row(text: str) -> list[dict[str, Any]]:
    """Spaces: a rune id, with *n for a stack, or - for an empty one."""
    spaces = []
    for word in text.split():
        rune, _, height = word.partition("*")
        spaces.append(
            {"rune": "", "height": 0} if word == "-" else {"rune": rune, "height": int(height or 1)}
        )
    return spaces


def position(players: int, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields given, with bag and decks made up so that every piece exists once."""
    people = fields.get("players", {})
    made = {"step": "T2", "initiative": "red", "active": "red", **fields}
    made.setdefault("row", row(ROW[players]))
    out = [
        die
        for seat in people.values()
        for die in (*seat.get("grid", ()), *seat.get("stored", ()))
        if die != ".."
    ]
    out += [die for die in made.get("slots", {}).values() if die]
    out += [element for element, number in made.get("pool", {}).items() for _ in range(number)]
    made.setdefault(
        "bag", {element: 20 - sum(die[0] == element for die in out) for element in ELEMENTS}
    )
    held = sum(card["rune"][0] != "M" for seat in people.values() for card in seat.get("runes", ()))
    lying = sum(space["height"] for space in made["row"]) + held
    made.setdefault("rune_deck", 24 - lying)
    made.setdefault("runes_aside", 24 - lying - made["rune_deck"])
    merits = sum(len(seat.get("merits", ())) for seat in people.values())
    made.setdefault("merit_deck", 12 - merits)
    made.setdefault("merits_aside", 12 - merits - made["merit_deck"])
    return made


class Board:
    """A game in progress; `events` are those of the last answer."""

    def __init__(
        self,
        number: int = 2,
        options: dict[str, Any] | None = None,
        pack: dict[str, Any] | str | None = None,
        **fields: Any,
    ) -> None:
        cards = (
            named_pack("demo")
            if pack is None
            else named_pack(pack)
            if isinstance(pack, str)
            else _changed(pack)
        )
        seats = tuple(Seat(seat, colour=seat) for seat in SEATS[:number])
        where = position(number, fields) if fields else None
        self.state: State = arranged(GAME, options or {}, seats, cards, where)
        self.events: list[Event] = []

    # Looking

    def asks(self) -> dict[str, Ask]:
        """Open asks by "seat:name", or by name where nobody in particular is asked."""
        return {self._short(ask): ask for ask in GAME.asks(self.state)}

    @staticmethod
    def _short(ask: Ask) -> str:
        name = ask.id.rpartition(":")[2]
        return f"{ask.seats[0]}:{name}" if len(ask.seats) == 1 else name

    def ask(self, name: str, seat: str | None = None) -> Any:
        found = self.asks()
        return found.get(name) or found.get(f"{seat or self.state.active}:{name}")

    def options(self, name: str, seat: str | None = None) -> list[str]:
        """What may be chosen; an option that is only shown is left out."""
        return [option.id for option in self.ask(name, seat).options if option.why_not is None]

    def player(self, seat: str = "red") -> Any:
        return self.state.players[seat]

    @property
    def told(self) -> list[str]:
        return [event.why.key for event in self.events if event.why is not None]

    def value(self, key: str, name: str) -> Any:
        return next(
            event.why.values[name] for event in self.events if event.why and event.why.key == key
        )

    @property
    def plain(self) -> Any:
        return to_plain(self.state)

    def lying(self, seat: str = "red") -> str:
        dice = self.player(seat).grid
        return " ".join(
            f"{name} {die}" for name, die in zip(CELL_NAMES, dice, strict=True) if die != ".."
        )

    def row(self) -> str:
        return " ".join(
            "-"
            if not space.height
            else space.rune
            if space.height == 1
            else f"{space.rune}*{space.height}"
            for space in self.state.row
        )

    @property
    def bag(self) -> int:
        return sum(self.state.bag.values())

    # Answering

    def answer(
        self, name: str, value: AnswerValue, seat: str | None = None, force: str | None = None
    ) -> "Board":
        who = seat or self.state.active or None
        ask = self.ask(name, who)
        ask_id = ask.id if ask is not None else f"{self.state.round}.{who}.0:{name}"
        story = answered(
            GAME, self.state, Answer(id="1", ask=ask_id, answer=value, seat=who, force=force)
        )
        self.state, self.events = story.state, story.events
        assert GAME.broken(self.state) == ()
        return self

    def choose(
        self, name: str, *options: str, seat: str | None = None, force: str | None = None
    ) -> "Board":
        return self.answer(name, Chosen(options), seat, force)

    def roll(self, dice: str, name: str = "roll", seat: str | None = None) -> "Board":
        return self.answer(name, thrown(dice), seat)

    def show(self, name: str, /, *cards: str, seat: str | None = None, **facts: Any) -> "Board":
        return self.answer(name, Shown(tuple(CardSeen(card, facts=facts) for card in cards)), seat)

    def ready(self, name: str, seat: str | None = None) -> "Board":
        return self.answer(name, Readied(), seat)

    def count(self, name: str, number: int) -> "Board":
        return self.answer(name, Counted(number))

    def dice(self, name: str, counts: str, seat: str | None = None) -> "Board":
        """Loose dice by element: "E4 A2"."""
        return self.answer(name, loose(counts, {"T2W": "drawn"}.get(name, "pool")), seat)

    def aim(self, die: str) -> "Board":
        return self.choose("T2", str(self.state.me.stored.index(die) + 1))

    def push(self, die: str, lane: str) -> "Board":
        return self.aim(die).choose("T2.way", lane)

    def influence(self, die: str) -> "Board":
        return self.aim(die).choose("T2.way", f"master:{die[0]}")

    def claim(self, rune: str, cells: str) -> "Board":
        return self.choose("T3", f"{rune}@{cells}")

    def see(self, text: str, beside: str | None = None, force: str | None = None) -> "Board":
        """A sighting of the active player's grid; `beside` counts the stored dice still lying
        there.
        """
        return self.answer("grid", seen(text, beside), force=force)

    def adjust(self, handle: str, to: int | str, *, confirmed: bool = False) -> "Board":
        intent = Adjust(id="1", handle=handle, to=to, reason="test", confirmed=confirmed)
        story = adjusted(GAME, self.state, intent)
        self.state, self.events = story.state, story.events
        return self


def with_power(timing: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A demo pack whose Spark has this power."""
    power = {"timing": timing, "effects": list(effects), **more}
    rune = {
        "id": "D01",
        "name": "Spark",
        "kind": "wild",
        "value": 1,
        "frame": "#./##",
        "copies": 2,
        "power": power,
    }
    return {"runes": [rune]}


def powered(*effects: dict[str, Any], timing: str = "once_per_round", **fields: Any) -> Board:
    """Red owns a Spark with these effects."""
    red = fields.pop("red", mine("1,1 Ep 2,2 Wp", "Fp Ee"))
    red = {**red, "runes": [{"rune": "D01", "value": 1}]}
    fields.setdefault("row", row("D02 D05 D07"))
    return Board(pack=with_power(timing, *effects), players={"red": red}, **fields)


def thrown(dice: str) -> Rolled:
    return Rolled(
        tuple(
            Die(FACE_WORDS.get(die[1], die[1]), "elemental", COLOURS[die[0]])
            for die in dice.split()
        )
    )


def loose(counts: str, cell: str = "pool") -> Placed:
    return Placed(
        {cell: tuple(Piece(ELEMENT_WORDS[word[0]], int(word[1:])) for word in counts.split())}
    )


def seen(text: str, beside: str | None = None) -> Placed:
    cells = {
        name: (Piece(ELEMENT_WORDS[die[0]], face=FACE_WORDS.get(die[1])),)
        for name, die in zip(CELL_NAMES, grid(text), strict=True)
        if die != ".."
    }
    left = {ELEMENT_WORDS[word[0]]: int(word[1:]) for word in (beside or "").split()}
    return Placed(cells, left)


def disk(turns: int) -> Placed:
    return Placed({"disk": (Piece("disk", turn=turns),)})


def refused(board: Board, code: str, deed: Callable[[], Any]) -> RuleError:
    """The deed must be refused with this code and change nothing."""
    before = board.plain
    try:
        deed()
    except RuleError as error:
        assert error.code == code, f"refused with {error.code} ({error.say.key}), expected {code}"
        assert board.plain == before
        return error
    raise AssertionError(f"was accepted; {code} was expected")
