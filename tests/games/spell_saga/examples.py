"""Worked examples that are read by the pure functions they are about: order, luck, claims."""

from functools import partial
from typing import Any

from companion.exam.vectors import Vector, vectors_of
from companion.games.spell_saga.options import CHOICES
from companion.games.spell_saga.pack import Card
from companion.games.spell_saga.rules.claims import claim
from companion.games.spell_saga.rules.harmonics import bits, ring_status, row_status
from companion.games.spell_saga.rules.reading import (
    glyph,
    kismet,
    luck_of,
    places_status,
    story_status,
)
from companion.games.spell_saga.state import Hero, Item, State, change
from tests.games.spell_saga.table import at
from tests.games.tables import OwnExample

DEFAULTS: dict[str, int | str] = {name: values[0] for name, values in CHOICES.items()}


def order_holds(vector: Vector) -> None:
    for row in vector.data["rows"]:
        rulings = DEFAULTS | row.get("options", {})
        if "ring" in row:
            found = ring_status([[bits(node) for node in row["ring"]]], rulings)
        else:
            found = row_status([bits(node) for node in row["row"]], rulings)
        assert found == row["is"], row


# Luck


def _card(card_id: str, kind: str, words: str) -> Card:
    mark, _, colours = words.partition(" ")
    return Card(id=card_id, type=kind, cost=1, glyph=mark, harmonics=colours)


def _kismet_state(data: dict[str, Any]) -> State:
    place, action, luck = data["kismet"]
    place, _, folk = place.partition("+")
    cards = {"P": _card("P", "place", place), "A": _card("A", "item", action)}
    attached: dict[str, tuple[str, ...]] = {}
    if luck:
        cards["L"] = _card("L", "item", luck)
    if folk:
        cards["F"] = _card("F", "folk", f"- {folk}")
        attached = {"P": ("F",)}
    ring = "P"
    if "host" in data:
        cards["H"] = _card("H", "place", data["host"])
        attached, ring = {"H": ("P",)}, "H"
    hero = Hero("HE0", luck_stack=("L",) if luck else (), action="A")
    state = at("T7")
    return change(
        state,
        cards=state.cards | cards,
        places=((ring,), (), (), (), ()),
        attached=attached,
        token="P",
        heroes=(hero,),
    )


def luck_holds(vector: Vector) -> None:
    state = _kismet_state(vector.data)
    assert luck_of(state, 0).luck == vector.data["s11"]
    assert luck_of(state, 0).why == vector.data["why"]
    other = change(state, options=state.options | {"luck_table": "s13"})
    assert luck_of(other, 0).luck == vector.data["s13"]
    if "glyphs" in vector.data:
        assert [glyph(state, card) for card in kismet(state, 0) or ()] == vector.data["glyphs"]


# Claims


def _laid(data: dict[str, Any]) -> State:
    cards: dict[str, Card] = {}

    def lay(name: str, colours: list[str]) -> tuple[str, ...]:
        for number, colour in enumerate(colours):
            cards[f"{name}{number}"] = _card(f"{name}{number}", "story", f"- {colour.strip('-')}")
        return tuple(f"{name}{number}" for number in range(len(colours)))

    ring = lay("ring", data.get("ring", []))
    places: list[tuple[str, ...]] = [(card,) for card in ring]
    if "buried" in data:
        places[1] = (*places[1], *lay("buried", [data["buried"]]))
    attached = {ring[0]: lay("folk", [data["folk"]])} if "folk" in data else {}
    heroes = [
        Hero(
            lay(f"hero{number}-", [""])[0],
            tuple(
                Item(card, "down" if colour.startswith("-") else "up")
                for card, colour in zip(lay(f"item{number}-", items), items, strict=True)
            ),
        )
        for number, items in enumerate(data.get("items", [[]] * max(1, len(data.get("luck", [])))))
    ]
    if "luck" in data:
        tops = lay("luck", data["luck"])
        heroes = [change(hero, luck_stack=(top,)) for hero, top in zip(heroes, tops, strict=True)]
    token = "@5"
    if "kismet" in data:
        place, action, luck = lay("kismet", data["kismet"])
        places, token = [(place,)], place
        heroes = [change(heroes[0], action=action, luck_stack=(luck,))]
    state = at("T7")
    stacks = tuple(places + [()] * (5 - len(places)))
    story = lay("story", data.get("story", []))
    return change(
        state,
        cards=state.cards | cards,
        story=story,
        places=stacks,
        attached=attached,
        heroes=tuple(heroes),
        token=token,
    )


def claims_hold(vector: Vector) -> None:
    state = _laid(vector.data)
    for case in ({}, *vector.data.get("also", [])):
        now = change(state, options=state.options | case.get("options", {}))
        lists = case or vector.data
        assert [cost for cost in lists["yes"] if claim(now, cost) is None] == []
        assert [cost for cost in lists["no"] if claim(now, cost) is not None] == []
    for what, status in vector.data.get("order", {}).items():
        assert (story_status if what == "story" else places_status)(state) == status
    if "match" in vector.data:
        assert luck_of(state, 0).match == vector.data["match"]


KINDS = {"order": order_holds, "luck": luck_holds, "claim": claims_hold}
OWN = [
    OwnExample(vector.id, (vector.id, *vector.data.get("rules", ())), partial(run, vector))
    for vector in vectors_of("spell_saga")
    if (run := KINDS.get(vector.data.get("kind", ""))) is not None
]
