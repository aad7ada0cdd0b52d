"""The table as the tablet draws it: ring, lanes, story row, hand, and in a battle the fight."""

from collections.abc import Iterator

from companion.games.spell_saga.rules.harmonics import broken_joint
from companion.games.spell_saga.rules.reading import (
    current_place,
    eff,
    luck_status,
    place_tops,
    places_status,
    story_status,
)
from companion.games.spell_saga.rules.turn import targets
from companion.games.spell_saga.state import (
    State,
    ask_id,
    hand_size,
    lite,
    source_limit,
    story_count,
    title,
)
from companion.games.spell_saga.views.arrangement import IN_BATTLE, ON_THE_WAY
from companion.games.spell_saga.views.battle import battle_trackers
from companion.games.spell_saga.views.cards import face, hand_face, place_face
from companion.games.spell_saga.views.lanes import lane_trackers
from companion.games.spell_saga.views.lines import (
    bonuses,
    hint_lines,
    limit_lines,
    order_behind,
)
from companion.kit.say import Say, say
from companion.kit.scoreboard import phases
from companion.kit.trackers import (
    Cards,
    Counter,
    Gauge,
    Notes,
    Phase,
    Pile,
    Ring,
    RingSpot,
    Tracker,
    View,
)
from companion.kit.zones import family

STEPS = ("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "TE")
PASSING = ("T6", "T7", "T8")  # read off the cards: harmonics, luck, acknowledging
LOW = 1  # so few cards in hand are worth a warning


def view(state: State, _seat: str | None) -> View:
    """Everything is open: one player, face-up cards. Only the order of the deck is nobody's.

    In step 3 the player reads the place's text aloud.
    """
    is_read = state.started and state.step == "T3"
    arrangement = ON_THE_WAY if state.battle is None else IN_BATTLE
    return View(
        headline(state),
        tuple(_trackers(state)),
        hushed=is_read,
        stage=arrangement,
        passing=(ask_id(state, state.step),) if state.step in PASSING else (),
    )


def headline(state: State) -> Say:
    if state.result:
        return say(f"ss.headline.{state.result}", n=state.turn)
    if not state.started:
        return say("ss.headline.setup")
    if state.battle is not None:
        return say(
            "ss.headline.battle", n=state.battle.round, of=state.battle.rounds, turn=state.turn
        )
    return say("ss.headline.turn", n=state.turn, step=say(f"ss.step.{state.step}"))


def _trackers(state: State) -> Iterator[Tracker]:
    if not lite(state):
        yield _ring(state)
    yield _ladder(state)
    if state.battle is not None:
        yield from battle_trackers(state, state.battle)
    for lane, hero in enumerate(state.heroes):
        yield from lane_trackers(state, lane, hero)
    yield from _hand(state)
    if not lite(state):
        yield from _ring_status(state)
    yield from _story(state)
    if state.deck_count is not None:
        yield Pile(id="deck", say=say("ss.view.deck"), count=state.deck_count, handle="deck_count")
    yield Notes(id="limits", say=say("ss.view.limits"), lines=limit_lines(state), quiet=True)
    open_now = tuple(bonuses(state))
    if open_now:
        lines, opens = zip(*open_now, strict=True)
        yield Notes(id="bonuses", say=say("ss.view.bonuses"), lines=lines, opens=opens)
    hints = hint_lines(state)
    if hints:
        yield Notes(id="hints", say=say("ss.view.hints"), lines=hints)


def _ladder(state: State) -> Phase:
    at = "T9" if state.step.startswith("B") else state.step
    names = [(step, say(f"ss.step.{step}")) for step in STEPS]
    return phases(say("ss.view.steps"), names, at, id="steps", at=at)


# Places


def _ring(state: State) -> Ring:
    goals = set(targets(state)) if state.step == "T1" else set()
    here = current_place(state)
    spots: list[RingSpot] = []
    for number, stack in enumerate(state.places, 1):
        near = family(state.attached, stack[0]) if stack else ()
        faces = tuple(place_face(state, card, goals) for card in stack)
        stands = here in near or here in stack or state.token == f"@{number}"
        spots.append(RingSpot(str(number), faces, here=stands, open=bool(goals & {*near})))
    return Ring(id="places", say=say("ss.view.places"), spots=tuple(spots), size=2)


def _ring_status(state: State) -> Iterator[Tracker]:
    status = places_status(state)
    tops = tuple(top for top in place_tops(state) if top is not None)
    joint = broken_joint([eff(state, top) for top in tops], state.options, ring=True)
    lines = [say(f"ss.order.{status}", what=say("ss.view.places"))]
    if status == "DISCORDANT" and joint is not None:
        lines.append(say("ss.order.joint", card=title(state, tops[joint])))
    luck_tops = tuple(hero.luck_stack[0] for hero in state.heroes if hero.luck_stack)
    opens = (*(order_behind(state, tops) for _ in lines), order_behind(state, luck_tops))
    lines.append(say(f"ss.order.{luck_status(state)}", what=say("ss.view.luck_row")))
    yield Notes(id="order", say=say("ss.view.order"), lines=tuple(lines), opens=opens, quiet=True)


def _story(state: State) -> Iterator[Tracker]:
    yield Counter(
        id="story_count",
        say=say("ss.view.story_count"),
        seat=state.seats[0].id,
        value=story_count(state),
        size=2,
        handle="story",
        made_of=(("story",), ("story_unknown",)),
    )
    if not lite(state):
        yield Cards(
            id="story",
            say=say("ss.view.story"),
            cards=tuple(face(state, card) for card in state.story),
            note=say(f"ss.order.{story_status(state)}", what=say("ss.view.story")),
            behind=order_behind(state, ()),
        )


def _hand(state: State) -> Iterator[Tracker]:
    size, limit = hand_size(state), source_limit(state)
    yield Gauge(
        id="hand",
        say=say("ss.view.hand"),
        seat=state.seats[0].id,
        value=size,
        most=max(size, limit),
        against=limit,
        against_say=say("ss.view.source_limit", n=limit),
        size=2,
        handle="hand",
        made_of=(("hand",), ("hand_unknown",)),
        note=say("ss.view.hand_low", n=size) if size <= LOW and state.started else None,
    )
    if state.hand:
        cards = tuple(hand_face(state, card) for card in state.hand)
        yield Cards(id="hand_cards", say=say("ss.view.hand_cards"), cards=cards)
