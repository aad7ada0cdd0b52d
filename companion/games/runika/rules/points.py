"""Points tokens: won, owed until somebody takes them, and announced when they are enough."""

from msgspec.structs import replace

from companion.games.runika.options import target
from companion.games.runika.state import GameStory, State, ask_id, seat_of
from companion.kit.asks import Ask, Ready
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step


def with_tokens(state: State, seat: str, number: int) -> State:
    """Points tokens won: counted at once, and owed until somebody says they were taken."""
    player = state.players[seat]
    return with_player(state, seat, tokens=player.tokens + number, owed=player.owed + number)


def owed_ask(state: State, seat: str) -> Ask:
    """Tokens to take from the supply: they hold nobody up."""
    player = state.players[seat]
    what = say("rk.ask.take", seat=name_of(seat), n=player.owed)
    own_id = ask_id("take", state.round, seat, player.tokens)
    return Ready(id=own_id, say=what, seats=(seat,), optional=True)


def take_tokens(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat = seat_of(reply.id)
    number = story.state.players[seat].owed
    state = with_player(story.state, seat, owed=0)
    story.tell(state, "rk.log.taken", about=(seat,), seat=name_of(seat), n=number)


def announce_target(story: GameStory, before: State, _reply: Reply) -> None:
    """Whoever gets enough points, by whatever way, is announced at once; hidden merits keep the
    name hidden.
    """
    state, enough = story.state, target(before)
    for seat, player in state.players.items():
        had = before.players[seat]
        if had is player or not had.total < enough <= player.total:
            continue
        told = replace(state, announced=True)
        if state.on("merit_hidden"):
            story.tell(told, "rk.log.target_hidden", sound="target", n=enough)
        else:
            who = name_of(seat)
            story.tell(told, "rk.log.target", about=(seat,), sound="target", seat=who, n=enough)


STEPS: dict[str, Step[State, PlainStep]] = {"take": Step(take=take_tokens)}
