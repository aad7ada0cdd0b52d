"""Turns, clockwise from the initiative: how one begins, which step follows a deed, how it ends."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.runika.rules.pending import carry_out, step_of
from companion.games.runika.rules.rune_row import wants_rune
from companion.games.runika.state import GameStory, State, Turn, with_turn
from companion.kit.say import name_of
from companion.kit.seats import after, order_of, with_player
from companion.kit.steps import PlainStep, Reply, Step

Take = Callable[[GameStory, PlainStep, Reply], None]


def start_turn(story: GameStory, seat: str) -> None:
    player = story.state.players[seat]
    runes = tuple(replace(card, fresh=False) if card.fresh else card for card in player.runes)
    kept_set = "" if player.kept_set == "late" else player.kept_set
    state = with_player(story.state, seat, runes=runes, kept_set=kept_set)
    state = replace(state, active=seat, picker="", turn=Turn())
    state = replace(state, step=_step(state))
    story.tell(state, "rk.log.turn", about=(seat,), sound="turn", seat=name_of(seat))


def deed(take: Take) -> Take:
    """A deed of the active player: what it sets off is carried out as far as nobody is needed, then
    the step that follows is found.
    """

    def taken(story: GameStory, frame: PlainStep, reply: Reply) -> None:
        take(story, frame, reply)
        carry_out(story)
        settle(story)

    return taken


def settle(story: GameStory) -> None:
    """After a deed: the step that follows from what lies there now."""
    state = with_turn(story.state, acts=story.state.turn.acts + 1)
    story.keep(replace(state, step=_step(state)))


def _step(state: State) -> str:
    if state.turn.pending:
        return step_of(state.turn.pending[0])
    if not state.me.stored:
        return "T3"
    return "T2" if state.me.rolled else "T1"


def end_turn(story: GameStory) -> None:
    """Done: gaps are filled while there are cards, then the next player."""
    story.keep(replace(story.state, step="T4" if wants_rune(story.state) else "T5"))


def next_turn(story: GameStory, _frame: PlainStep) -> None:
    state = story.state
    if state.me.has_all_masters and state.turn.merit_drawn:
        # A second full set in one turn waits for the end of the owner's next turn (RK-073).
        state = with_player(state, state.active, kept_set="second")
    state = replace(state, had_turn=(*state.had_turn, state.active), turn=Turn())
    story.keep(state)
    if len(state.had_turn) < len(state.seats):
        start_turn(story, after(order_of(state), state.active))
    else:
        story.keep(replace(state, active="", step="E1" if any(state.slots.values()) else "E2"))


STEPS: dict[str, Step[State, PlainStep]] = {
    "T1": Step(),  # the roll itself is asked for in the window, which is open to everybody
    "T5": Step(run=next_turn),
}
