"""Merit cards: all four influence tokens become one, after the dice and once a turn."""

from msgspec.structs import replace

from companion.games.runika.options import has_masters
from companion.games.runika.rules.turns import deed
from companion.games.runika.state import (
    GameStory,
    State,
    ask_id,
    seat_of,
    turn_ask_id,
    with_turn,
)
from companion.kit.asks import Ask, CardKnown, Ready, Show
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step

MERIT_VALUES = (2, 3, 4)
_MERITS = tuple(CardKnown(str(value), str(value)) for value in MERIT_VALUES)


def is_merit_due(state: State) -> bool:
    return has_masters(state) and state.me.has_all_masters and not state.turn.merit_drawn


def must_draw_merit(state: State) -> bool:
    return is_merit_due(state) and not state.on("merit_optional")


def due_merit_asks(state: State) -> Asks:
    """Beside claiming runes, in any order."""
    if not is_merit_due(state):
        return ()
    own_id, optional = turn_ask_id(state, "T3.merit"), state.on("merit_optional")
    return (_merit_ask(state, state.active, own_id, optional=optional),)


def late_merit_ask(state: State, seat: str) -> Ask:
    """A merit forgotten in an earlier turn: it holds nobody up."""
    own_id = ask_id("late", state.round, seat, len(state.players[seat].merits))
    return _merit_ask(state, seat, own_id, optional=True)


def _merit_ask(state: State, seat: str, own_id: str, *, optional: bool) -> Ask:
    if not state.merit_deck:
        what = say("rk.ask.merit_none", seat=name_of(seat))
        return Ready(id=own_id, say=what, seats=(seat,), optional=optional)
    return Show(
        id=own_id,
        say=say("rk.ask.merit", seat=name_of(seat)),
        seats=(seat,),
        zone=None if state.on("merit_hidden") else "tray",  # nobody looks at a hidden one
        cards="merit",
        known=_MERITS,
        optional=optional,
    )


def draw_due(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    _draw(story, story.state.active, reply)
    story.keep(with_turn(story.state, merit_drawn=True))


def draw_late(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    _draw(story, seat_of(reply.id), reply)


def _draw(story: GameStory, seat: str, reply: Reply) -> None:
    """All four tokens come back; a card only while there are any."""
    none = dict.fromkeys(story.state.players[seat].influence, 0)
    state = with_player(story.state, seat, influence=none, kept_set="")
    if not reply.cards:
        story.tell(state, "rk.log.merit_none", about=(seat,), seat=name_of(seat))
        return
    value = int(reply.cards[0].id)
    _check_copies(story, value)
    state = with_player(state, seat, merits=(*state.players[seat].merits, value))
    state = replace(state, merit_deck=state.merit_deck - 1)
    what = say("rk.log.merit", seat=name_of(seat), n=value)
    if state.on("merit_hidden"):
        what = say("rk.log.merit_hidden", seat=name_of(seat))
    story.tell(state, what, about=(seat,), sound="merit")
    if not state.merit_deck:
        story.tell(state, "rk.log.merits_out", sound="deck_empty")


def _check_copies(story: GameStory, value: int) -> None:
    """More merits of one value than the pack has, where it lists them."""
    state = story.state
    of_value = state.pack.merits.count(value)
    held = sum(player.merits.count(value) for player in state.players.values())
    too_many = bool(state.pack.merits) and held >= of_value
    story.refuse_if(too_many, "E-COPIES", "rk.refused.merit_copies", value=value, n=of_value)


STEPS: dict[str, Step[State, PlainStep]] = {
    "T3.merit": Step(take=deed(draw_due)),
    "late": Step(take=draw_late),
}
