"""A table in the middle of a game, and small clauses to play on it."""

from functools import cache
from typing import Any

from companion import games
from companion.games.mechamancers.state import Mech, Player, State
from companion.kit.asks import Ask
from companion.kit.intents import (
    Adjust,
    Answer,
    AnswerValue,
    Chosen,
    Counted,
    Intent,
    Placed,
    Readied,
    Set,
    Shown,
    Undo,
)
from companion.kit.pieces import CardSeen, Piece
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.kit.trackers import Tracker
from companion.packs import checked, merged, shipped
from companion.table.live_game import LiveGame

GAME = games.find("mechamancers")
THREE = "ann ben cho"
Lying = str | tuple[str, int]  # a card upright, or turned so many quarters counter-clockwise


class Table:
    """`field` gives each player's mechs by slot: {"ann": {2: ("wall", 1)}}; slot 1 holds a Bulwark
    unless named.
    """

    def __init__(
        self,
        step: str = "T4",
        current: str = "ann",
        seats: str = "ann ben",
        field: dict[str, dict[int, str | tuple[str, int]]] | None = None,
        players: dict[str, dict[str, Any]] | None = None,
        options: dict[str, Any] | None = None,
        pack: str | dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        names = seats.split()
        laid: dict[str, dict[str, Any]] = {
            seat: dict((players or {}).get(seat, {})) for seat in names
        }
        for seat, slots in (field or {}).items():
            laid[seat]["field"] = {str(slot): _mech(card) for slot, card in slots.items()}
        rest = [seat for seat in names if seat != current]
        position = {"step": step, "players": laid, **more}
        if step.startswith("T"):
            position = {
                "turn_order": [current, *rest],
                "first_actor": current,
                "current": current,
                **position,
            }
        if step == "E1":
            position = {"turn_order": names, "acted": names, "first_actor": names[0], **position}
        if step == "P2":
            position = {"first_picker": current, "picker": current, **position}
        people = tuple(Seat(name, colour=name) for name in names)
        self.live = LiveGame(GAME, arranged(GAME, options or {}, people, _pack(pack), position))
        self.number = 0

    @property
    def state(self) -> State:
        state: State = self.live.state
        return state

    def player(self, seat: str) -> Player:
        return self.state.players[seat]

    def mech(self, seat: str, slot: int) -> Mech:
        return self.player(seat).field[str(slot)]

    def take(self, intent: Intent) -> None:
        body, state = self.live.consider(intent)
        self.live.enter(self.live.seq + 1, body, state=state)

    def ask(self, topic: str) -> Ask:
        return next(ask for ask in self.asks() if ask.id.endswith(f":{topic}"))

    def asks(self) -> tuple[Ask, ...]:
        return tuple(self.live.game.asks(self.state))

    def topics(self) -> list[str]:
        return [ask.id.partition(":")[2] for ask in self.asks()]

    def options(self, topic: str) -> list[str]:
        return [option.id for option in self.ask(topic).options]

    def _id(self) -> str:
        self.number += 1
        return f"i{self.number}"

    def answer(
        self, topic: str, value: AnswerValue, seat: str | None = None, force: str | None = None
    ) -> None:
        found = [ask.id for ask in self.asks() if ask.id.endswith(f":{topic}")]
        ask_id = found[0] if found else f"0:{topic}"
        self.take(Answer(id=self._id(), ask=ask_id, answer=value, seat=seat, force=force))

    def choose(
        self, topic: str, *options: str, seat: str | None = None, force: str | None = None
    ) -> None:
        self.answer(topic, Chosen(options), seat, force)

    def show(self, topic: str, card: str, seat: str | None = None, **facts: Any) -> None:
        self.answer(topic, Shown((CardSeen(card, facts=facts),)), seat)

    def attack(self, slot: int, target: str, force: str | None = None) -> None:
        self.choose("T4", f"attack:{slot}", force=force)
        self.choose("T4.target", target, force=force)

    def ok(self) -> None:
        self.answer("ok", Readied())

    def ready(self, topic: str) -> None:
        self.answer(topic, Readied())

    def count(self, topic: str, number: int) -> None:
        self.answer(topic, Counted(number))

    def place(self, topic: str, **counts: int) -> None:
        piece = "token" if topic.startswith("tokens") else "card"
        self.answer(topic, Placed({cell: (Piece(piece, n),) for cell, n in counts.items()}))

    def see(self, seat: str, lying: dict[int, Lying], face: str | None = None) -> None:
        """The camera's look at a whole field."""
        cells = {str(slot): (_piece(card, face),) for slot, card in lying.items()}
        self.answer(f"field.{seat}", Placed(cells))

    def adjust(self, handle: str, to: int | str, *, confirmed: bool = False) -> None:
        self.take(Adjust(id=self._id(), handle=handle, to=to, reason="test", confirmed=confirmed))

    def set(self, option: str, to: str) -> None:
        self.take(Set(id=self._id(), option=option, to=to))

    def undo(self) -> None:
        self.take(Undo(id=self._id()))

    def said(self) -> list[str]:
        """The keys of what the last line told."""
        return [event.why.key for event in self.live.lines[-1].events if event.why is not None]

    def words(self, key: str) -> dict[str, Any]:
        """The values of that sentence in the last line."""
        return next(
            e.why.values
            for e in self.live.lines[-1].events
            if e.why is not None and e.why.key == key
        )

    def sounds(self) -> list[str]:
        return [event.sound for event in self.live.lines[-1].events if event.sound]

    def tracker(self, tracker_id: str, seat: str | None = None) -> Tracker | None:
        view = self.live.game.view(self.state, seat)
        return next((tracker for tracker in view.trackers if tracker.id == tracker_id), None)


@cache
def _raw(name: str) -> dict[str, Any]:
    return shipped(GAME, name)


@cache
def _shipped(name: str) -> Any:
    return checked(GAME, _raw(name), name)


def _pack(wanted: str | dict[str, Any] | None) -> Any:
    """By name, or laid over the demo pack. Read once: nearly every test needs it."""
    if isinstance(wanted, dict):
        return checked(GAME, merged(_raw("demo"), wanted), "test")
    return _shipped(wanted or "demo")


def _mech(card: str | tuple[str, int]) -> dict[str, Any]:
    return {"card": card} if isinstance(card, str) else {"card": card[0], "d": card[1]}


def _piece(card: Lying, face: str | None) -> Piece:
    name, quarter = (card, 0) if isinstance(card, str) else card
    return Piece(name, turn=-quarter % 4, face=face)


def refusal(action: Any, *args: Any, **kwargs: Any) -> RuleError:
    """What the action is refused with; it must be refused."""
    try:
        action(*args, **kwargs)
    except RuleError as error:
        return error
    raise AssertionError("it was accepted")


def code(action: Any, *args: Any, **kwargs: Any) -> str:
    return refusal(action, *args, **kwargs).code


def gadget(
    *effects: dict[str, Any], card: str = "gadget", trigger: str = "turn", **more: Any
) -> dict[str, Any]:
    """A mech made for the occasion: unique, one health, cost 1, unless said otherwise."""
    ability = {"trigger": trigger, "effects": list(effects)}
    for name in ("cost_mana", "per"):
        if name in more:
            ability[name] = more.pop(name)
    health = more.get("max_health", 1)
    base = {
        "id": card,
        "name": {"en": card.title()},
        "type": "unique",
        "cost": 1,
        "max_health": health,
    }
    stats = [{"health": health - d} for d in range(health)]
    return {**base, "stats": stats, "abilities": [ability], **more}


def event(*effects: dict[str, Any], card: str = "happening", **more: Any) -> dict[str, Any]:
    return {"id": card, "name": {"en": card.title()}, "text": "-", "effects": list(effects), **more}


def use(*effects: dict[str, Any], field: Any = None, **more: Any) -> Table:
    """Ann has used a gadget with these effects in her combat phase."""
    laid: Any = {**(field or {}), "ann": {6: "gadget", **(field or {}).get("ann", {})}}
    table = Table(pack={"mechs": [gadget(*effects)]}, field=laid, **more)
    table.choose("T4", "ability:6")
    return table


def happens(*effects: dict[str, Any], **more: Any) -> Table:
    """An event with these effects was turned up."""
    table = Table("E1", pack={"events": [event(*effects)]}, **more)
    table.show("E1", "happening")
    return table


def vps(table: Table) -> list[int]:
    return [player.vp for player in table.state.players.values()]
