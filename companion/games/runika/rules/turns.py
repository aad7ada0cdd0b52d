"""Between the deeds: which step follows, clean-up, the next player, the end of the round and of the
game.
"""

from msgspec.structs import replace

from companion.games.runika.rules.asking import turn_id
from companion.games.runika.rules.draft import start_turn
from companion.games.runika.rules.effects import STEP_OF
from companion.games.runika.rules.rune_row import (
    gaps,
    reveal_ask,
    revealed,
    row_ask,
    row_seen,
    shown_rune,
    wants_rune,
)
from companion.games.runika.state import (
    State,
    Telling,
    Turn,
    has_masters,
    target,
    to_bag,
    with_player,
    with_turn,
)
from companion.kit.asks import Ask, Ready
from companion.kit.intents import Answer, Placed, Shown
from companion.kit.outcome import Outcome, ranked
from companion.kit.say import name_of, say
from companion.kit.seats import after

OVER = "END"


def settle(story: Telling) -> None:
    """After a deed of the active player: the step that follows from what lies there now."""
    state = with_turn(story.state, acts=story.state.turn.acts + 1)
    story.keep(replace(state, step=_step(state)))


def _step(state: State) -> str:
    if state.turn.pending:
        return STEP_OF.get(state.turn.pending[0].do, "T2P")
    if not state.me.stored:
        return "T3"
    return "T2" if state.me.rolled else "T1"


# Clean-up


def cleanup_asks(state: State) -> tuple[Ask, ...]:
    space = gaps(state)[0] + 1
    return (
        reveal_ask(state, turn_id(state, "T4"), space),
        row_ask(state, turn_id(state, "T4.row")),
    )


def end_turn(story: Telling) -> None:
    """Done: gaps are filled while there are cards, then the next player."""
    if wants_rune(story.state):
        story.keep(replace(story.state, step="T4"))
    else:
        next_turn(story)


def refill(story: Telling, answer: Answer) -> None:
    if isinstance(answer.answer, Shown):
        revealed(story, shown_rune(story, answer.answer.cards[0]))
    elif isinstance(answer.answer, Placed):
        row_seen(story, answer.answer)
    story.keep(with_turn(story.state, acts=story.state.turn.acts + 1))
    if not wants_rune(story.state):
        next_turn(story)


def next_turn(story: Telling) -> None:
    state = story.state
    if state.me.has_all_masters and state.turn.merit_drawn:
        # A second full set in one turn waits for the end of the owner's next turn (RK-073).
        state = with_player(state, state.active, kept_set="second")
    state = replace(state, had_turn=(*state.had_turn, state.active), turn=Turn())
    story.keep(state)
    if len(state.had_turn) < len(state.seats):
        start_turn(story, after(state.order, state.active))
    else:
        _end_round(story)


# The end of the round


def _end_round(story: Telling) -> None:
    story.keep(replace(story.state, active="", step="E1"))
    if not any(story.state.slots.values()):
        check_end(story)


def end_asks(state: State) -> tuple[Ask, ...]:
    if state.step == "E1":
        full = tuple(state.pack.master(element).name for element, die in state.slots.items() if die)
        return (
            Ready(
                id=f"{state.round}:E1",
                say=say("rk.ask.clear_slots"),
                lines=(say("rk.ask.slots", names=full),),
            ),
        )
    following = name_of(after(state.order, state.initiative))
    what = say("rk.ask.pass", seat=following)
    return (Ready(id=f"{state.round}:E3", say=what, seats=(state.initiative,)),)


def clear_slots(story: Telling, _answer: Answer) -> None:
    state = story.state
    dice = tuple(die for die in state.slots.values() if die)
    state = replace(to_bag(state, *dice), slots=dict.fromkeys(state.slots, ""))
    story.tell(state, "rk.log.slots_cleared", n=len(dice))
    check_end(story)


def reasons_to_end(state: State) -> tuple[str, ...]:
    """Looked at between rounds only."""
    found = []
    if max(player.total for player in state.players.values()) >= target(state):
        found.append("points")
    if state.rune_deck <= 0:
        found.append("runes_out")
    if has_masters(state) and state.merit_deck <= 0:
        found.append("merits_out")
    if state.closing == "yes":
        found.append("vote")
    return tuple(found)


def check_end(story: Telling) -> None:
    state = story.state
    if not reasons_to_end(state):
        story.keep(replace(state, step="E3"))
        return
    state = replace(state, step=OVER)
    won = outcome(state)
    assert won is not None
    story.tell(state, "rk.log.over", sound="end", why=won.why)


def pass_initiative(story: Telling, _answer: Answer) -> None:
    state = story.state
    seat = after(state.order, state.initiative)
    players = {
        one: replace(
            player,
            rolled=False,
            resolving=False,
            rerolls=0,
            runes=tuple(replace(card, used=False) if card.used else card for card in player.runes),
        )
        for one, player in state.players.items()
    }
    state = replace(
        state, players=players, initiative=seat, round=state.round + 1, had_turn=(), step="R1"
    )
    story.tell(state, "rk.log.passed", about=(seat,), seat=name_of(seat), n=state.round)


def outcome(state: State) -> Outcome | None:
    if state.step != OVER:
        return None
    totals = {seat: player.total for seat, player in state.players.items()}
    best = max(totals.values())
    winners = tuple(seat for seat in state.order if totals[seat] == best)
    names = tuple(name_of(seat) for seat in winners)
    result = (*reasons_to_end(state), "vote")[0]
    key = "rk.outcome.win" if len(winners) == 1 else "rk.outcome.tie"
    why = say(key, names=names, points=best, reason=say(f"rk.end.{result}", n=target(state)))
    return Outcome(result, winners, why, ranked(totals))
