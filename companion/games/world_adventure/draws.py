"""Chance that people draw: awakening markers, the die for a place, turn markers among tied players.
Shared asks.
"""

from msgspec.structs import replace

from companion.games.world_adventure.state import Frame, State
from companion.games.world_adventure.tale import (
    BENDING,
    CODES,
    Tale,
    ask_id,
    cards,
    choice,
    pips,
    pop,
    push,
    swap_top,
)
from companion.kit.asks import Ask, CardKnown, Choose, DieWanted, Option, Roll, Show
from companion.kit.intents import Answer
from companion.kit.say import Say, Value, name_of, say


def territory_say(state: State, territory: str) -> Say:
    """Java NE, Persia City."""
    nation, _, place = territory.partition(".")
    return say(f"wa.place.{place or 'none'}", nation=nation_name(state, nation))


def nation_name(state: State, nation: str) -> str:
    return next((one.name for one in state.pack.nations if one.id == nation), nation)


def marker_ask(state: State, code: str, seat: str = "", **values: Value) -> Show:
    """One awakening marker, shown to the camera or tapped."""
    nations = tuple(CardKnown(nation.id, nation.name) for nation in state.pack.nations)
    return Show(
        id=ask_id(state, code),
        say=say(f"wa.ask.{code.partition('.')[0]}", **values),
        seats=(seat,) if seat else (),
        zone="middle",
        cards="awakening",
        known=nations,
    )


def dice_ask(state: State, code: str, number: int, seat: str = "", **values: Value) -> Roll:
    """So many dice of any colour: only the pips count."""
    return Roll(
        id=ask_id(state, code),
        say=say(f"wa.ask.{code.partition('.')[0]}", n=number, **values),
        seats=(seat,) if seat else (),
        zone="tray",
        dice=(DieWanted(count=number),),
    )


def colours_ask(
    state: State, code: str, colours: tuple[str, ...], seat: str = "", **values: Value
) -> Roll:
    """Exactly these dice, each once: a hero or soldier stands behind each."""
    named = tuple(say(f"wa.colour.{colour}") for colour in colours)
    return Roll(
        id=ask_id(state, code),
        say=say(f"wa.ask.{code.partition('.')[0]}", dice=named, **values),
        seats=(seat,) if seat else (),
        zone="tray",
        dice=tuple(DieWanted(colour=colour) for colour in colours),
    )


def choose_ask(
    state: State,
    code: str,
    options: tuple[Option, ...],
    seat: str = "",
    least: int = 1,
    most: int = 1,
    optional: bool = False,
    lines: tuple[Say, ...] = (),
    **values: Value,
) -> Choose:
    return Choose(
        id=ask_id(state, code),
        say=say(f"wa.ask.{code.partition('.')[0]}", **values),
        seats=(seat,) if seat else (),
        options=options,
        least=least,
        most=most,
        optional=optional,
        lines=lines,
    )


def option(code: str, key: str, why_not: Say | None = None, **values: Value) -> Option:
    """An option, or the reason against it: with the rule's number, and open to the table's own word
    where it bends.
    """
    if why_not is None:
        return Option(code, say(f"wa.do.{key}", **values))
    bends = why_not.key in BENDING
    return Option(
        code, say(f"wa.do.{key}", **values), why_not=why_not, rule=CODES[why_not.key], bends=bends
    )


def spot_options(state: State, spots: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(spot, territory_say(state, spot)) for spot in spots)


def draw_outer(tale: Tale, then: Frame) -> None:
    """A random outer territory by marker and die; `then` goes on with the territory in `names`."""
    push(tale, Frame("A1", then.seat, then.what or then.step), then)


def _ask_outer(state: State, frame: Frame) -> tuple[Ask, ...]:
    what = say(f"wa.draw.{frame.what.partition(':')[0]}")
    if not frame.names:
        return (marker_ask(state, "A1.marker", frame.seat, what=what),)
    ask = dice_ask(state, "A1.die", 1, frame.seat, what=what)
    return (
        replace(
            ask, say=say("wa.ask.A1_die", what=what, nation=nation_name(state, frame.names[0]))
        ),
    )


def _drawn_outer(tale: Tale, frame: Frame, part: str, answer: Answer) -> None:
    if part == "marker":
        swap_top(tale, replace(frame, names=(cards(answer)[0].id,)))
        return
    territory = f"{frame.names[0]}.{pips(answer)[0]}"
    pop(tale)
    then = tale.state.stack[-1]
    swap_top(tale, replace(then, names=(*then.names, territory)))


def draw_among(tale: Tale, tied: tuple[str, ...], then: Frame) -> None:
    """Turn markers of the tied players are mixed and one is drawn; `then` goes on with that seat in
    `names`.
    """
    push(tale, Frame("A2", names=tied), then)


def _ask_among(state: State, frame: Frame) -> tuple[Ask, ...]:
    options = tuple(
        Option(seat, say("wa.do.seat", seat=name_of(seat)), seat=seat) for seat in frame.names
    )
    return (choose_ask(state, "A2", options),)


def _drawn_among(tale: Tale, _frame: Frame, _part: str, answer: Answer) -> None:
    drawn = choice(answer)
    pop(tale)
    then = tale.state.stack[-1]
    swap_top(tale, replace(then, names=(*then.names, drawn)))


ASKS = {"A1": _ask_outer, "A2": _ask_among}
ANSWERS = {"A1": _drawn_outer, "A2": _drawn_among}
