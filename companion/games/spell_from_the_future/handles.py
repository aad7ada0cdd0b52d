"""What people may set by hand, and what follows from it. Every change is a line of the log with its
reason.
"""

from companion.games.spell_from_the_future.pack import Pack
from companion.games.spell_from_the_future.rules.calling import hits_on, on_place
from companion.games.spell_from_the_future.rules.village import fall
from companion.games.spell_from_the_future.rules.wording import place_said
from companion.games.spell_from_the_future.state import (
    COLOURS,
    MOST_TOKENS,
    SET_UP,
    TOKENS_EACH,
    GameStory,
    State,
    placed_by,
    places,
    replace,
)
from companion.kit.game import Handle
from companion.kit.say import name_of, say
from companion.kit.seats import order_of
from companion.kit.story import refuse, unless_sure

BELOW_OR_ABOVE = "SF-E23"
FIRST_MAGE_STEPS = (*SET_UP, "P1", "P1.6", "P2.1", "P2.2", "P3.1", "P3.2", "P4.1", "P4M.1")
FOR_THE_ROUND = (
    "two_player_stats",
    "phase_order",
    "damage_mode",
    "mixed_box",
    "black_vp_after_quick_kill",
)
FROM_NEXT_ROUND = (*FOR_THE_ROUND, "color_reshuffle", "min_tokens", "placement_repair")


def handles(state: State) -> tuple[Handle, ...]:
    return (
        *_of_the_table(state),
        *_of_players(state),
        *_of_the_beast(state),
        *_of_the_campaign(state),
    )


def _of_the_table(state: State) -> tuple[Handle, ...]:
    pack: Pack = state.pack
    return (
        _number("village_damage", pack.damage_limit),
        _number("attack_total"),
        _number("defence_total"),
        _number("word_deck_count", pack.word_cards),
        _number("word_discard_count", pack.word_cards),
        _number("color_deck", COLOURS),
        _number("color_discard", COLOURS),
        _number("word_cards_this_round", pack.generator_slots),
        _number("token_limit", MOST_TOKENS),
        *_first_mage(state),
    )


def _first_mage(state: State) -> tuple[Handle, ...]:
    if not state.first_player:
        return ()
    return (
        Handle(
            "first_player", ("first_player",), say("sf.tracker.first_player"), words=order_of(state)
        ),
    )


def _number(name: str, most: int | None = None) -> Handle:
    return Handle(name, (name,), say(f"sf.tracker.{name}"), most=most, code=BELOW_OR_ABOVE)


def _of_players(state: State) -> tuple[Handle, ...]:
    found = []
    for seat in state.players:
        for field, most in (("white_vp", None), ("black_vp", None), ("hits_white", TOKENS_EACH)):
            found.append(_of_player(seat, field, most))
        found.append(_of_player(seat, "hits_black", TOKENS_EACH))
    return tuple(found)


def _of_player(seat: str, field: str, most: int | None) -> Handle:
    what = say(f"sf.tracker.{field}", name=name_of(seat))
    return Handle(
        f"{field}:{seat}", ("players", seat, field), what, most=most, seat=seat, code=BELOW_OR_ABOVE
    )


def _of_the_beast(state: State) -> tuple[Handle, ...]:
    if state.current_beast is None:
        return ()
    stats = ("health", "attack", "damage")
    return tuple(
        Handle(
            f"beast_{stat}",
            ("current_beast", stat),
            say(f"sf.tracker.beast_{stat}"),
            most=99,
            code=BELOW_OR_ABOVE,
        )
        for stat in stats
    )


def _of_the_campaign(state: State) -> tuple[Handle, ...]:
    if state.campaign is None:
        return ()
    return (
        Handle(
            "lives",
            ("campaign", "lives"),
            say("sf.tracker.lives"),
            least=1,
            most=9,
            code=BELOW_OR_ABOVE,
        ),
    )


def adjusted(story: GameStory, handle: Handle, confirmed: bool) -> None:
    if story.state.step == "END":
        raise refuse("SF-E26", "sf.refused.over")
    name = handle.id.split(":")[0]
    if name == "village_damage" and story.state.village_damage == story.state.pack.damage_limit:
        if not confirmed:
            raise unless_sure("SF-C04", "sf.refused.sure_fallen")
        fall(story)
    elif name in ("color_deck", "color_discard"):
        _balance_colours(story, name)
    elif name == "first_player" and story.state.step not in FIRST_MAGE_STEPS:
        raise refuse("SF-C06", "sf.refused.too_late_for_first")
    elif name in ("hits_white", "hits_black"):
        _no_claims(story.state, handle.seat or "", name.removeprefix("hits_"))


def _balance_colours(story: GameStory, which: str) -> None:
    """Ten Color Cards exist: what the deck has not, the discard has."""
    state = story.state
    elsewhere = len(state.color_open) + state.color_hands
    rest = (
        COLOURS - elsewhere - (state.color_deck if which == "color_deck" else state.color_discard)
    )
    if rest < 0:
        raise refuse("SF-E11", "sf.refused.colours_missing", n=-rest)
    other = "color_discard" if which == "color_deck" else "color_deck"
    # Which colours lie in the discard is no longer known once people have moved cards between the
    # piles.
    story.keep(replace(state, **{other: rest}, colors_discarded=()))


def _no_claims(state: State, seat: str, colour: str) -> None:
    """Hits follow from the tokens alone; a claim is answered with what lies there."""
    for where in places(state):
        tokens = placed_by(state.players[seat]).get(where)
        if tokens is not None and tokens.of(colour) and seat not in hits_on(state, where)[colour]:
            names = tuple(name_of(one) for one in on_place(state, where, colour))
            there = place_said(state, where)
            raise refuse(
                "SF-E22",
                "sf.refused.claim",
                names=names,
                colour=say(f"sf.token.{colour}"),
                where=there,
            )
    raise refuse("SF-E22", "sf.refused.hits_follow", name=name_of(seat))


def option_changed(story: GameStory, option: str) -> None:
    """What would change the scoring of a round under way waits for the next one; the deck's mix is
    fixed once built.
    """
    state = story.state
    if option == "difficulty" and state.step not in ("S2", "S3"):
        raise refuse("SF-E27", "sf.refused.deck_is_built")
    if option not in FROM_NEXT_ROUND:
        return
    if state.step in (*SET_UP, "P1", "END"):
        story.keep(replace(state, in_force={**state.in_force, option: state.options[option]}))
    else:
        story.tell(state, "sf.log.from_next_round", option=say(f"sf.option.{option}"))
