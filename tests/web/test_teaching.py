"""A card met in play and typed in whole, as the pack editor sends it, is taken by the game that
asked for it.
"""

from typing import Any

import pytest

from companion import games
from companion.kit.asks import Ask, Show
from companion.kit.intents import Answer, Shown
from companion.kit.pieces import CardSeen
from companion.packs import shipped
from companion.table.table import Accepted, Table
from tests.web.moments import play
from web.forms import OUR_FACTS, kinds, short_form

DECKS = [
    ("mechamancers", "mechs"),
    ("mechamancers", "events"),
    ("mechamancers", "roles"),
    ("runika", "runes"),
    ("spell_from_the_future", "beasts"),
    ("spell_saga", "cards"),
    ("world_adventure", "heroes"),
    ("world_adventure", "events"),
]


def asked(asks: tuple[Ask, ...], deck: str) -> list[Show]:
    return [ask for ask in asks if isinstance(ask, Show) and ask.deck == deck and ask.least <= 1]


def whole(game_id: str, deck: str) -> dict[str, Any]:
    """What is printed on the card of ours that says the most; not one that lies elsewhere from the
    start.
    """
    cards = [
        card
        for card in shipped(games.find(game_id), "demo")[deck]
        if not {"start", "mastery"} & set(map(str, card.values()))
    ]
    most: dict[str, Any] = max(cards, key=lambda card: len(str(card)))
    return {name: value for name, value in most.items() if name not in OUR_FACTS}


@pytest.mark.parametrize(("game_id", "deck"), DECKS)
def test_a_whole_card_is_learned_with_all_it_does(game_id: str, deck: str, table: Table) -> None:
    game = games.find(game_id)
    play(table, game_id, 400, until=lambda asks: bool(asked(asks, deck)))
    assert table.live is not None
    (ask, *_) = asked(game.asks(table.live.state), deck)
    card = whole(game_id, deck)
    name = "mine" if ask.new else card["id"]
    seat = ask.seats[0] if ask.seats else None
    given = Answer(
        id="taught",
        ask=ask.id,
        seat=seat,
        answer=Shown((CardSeen(name, facts=card),)),
        force="it lies there",
    )
    assert isinstance(table.submit(given), Accepted)


@pytest.mark.parametrize(
    ("game_id", "deck"), [pair for pair in DECKS if pair != ("mechamancers", "roles")]
)
def test_the_short_form_asks_for_what_the_game_takes(game_id: str, deck: str, table: Table) -> None:
    """Every fact of it, tapped as the page would give it."""
    play(table, game_id, 400, until=lambda asks: any(ask.new for ask in asked(asks, deck)))
    assert table.live is not None
    ask = next(ask for ask in asked(games.find(game_id).asks(table.live.state), deck) if ask.new)
    form = short_form(game_id, deck, ask.needs, "en")
    facts = {fact["name"]: tapped(fact["shape"]) for fact in form["parts"][form["part"]]["facts"]}
    card = CardSeen("mine", facts={**facts, **PLAIN.get(deck, {})})
    given = Answer(
        id="taught",
        ask=ask.id,
        seat=ask.seats[0] if ask.seats else None,
        answer=Shown((card,)),
        force="so",
    )
    assert isinstance(table.submit(given), Accepted)


# What must go together on one card.
PLAIN: dict[str, dict[str, Any]] = {"mechs": {"max_health": 2, "attacks": [2, 1], "damage": [1]}}


def tapped(shape: dict[str, Any]) -> Any:
    match shape["ask"]:
        case "number":
            return max(1, shape.get("least") or 0)
        case "choice":
            return shape["choices"][0]
        case "letters":
            return shape["letters"][0]
        case "grid":
            return shape["signs"][1]
        case "yes_no":
            return True
        case "several":
            return (
                [tapped(shape["of"])] * max(1, shape.get("least") or 0)
                if shape["of"]["ask"] != "group"
                else []
            )
        case "one_of":
            return tapped(shape["of"][0])
        case "group":  # left as it opens
            return {}
        case _:
            return "x"


@pytest.mark.parametrize("game_id", games.ids())
def test_every_deck_that_is_asked_for_is_a_list_of_the_pack(game_id: str, table: Table) -> None:
    game, found = games.find(game_id), set[str]()

    def look(asks: tuple[Ask, ...]) -> bool:
        found.update(ask.deck for ask in asks if isinstance(ask, Show) and (ask.new or ask.deck))
        return False

    play(table, game_id, 150, until=look)
    assert found
    assert found <= {name for name, _ in kinds(game)}
