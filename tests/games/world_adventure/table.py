"""A table in the middle of a game, to be arranged and answered in few words."""

from typing import Any

from companion.exam.vectors import start
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
from companion.kit.say import Say
from companion.kit.story import RuleError, Story
from companion.texts import sentence

GOODS = ("fruit", "spice", "chocolate", "medicine", "iron", "silk")
NATIONS = ("java", "japan", "china", "rusia", "india", "persia", "arabia", "egypt", "europe")
CITY = {"territory": "java.0"}


def soldier(slot: int, **more: Any) -> dict[str, Any]:
    return {"slot": slot, **more}


class Table:
    """Two or more players, all with Salman and a Trader, red to act in Java NE."""

    def __init__(
        self,
        seats: tuple[str, ...] = ("red", "blue"),
        options: dict[str, Any] | None = None,
        pack: Any = None,
        players: dict[str, Any] | None = None,
        **fields: Any,
    ) -> None:
        spots = ("java.2", "europe.5", "china.1", "egypt.6", "india.2", "persia.3")
        people = {
            seat: {"hero": "salman", "caravan": "trader", "territory": spots[at]}
            for at, seat in enumerate(seats)
        }
        for seat, more in (players or {}).items():
            people[seat] = {**people[seat], **more}
        position: dict[str, Any] = {
            "step": "P1",
            "phase": "players",
            "active": seats[0],
            "turn": {"moves": 2, "actions": 1},
            "need": dict.fromkeys(NATIONS, "silk"),
            "players": people,
            **fields,
        }
        goods = [one.get("goods", {}) for one in people.values()]
        position.setdefault(
            "stock", {good: len(seats) - sum(one.get(good, 0) for one in goods) for good in GOODS}
        )
        self.live = start("world_adventure", seats, options, pack, position)
        self.state = self.live.state
        self.game = self.live.game
        self.told: list[Say] = []

    def _take(self, story: Story[Any]) -> None:
        self.told += [event.why for event in story.events if event.why is not None]
        self.state = story.state

    @property
    def said(self) -> list[str]:
        """The names of all that was logged."""
        return [why.key.removeprefix("wa.log.") for why in self.told]

    @property
    def last_said(self) -> str:
        return sentence(self.told[-1], "en", {})

    def one(self, seat: str = "red") -> Any:
        return self.state.players[seat]

    def open(self) -> list[str]:
        return [ask.id.rpartition(":")[2] for ask in self.game.asks(self.state)]

    def ask(self, code: str) -> Any:
        return next(ask for ask in self.game.asks(self.state) if ask.id.rpartition(":")[2] == code)

    def give(
        self, code: str, value: AnswerValue, seat: str | None = None, force: str | None = None
    ) -> "Table":
        ids = {ask.id.rpartition(":")[2]: ask.id for ask in self.game.asks(self.state)}
        ask = ids.get(code, f"past:{code}")
        intent = Answer(id="a", ask=ask, answer=value, seat=seat, force=force)
        story = answered(self.game, self.state, intent)
        self._take(story)
        assert self.game.broken(self.state) == ()
        return self

    def choose(self, code: str, *options: str, **more: Any) -> "Table":
        return self.give(code, Chosen(options), **more)

    def roll(self, code: str, *pips: int, **more: Any) -> "Table":
        return self.give(code, Rolled(tuple(Die(face) for face in pips)), **more)

    def dice(self, code: str, seat: str | None = None, **colours: int) -> "Table":
        return self.give(
            code, Rolled(tuple(Die(face, colour=colour) for colour, face in colours.items())), seat
        )

    def show(self, code: str, *cards: Any, **more: Any) -> "Table":
        seen = tuple(
            CardSeen(**card) if isinstance(card, dict) else CardSeen(card) for card in cards
        )
        return self.give(code, Shown(seen), **more)

    def place(self, code: str, cells: dict[str, dict[str, int]], **more: Any) -> "Table":
        sheet = {
            cell: tuple(Piece(kind, n) for kind, n in pieces.items())
            for cell, pieces in cells.items()
        }
        return self.give(code, Placed(sheet), **more)

    def count(self, code: str, number: int) -> "Table":
        return self.give(code, Counted(number))

    def ready(self, code: str, seat: str | None = None) -> "Table":
        return self.give(code, Readied(), seat)

    def adjust(self, handle: str, to: int | str) -> "Table":
        story = adjusted(
            self.game, self.state, Adjust(id="a", handle=handle, to=to, reason="table")
        )
        self._take(story)
        return self

    def why_not(self, code: str, option: str) -> str | None:
        """The refusal word of a greyed option, None if it is open."""
        found = next(one for one in self.ask(code).options if one.id == option)
        return None if found.why_not is None else found.why_not.key.removeprefix("wa.refused.")


def refusal(call: Any) -> str:
    """The code with which this is refused, or "accepted"."""
    try:
        call()
    except RuleError as error:
        return error.code
    return "accepted"


def city(
    options: dict[str, Any] | None = None, fields: dict[str, Any] | None = None, **red: Any
) -> Table:
    return Table(players={"red": {**CITY, **red}}, options=options, **(fields or {}))


def duel(
    options: dict[str, Any] | None = None,
    red: dict[str, Any] | None = None,
    blue: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    people = {"red": red or {}, "blue": {"territory": "java.2", **(blue or {})}}
    stack = [{"step": "P3a", "seat": "red", "what": "blue"}]
    return Table(players=people, options=options, stack=stack, **fields).choose("P3a", "attack")


def both_fight(table: Table) -> Table:
    return table.choose("KU2", "fight", seat="red").choose("KU2", "fight", seat="blue")


def ambush(
    options: dict[str, Any] | None = None, fields: dict[str, Any] | None = None, **red: Any
) -> Table:
    return Table(
        players={"red": red}, options=options, brigand={"territory": "java.2"}, **(fields or {})
    ).choose("P1", "end")
