"""The event at the end of a round: turned up, carried out at once, by nobody's hand in particular."""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import event_from, title
from companion.games.mechamancers.state import State, Told, Work, event_card, forbid, no
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of


def teach_event(story: Told, card: CardSeen) -> None:
    """An unknown event is read out, typed in, and carried out by the table."""
    if not card.facts:
        raise no("E_EVENT_UNKNOWN", card=card.id)
    state = story.state
    taught = event_from(card.id, card.facts)
    pack = replace(state.pack, events=(*state.pack.events, taught))
    at = {**state.event_at, card.id: len(state.pack.events)}
    story.tell(replace(state, pack=pack, event_at=at), "mm.log.taught", card=title(taught))


def last_to_act(state: State) -> str:
    """Whoever turns up the event."""
    return (state.acted or state.turn_order or tuple(state.players))[-1]


def turn_up(story: Told, card: CardSeen) -> None:
    """E1: whoever acted last turns up the top event; it has no owner."""
    if card.id not in story.state.event_at:
        teach_event(story, card)
    state = story.state
    event = event_card(state, card.id)
    forbid(
        story, state.events_used.count(card.id) >= event.copies, "E_EVENT_TWICE", event=title(event)
    )
    last = last_to_act(state)
    state = replace(
        state,
        step="E2",
        event_now=card.id,
        event_pile=state.event_pile - 1,
        events_used=(*state.events_used, card.id),
        queue=tuple(Work(effect) for effect in event.effects),
    )
    words: dict[str, Any] = {"seat": name_of(last), "event": title(event), "text": event.text}
    story.tell(state, "mm.log.event", sound="event", left=state.event_pile, **words)
