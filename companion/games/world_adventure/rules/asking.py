"""Chance that people draw: awakening markers, the die for a place, turn markers among tied players.
Shared asks.
"""

from companion.games.world_adventure.rules.refusals import BENDING, CODES
from companion.games.world_adventure.state import State
from companion.kit.asks import CardKnown, Choose, DieWanted, Option, Roll, Show
from companion.kit.say import Say, Value, say


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


def ask_id(state: State, code: str) -> str:
    """Names this one occasion: the month, whose turn or which phase, the how-manieth question in
    it.
    """
    return f"{state.month}.{state.active or state.phase}.{state.occasion}:{code}"
