"""A card met in play and typed in whole, as the pack editor sends it, is taken by the game that asked for it."""

from typing import Any

import pytest

from companion import games
from companion.kit.asks import Ask, Show
from companion.kit.intents import Answer, Shown
from companion.kit.pieces import CardSeen
from companion.packs import shipped
from companion.table.owner import Accepted, Table
from tests.web.moments import play
from web.forms import OUR_FACTS
from web.packs import kinds

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
    """What is printed on the card of ours that says the most; not one that lies elsewhere from the start."""
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
        id="taught", ask=ask.id, seat=seat, answer=Shown((CardSeen(name, facts=card),)), force="it lies there"
    )
    assert isinstance(table.submit(given), Accepted)


@pytest.mark.parametrize("game_id", games.ids())
def test_every_deck_that_is_asked_for_is_a_list_of_the_pack(game_id: str, table: Table) -> None:
    game, found = games.find(game_id), set[str]()

    def look(asks: tuple[Ask, ...]) -> bool:
        found.update(ask.deck for ask in asks if isinstance(ask, Show) and (ask.new or ask.deck))
        return False

    play(table, game_id, 150, until=look)
    assert found
    assert found <= {name for name, _ in kinds(game)}
