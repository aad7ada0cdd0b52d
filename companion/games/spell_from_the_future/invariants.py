"""What must hold after every answer; a position that breaks one is refused by its name."""

from collections.abc import Iterator

from companion.games.spell_from_the_future.pack import minds_of
from companion.games.spell_from_the_future.state import (
    COLOURS,
    COLOURS_OF_TOKENS,
    DAYS,
    HAND,
    MOST_TOKENS,
    OPEN_SEATS,
    SET_UP,
    TOKENS_EACH,
    State,
    all_letters,
    colour_of_seat,
    places,
)
from companion.games.spell_from_the_future.steps import NAMES
from companion.kit.game import Name
from companion.kit.seats import order_of

BEFORE_THE_BEAST = (*SET_UP, "P1.6", "P2.1", "P2.2", "P3.1")
HIDDEN = ("P4.4", "P4M.3", "P5.1")


def names(state: State) -> Iterator[Name]:
    """Every seat, card and place a state names, and which ones there are."""
    seats, pack = (*order_of(state), ""), state.pack
    colours = tuple(colour.id for colour in pack.colours)
    live = places(state)
    yield "first_player", state.first_player, seats
    yield from (("winners", seat, order_of(state)) for seat in state.winners)
    yield from (("color_open", one, colours) for one in state.color_open)
    yield from (("colors_discarded", one, colours) for one in state.colors_discarded)
    yield from (("letters", one, all_letters(pack)) for one in state.letters)
    yield from (("words", one, state.letters) for one in state.words)
    yield from (("called", one, live) for one in state.called)
    for seat, player in state.players.items():
        minds = tuple(mind.id for mind in minds_of(pack.minds, colour_of_seat(state, seat)))
        at = f"players.{seat}"
        yield from ((f"{at}.minds_used", one, minds) for one in player.minds_used)
        if player.mind_in_play is not None:
            yield f"{at}.mind_in_play", player.mind_in_play, minds
        yield from ((f"{at}.placement", one, live) for one in player.placement or ())
    for proposal in state.proposals:
        yield "proposals.seat", proposal.seat, order_of(state)
    yield from _words_of(state)


def _words_of(state: State) -> Iterator[Name]:
    """Values that are one of a few words."""
    yield "initiative", state.initiative, ("none", "mages", "beast")
    yield "beast_defeated", state.beast_defeated, ("unknown", "yes", "no")
    blocked = ("unknown", "blocked", "unblocked", "no_attack")
    yield "attack_blocked", state.attack_blocked, blocked
    yield "result", state.result, ("running", "village_lost", "survived")
    if state.campaign is not None:
        yield "campaign.result", state.campaign.result, ("running", "won", "lost")


def broken(state: State) -> tuple[str, ...]:
    return tuple(name for name, holds in _checks(state) if not holds)


def _checks(state: State) -> tuple[tuple[str, bool], ...]:
    limit = state.pack.damage_limit
    lost = state.result == "village_lost"
    return (
        ("step", state.step in NAMES),
        ("round", 1 <= state.round <= DAYS),
        ("village_damage", 0 <= state.village_damage <= limit),
        ("fallen_at_the_limit", (state.village_damage == limit) == lost),
        ("over_at_the_end", (state.result != "running") == (state.step == "END")),
        ("winners", _winners_fit(state)),
        (
            "first_player",
            state.first_player in order_of(state)
            or (state.step in SET_UP and not state.first_player),
        ),
        ("beast_deck", state.beast_deck_count == beasts_to_come(state)),
        ("beast_open", _beast_fits(state)),
        ("initiative", _initiative_fits(state)),
        ("colour_cards", _colours(state) == COLOURS),
        ("word_cards", _words_fit(state)),
        ("token_limit", 0 <= state.token_limit <= MOST_TOKENS),
        ("totals", state.attack_total >= 0 and state.defence_total >= 0),
        ("players", tuple(state.players) == order_of(state)),
        ("hands", all(_hand_fits(state, seat) for seat in state.players)),
        ("tokens", all(_tokens_fit(state, seat) for seat in state.players)),
        ("hidden", _hidden_fits(state)),
    )


def beasts_to_come(state: State) -> int:
    """In the morning the last Beast still lies open while the day already counts as the next."""
    is_today_to_come = state.current_beast is None or state.step == "P1"
    return DAYS - state.round + is_today_to_come


def _winners_fit(state: State) -> bool:
    return (state.result == "survived") == bool(state.winners) and set(state.winners) <= set(
        state.players
    )


def _beast_fits(state: State) -> bool:
    if state.in_force["phase_order"] == "beast_first" and state.step in ("P2.1", "P2.2"):
        return True
    beast = state.current_beast
    if state.step in BEFORE_THE_BEAST:
        return beast is None
    return state.step == "END" or (
        beast is not None and min(beast.health, beast.attack, beast.damage) >= 0
    )


def _initiative_fits(state: State) -> bool:
    roll = state.initiative_roll
    if roll is None:
        return state.initiative == "none"
    return 1 <= roll <= 6 and state.initiative == ("mages" if roll <= 3 else "beast")


def _colours(state: State) -> int:
    return state.color_deck + state.color_discard + state.color_hands + len(state.color_open)


def _words_fit(state: State) -> bool:
    counts = (state.word_deck_count, state.word_discard_count, state.word_cards_open)
    in_range = all(0 <= count <= state.pack.word_cards for count in counts)
    return in_range and 0 <= state.word_cards_this_round <= state.pack.generator_slots


def _hand_fits(state: State, seat: str) -> bool:
    player = state.players[seat]
    once = len(set(player.minds_used)) == len(player.minds_used) <= HAND
    return once and player.white_vp >= 0 and player.black_vp >= 0


def _tokens_fit(state: State, seat: str) -> bool:
    player = state.players[seat]
    for colour in COLOURS_OF_TOKENS:
        placed = sum(tokens.of(colour) for tokens in (player.placement or {}).values())
        hits = player.hits_white if colour == "white" else player.hits_black
        if not 0 <= hits <= placed <= TOKENS_EACH:
            return False
    return True


def _hidden_fits(state: State) -> bool:
    """Behind standing screens the engine knows nothing."""
    if state.step in OPEN_SEATS or state.step in ("P1", "END"):
        return True
    return all(
        player.placement is None and player.mind_in_play is None
        for player in state.players.values()
    )
