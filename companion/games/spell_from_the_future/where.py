"""Where every marker, cube, pile and card belongs: for setting the real table right after an undo
or a knock.
"""

from companion.games.spell_from_the_future.pack import colour_of
from companion.games.spell_from_the_future.rules.wording import tokens_said
from companion.games.spell_from_the_future.state import (
    HAND,
    OPEN_SEATS,
    SET_UP,
    State,
    mind_in_play,
    placed_by,
)
from companion.kit.say import Say, name_of, say


def where(state: State) -> dict[str, Say]:
    found = {
        "damage_marker": say("sf.where.damage", n=state.village_damage),
        "attack_cube": _cube("attack", state.attack_total, state.step),
        "defence_cube": _cube("defence", state.defence_total, state.step),
        "word_deck": say("sf.where.word_deck", n=state.word_deck_count),
        "word_discard": say("sf.where.word_discard", n=state.word_discard_count),
        "generator": say("sf.where.generator", n=state.word_cards_open),
        "color_deck": say("sf.where.color_deck", n=state.color_deck),
        "color_discard": say("sf.where.color_discard", n=state.color_discard),
        "color_open": _open(state),
        "beast_deck": say("sf.where.beast_deck", n=state.beast_deck_count),
        "beast": say(
            "sf.where.beast" if state.current_beast else "sf.where.no_beast", id=_beast(state)
        ),
    }
    found["screens"] = say("sf.where.lifted" if state.step in OPEN_SEATS else "sf.where.screens")
    if state.first_player:
        found["first_mage"] = say("sf.where.first_mage", name=name_of(state.first_player))
    for seat in state.players:
        found |= _of_seat(state, seat)
    return found


def _cube(which: str, number: int, step: str) -> Say:
    """Zero is beside the board; the cubes move when the totals are counted."""
    on_board = number > 0 and step not in ("P5.2", "P5.3", "P5.4")
    return (
        say(f"sf.where.{which}_cube", n=number) if on_board else say(f"sf.where.{which}_cube_off")
    )


def _open(state: State) -> Say:
    cards = (colour_of(state.pack, card) for card in state.color_open)
    titles = tuple(card.title for card in cards if card)
    return say("sf.where.color_open", colours=titles) if titles else say("sf.where.no_colours")


def _beast(state: State) -> str:
    beast = next(
        (b for b in state.pack.beasts if state.current_beast and b.id == state.current_beast.id),
        None,
    )
    return beast.title if beast else ""


def _of_seat(state: State, seat: str) -> dict[str, Say]:
    player, name = state.players[seat], name_of(seat)
    return {
        f"white_marker:{seat}": say("sf.where.white_marker", name=name, n=player.white_vp),
        f"black_marker:{seat}": say("sf.where.black_marker", name=name, n=player.black_vp),
        f"minds:{seat}": say("sf.where.minds", name=name, n=_in_hand(state, seat)),
        f"tokens:{seat}": _tokens(state, seat),
    }


def _in_hand(state: State, seat: str) -> int:
    player = state.players[seat]
    lying = (
        state.step in OPEN_SEATS
        and player.mind_in_play is not None
        and player.mind_in_play not in player.minds_used
    )
    return HAND - len(player.minds_used) - lying


def _tokens(state: State, seat: str) -> Say:
    """While screens stand the tokens are the player's secret."""
    placed = placed_by(state.players[seat])
    if state.step in SET_UP or state.step not in OPEN_SEATS or not placed:
        return say("sf.where.tokens_home", name=name_of(seat))
    mind = mind_in_play(state, seat)
    on_card = tuple(tokens_said(at, tokens) for at, tokens in placed.items())
    card = mind.title if mind else say("sf.where.mystic_card")
    return say("sf.where.tokens_on", name=name_of(seat), card=card, tokens=on_card)
