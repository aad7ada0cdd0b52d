"""The event at the end of a round: turned up and carried out at once, owned by nobody."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import EVENT_FACTS, event_from, title
from companion.games.mechamancers.rules.asking import ask_id, asks_of
from companion.games.mechamancers.rules.refusals import forbid, no
from companion.games.mechamancers.state import GameStep, GameStory, State, Work, event_card
from companion.kit.asks import CardKnown, Show
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of
from companion.kit.steps import PlainStep, Reply, Step


def _ask(state: State, _frame: PlainStep) -> tuple[Show, ...]:
    used = state.events_used
    left = [card for card in state.pack.events if used.count(card.id) < card.copies]
    event = Show(
        id=ask_id(state, "E1"),
        say=asks_of(last_to_act(state), "mm.ask.event"),
        zone="event",
        cards="event",
        deck="events",
        known=tuple(_known(card.id, title(card), card.source) for card in left),
        new=True,
        needs=EVENT_FACTS,
    )
    return (event,)


@cache
def _known(card: str, name: str, source: str) -> CardKnown:
    return CardKnown(card, name, source)


def last_to_act(state: State) -> str:
    """Whoever turns up the event."""
    return (state.acted or state.turn_order or tuple(state.players))[-1]


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    turn_up(story, reply.cards[0])


def turn_up(story: GameStory, card: CardSeen) -> None:
    """E1: whoever acted last turns up the top event; it has no owner."""
    if card.id not in story.state.event_at:
        teach_event(story, card)
    state = story.state
    event = event_card(state, card.id)
    all_used = state.events_used.count(card.id) >= event.copies
    forbid(story, all_used, "E_EVENT_TWICE", event=title(event))
    state = replace(
        state,
        step="E2",
        event_now=card.id,
        event_pile=max(0, state.event_pile - 1),
        events_used=(*state.events_used, card.id),
        queue=tuple(Work(effect) for effect in event.effects),
    )
    words: dict[str, Any] = {"seat": name_of(last_to_act(state)), "event": title(event)}
    words["text"] = event.text
    story.tell(state, "mm.log.event", sound="event", left=state.event_pile, **words)


def teach_event(story: GameStory, card: CardSeen) -> None:
    """An unknown event is read out, typed in, and carried out by the table."""
    if not card.facts:
        raise no("E_EVENT_UNKNOWN", card=card.id)
    state = story.state
    taught = event_from(card.id, card.facts)
    pack = replace(state.pack, events=(*state.pack.events, taught))
    at = {**state.event_at, card.id: len(state.pack.events)}
    story.tell(replace(state, pack=pack, event_at=at), "mm.log.taught", card=title(taught))


# E2 waits for nobody but the cards still to be turned or taken away.
STEPS: dict[str, GameStep] = {"E1": Step(_ask, _take), "E2": Step()}
