"""Before the first day: who may play, and a fresh state."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.spell_from_the_future.invariants import beasts_to_come
from companion.games.spell_from_the_future.options import PLAYERS
from companion.games.spell_from_the_future.pack import Pack
from companion.games.spell_from_the_future.state import COLOURS, DAYS, Campaign, Player, State
from companion.kit.game import Options, Seats
from companion.kit.say import say
from companion.kit.story import refuse


def setup(options: Options, seats: Seats, pack: Pack) -> State:
    least, most = PLAYERS[str(options["mode"])]
    if not least <= len(seats) <= most:
        raise refuse("SF-E01", "sf.refused.seats", have=len(seats), least=least, most=most)
    colours = [seat.colour or seat.id for seat in seats]
    for colour in colours:
        if colours.count(colour) > 1:
            raise refuse("SF-E02", "sf.refused.colour_taken", colour=say(f"kit.colour.{colour}"))
    _check_own_mix(options)
    kept = dict(options)
    return State(
        seats=seats,
        options=kept,
        in_force=dict(kept),
        pack=pack,
        step="S2",
        players={seat.id: Player() for seat in seats},
        word_deck_count=pack.word_cards,
        campaign=Campaign(lives=int(options["campaign_lives"]))
        if options["mode"] == "campaign"
        else None,
    )


def _check_own_mix(options: Options) -> None:
    own = tuple(int(options[f"own_t{tier}"]) for tier in (1, 2, 3, 4))
    if options["difficulty_table"] == "own" and sum(own) != DAYS:
        raise refuse("SF-E03", "sf.refused.own_mix", have=sum(own), want=DAYS)


def derived(state: State, position: Mapping[str, Any]) -> State:
    """Cards that lie nowhere else are in their decks; the die tells who has the initiative."""
    if "beast_deck_count" not in position:
        state = replace(state, beast_deck_count=beasts_to_come(state))
    if "color_deck" not in position:
        out = state.color_discard + state.color_hands + len(state.color_open)
        state = replace(state, color_deck=COLOURS - out)
    if "initiative" not in position and state.initiative_roll is not None:
        first = "mages" if state.initiative_roll <= 3 else "beast"
        state = replace(state, initiative=first)
    return state
