"""Asks in the words of this game: their ids, and the kinds that many steps share."""

from collections.abc import Mapping

from companion.games.world_adventure.pack import Pack
from companion.games.world_adventure.pack.atlas import atlas
from companion.games.world_adventure.rules.refusals import BENDING, CODES
from companion.games.world_adventure.state import State
from companion.kit.asks import CardKnown, Choose, DieWanted, Option, PieceWanted, Roll, Show
from companion.kit.memo import by_identity
from companion.kit.say import Say, Value, say
from companion.kit.steps import AskId


def ask_id(state: State, step: str, about: str = "") -> str:
    """Names this one occasion: the month, whose turn or which phase, the how-manieth question in
    it.
    """
    occasion = f"{state.month}.{state.active or state.phase}.{state.occasion}"
    return str(AskId(occasion, step, about, "."))


def ask_say(step: str, **values: Value) -> Say:
    """What an ask says; all parts of a step (`A1.marker`, `A1.die`) share its words."""
    return say(f"wa.ask.{step.partition('.')[0]}", **values)


def territory_say(state: State, territory: str) -> Say:
    """Java NE, Persia City."""
    known = _territories(state.pack).get(territory)
    return known.say if known is not None else _territory_said(state.pack, territory)


def nation_name(state: State, nation: str) -> str:
    return atlas(state.pack).names.get(nation, nation)


def _territory_said(pack: Pack, territory: str) -> Say:
    nation, _, place = territory.partition(".")
    return say(f"wa.place.{place or 'none'}", nation=atlas(pack).names.get(nation, nation))


def _all_territories(pack: Pack) -> dict[str, Option]:
    spots = atlas(pack).cities + atlas(pack).outer
    return {spot: Option(spot, _territory_said(pack, spot)) for spot in spots}


# Every menu offers half a dozen of them, every move names some.
_territories = by_identity(_all_territories, most=16)


def unit_say(unit: str) -> Say:
    """The hero, a soldier by his slot, a hunter's unit by its number."""
    if unit == "hero":
        return say("wa.hero")
    if unit.startswith("u"):
        return say("wa.npc_unit", n=int(unit[1:]))
    return say("wa.soldier", n=int(unit))


def marker_ask(
    state: State, step: str, seat: str = "", *, about: str = "", **values: Value
) -> Show:
    """One awakening marker, shown to the camera or tapped."""
    nations = tuple(CardKnown(nation.id, nation.name) for nation in state.pack.nations)
    return Show(
        id=ask_id(state, step, about),
        say=ask_say(step, **values),
        seats=(seat,) if seat else (),
        zone="middle",
        cards="awakening",
        known=nations,
    )


def dice_ask(
    state: State, step: str, number: int, seat: str = "", *, about: str = "", **values: Value
) -> Roll:
    """So many dice of any colour: only the pips count."""
    return Roll(
        id=ask_id(state, step, about),
        say=ask_say(step, n=number, **values),
        seats=(seat,) if seat else (),
        zone="tray",
        dice=(DieWanted(count=number),),
    )


def colours_ask(
    state: State,
    step: str,
    colours: tuple[str, ...],
    seat: str = "",
    *,
    about: str = "",
    **values: Value,
) -> Roll:
    """Exactly these dice, each once: a hero or soldier stands behind each."""
    named = tuple(say(f"wa.colour.{colour}") for colour in colours)
    return Roll(
        id=ask_id(state, step, about),
        say=ask_say(step, dice=named, **values),
        seats=(seat,) if seat else (),
        zone="tray",
        dice=tuple(DieWanted(colour=colour) for colour in colours),
    )


def choose_ask(
    state: State,
    step: str,
    options: tuple[Option, ...],
    seat: str = "",
    *,
    about: str = "",
    least: int = 1,
    most: int = 1,
    optional: bool = False,
    lines: tuple[Say, ...] = (),
    **values: Value,
) -> Choose:
    return Choose(
        id=ask_id(state, step, about),
        say=ask_say(step, **values),
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
    return tuple(spot_option(state, spot) for spot in spots)


def spot_option(state: State, spot: str) -> Option:
    known = _territories(state.pack).get(spot)
    return known if known is not None else Option(spot, territory_say(state, spot))


def goods_wanted(
    most: Mapping[str, int | None],
    prices: Mapping[str, int] | None = None,
    closed: Mapping[str, Say] | None = None,
) -> tuple[PieceWanted, ...]:
    """Pieces of these goods for a sheet, at most so many of each; what one costs or brings, and
    why some are not to be had.
    """
    prices, closed = prices or {}, closed or {}
    return tuple(
        PieceWanted(
            good,
            say(f"wa.good.{good}"),
            most=n,
            price=prices.get(good),
            why_not=closed.get(good),
        )
        for good, n in most.items()
    )
