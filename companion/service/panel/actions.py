"""What presses mean while these asks are open, and what the panel shows for them. Pure: no clock,
no port, no game.

One function, `act`, says what a role does. A lamp is lit exactly when `act` would do something: the
two cannot differ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.kit.asks import Ask, Choose, Ready
from companion.kit.intents import Answer, AnswerValue, Chosen, Intent, Readied, Undo
from companion.kit.say import Say
from companion.service.panel import dial
from companion.table.lines import LogLine
from firmware_bridge.config import FREE, ROLES, SEATS
from firmware_bridge.messages import Lamp

DEVICE = "panel"
LOOK = "look"  # to the camera: take what lies there now


def turn_start(log: Sequence[LogLine]) -> int | None:
    """The first of the last lines that hold and touched the same seats: where the turn being played
    began.
    """
    holding = [line for line in log if not line.undone]
    own = list(takewhile(lambda line: line.seats == holding[-1].seats, reversed(holding)))
    return own[-1].seq if own else None


@dataclass(frozen=True, slots=True)
class PanelScene:
    """All the panel has to know of the table. Texts come out of `speak`, already in the table's
    language.
    """

    asks: tuple[Ask, ...] = ()
    seats: tuple[str, ...] = ()  # the first sits at button seat1
    speak: Callable[[Say], str] = lambda say: say.key
    figures: tuple[str, ...] = ()
    can_undo: bool = False
    turn_line: int | None = None  # the first line of the turn that is being played


@dataclass(frozen=True, slots=True)
class PanelFocus:
    """Where the panel is: which ask is in front, what has been dialled, who speaks, whether it asks
    back.
    """

    ask: str = ""
    number: int = 0
    taken: dial.Taken = ()
    seat: str | None = None
    asks_undo_turn: bool = False


@dataclass(frozen=True, slots=True)
class PanelAction:
    focus: PanelFocus
    intent: Intent | None = None
    wish: str = ""


def settled(scene: PanelScene, focus: PanelFocus) -> PanelFocus:
    """After the table has moved on: stay with an ask that is still open, else go to one that
    buttons can answer, first to what has to be done, then to what may be."""
    if any(ask.id == focus.ask for ask in scene.asks):
        return focus
    if not scene.asks:
        return PanelFocus(asks_undo_turn=focus.asks_undo_turn)
    asks = sorted(scene.asks, key=lambda ask: ask.optional)
    ask = next((ask for ask in asks if isinstance(ask, Ready) or dial.is_dialled(ask)), asks[0])
    return PanelFocus(ask.id, dial.start(ask), asks_undo_turn=focus.asks_undo_turn)


def in_front(scene: PanelScene, focus: PanelFocus) -> Ask | None:
    return next((ask for ask in scene.asks if ask.id == focus.ask), None)


def act(
    role: str, scene: PanelScene, focus: PanelFocus, event_id: str, *, is_long: bool = False
) -> PanelAction:
    """What a press of this role does. The same event always makes the same intent id, so a repeat
    is harmless.
    """
    if focus.asks_undo_turn:
        return _answer_undo_turn(role, scene, focus, event_id)
    ask = in_front(scene, focus)
    if role == "undo":
        return _undo(scene, focus, event_id, is_long)
    if role == "next":
        return _next(scene, focus)
    if ask is None:
        return PanelAction(focus)
    if role in SEATS:
        return _seat(SEATS.index(role), scene, focus, ask, event_id)
    if role in ("plus", "minus"):
        return _turn(ask, focus, 1 if role == "plus" else -1)
    if role in ("confirm", "encoder"):
        return _confirm(ask, focus, event_id)
    if role in FREE:
        return _free(FREE.index(role) + 1, scene, focus, event_id)
    if role == "roll_taken" and ask.zone is not None and not isinstance(ask, Ready | Choose):
        return PanelAction(focus, wish=LOOK)
    return PanelAction(focus)


def turn(detents: int, scene: PanelScene, focus: PanelFocus) -> PanelAction:
    ask = in_front(scene, focus)
    return PanelAction(focus) if ask is None or focus.asks_undo_turn else _turn(ask, focus, detents)


def _intent(ask: Ask, value: AnswerValue, seat: str | None, event_id: str) -> Answer:
    return Answer(id=f"{DEVICE}-{event_id}", device=DEVICE, ask=ask.id, answer=value, seat=seat)


def _undo(scene: PanelScene, focus: PanelFocus, event_id: str, is_long: bool) -> PanelAction:
    if focus.taken and not is_long:
        return PanelAction(
            replace(focus, taken=focus.taken[:-1], number=0)
        )  # back, within what is being dialled
    if not scene.can_undo:
        return PanelAction(focus)
    if is_long and scene.turn_line is not None:
        return PanelAction(replace(focus, asks_undo_turn=True))
    return PanelAction(focus, Undo(id=f"{DEVICE}-{event_id}", device=DEVICE))


def _answer_undo_turn(
    role: str, scene: PanelScene, focus: PanelFocus, event_id: str
) -> PanelAction:
    back = replace(focus, asks_undo_turn=False)
    if role in ("confirm", "encoder"):
        undo = Undo(id=f"{DEVICE}-{event_id}", device=DEVICE, line=scene.turn_line)
        return PanelAction(back, undo if scene.turn_line is not None else None)
    return PanelAction(back) if role == "undo" else PanelAction(focus)


def _next(scene: PanelScene, focus: PanelFocus) -> PanelAction:
    if len(scene.asks) < 2:
        return PanelAction(focus)
    at = next((at for at, ask in enumerate(scene.asks) if ask.id == focus.ask), -1)
    ask = scene.asks[(at + 1) % len(scene.asks)]
    return PanelAction(PanelFocus(ask.id, dial.start(ask)))


def _seat(place: int, scene: PanelScene, focus: PanelFocus, ask: Ask, event_id: str) -> PanelAction:
    """A seat button answers for its seat, names it as a target, or turns to what that seat is
    asked.
    """
    if place >= len(scene.seats):
        return PanelAction(focus)
    seat = scene.seats[place]
    for asked in (ask, *(other for other in scene.asks if other is not ask)):
        if (
            isinstance(asked, Ready)
            and seat in asked.seats
            and (seat not in asked.done or asked.withdraw)
        ):
            return PanelAction(
                focus, _intent(asked, Readied(seat not in asked.done), seat, event_id)
            )
    target = _target(ask, focus, seat)
    if target is not None:
        return PanelAction(focus, _intent(ask, Chosen((target,)), _who(ask, focus), event_id))
    if (
        not isinstance(ask, Ready)
        and len(ask.seats) > 1
        and seat in ask.seats
        and seat != focus.seat
    ):
        return PanelAction(replace(focus, seat=seat))
    theirs = next((other for other in scene.asks if seat in other.seats), None)
    if theirs is None or seat in ask.seats or isinstance(theirs, Ready):
        return PanelAction(focus)
    return PanelAction(PanelFocus(theirs.id, dial.start(theirs), seat=seat))


def _target(ask: Ask, focus: PanelFocus, seat: str) -> str | None:
    """The option that stands for a seat, where one press is a whole answer."""
    if not isinstance(ask, Choose) or ask.most != 1 or _must_say_who(ask, focus):
        return None
    meant = [item.id for item in dial.items(ask, ()) if item.seat == seat]
    return meant[0] if len(meant) == 1 else None


def _free(button: int, scene: PanelScene, focus: PanelFocus, event_id: str) -> PanelAction:
    """A free button takes the option a game has put on it (asking luck again), whichever ask is in
    front.
    """
    for ask in scene.asks:
        if not isinstance(ask, Choose) or ask.most != 1 or _must_say_who(ask, focus):
            continue
        meant = [
            option.id
            for option in ask.options
            if option.button == button and option.why_not is None
        ]
        if meant:
            return PanelAction(focus, _intent(ask, Chosen((meant[0],)), _who(ask, focus), event_id))
    return PanelAction(focus)


def _who(ask: Ask, focus: PanelFocus) -> str | None:
    if focus.seat in ask.seats:
        return focus.seat
    return ask.seats[0] if len(ask.seats) == 1 else None


def _must_say_who(ask: Ask, focus: PanelFocus) -> bool:
    return len(ask.seats) > 1 and focus.seat not in ask.seats


def _turn(ask: Ask, focus: PanelFocus, by: int) -> PanelAction:
    if not dial.is_dialled(ask):
        return PanelAction(focus)
    return PanelAction(replace(focus, number=dial.turned(ask, focus.number, focus.taken, by)))


def _confirm(ask: Ask, focus: PanelFocus, event_id: str) -> PanelAction:
    if isinstance(ask, Ready):
        if len(ask.seats) > 1:
            return PanelAction(focus)
        return PanelAction(focus, _intent(ask, Readied(), _who(ask, focus), event_id))
    if _must_say_who(ask, focus):
        return PanelAction(focus)
    taken, value = dial.answer(ask, focus.number, focus.taken)
    if value is None:
        return PanelAction(replace(focus, taken=taken, number=0) if taken != focus.taken else focus)
    return PanelAction(
        replace(focus, taken=(), number=dial.start(ask)),
        _intent(ask, value, _who(ask, focus), event_id),
    )


def lamps(scene: PanelScene, focus: PanelFocus) -> dict[str, Lamp]:
    """Lit is what would do something. Seats blink slowly, for somebody is waited for; a question
    back blinks fast.
    """
    return {role: lamp for role in ROLES if (lamp := _lamp(role, scene, focus)) is not Lamp.OFF}


def _lamp(role: str, scene: PanelScene, focus: PanelFocus) -> Lamp:
    if act(role, scene, focus, "") == PanelAction(focus):
        return Lamp.OFF
    if focus.asks_undo_turn:
        return Lamp.FAST if role in ("confirm", "encoder") else Lamp.STEADY
    return Lamp.SLOW if role in SEATS and not _has_done(role, scene) else Lamp.STEADY


def _has_done(role: str, scene: PanelScene) -> bool:
    seat = scene.seats[SEATS.index(role)]
    return any(isinstance(ask, Ready) and seat in ask.done for ask in scene.asks)
