"""Tokens counted by the camera at the end of a round, once for each player."""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.rules.asking import ask_id, asks_of, numbers_laid
from companion.games.mechamancers.state import GameStep, GameStory, Proposal, State, playing
from companion.kit.asks import Cell, PieceWanted, Place
from companion.kit.pieces import Cells, Piece
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step

CELLS = (Cell("vp", say("mm.word.vp")), Cell("mana", say("mm.word.mana")))
TOKENS = (PieceWanted("token"),)


def token_asks(state: State) -> tuple[Place, ...]:
    if state.round == 1:
        return ()
    return tuple(_token_ask(state, seat) for seat in playing(state) if seat not in state.checked)


def _token_ask(state: State, seat: str) -> Place:
    return Place(
        id=ask_id(state, "tokens", seat),
        say=asks_of(seat, "mm.ask.tokens"),
        zone=f"tokens:{seat}",
        optional=True,
        sheet="tokens",
        cells=CELLS,
        pieces=TOKENS,
        now=token_cells(state, seat),
        as_it_lies=True,
    )


def token_cells(state: State, seat: str) -> Cells:
    player = state.players[seat]
    counts = {"vp": player.vp, "mana": player.mana}
    return {kind: (Piece("token", n),) for kind, n in counts.items() if n}


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    counts = numbers_laid(reply)
    tokens_seen(story, reply.about, counts.get("vp", 0), counts.get("mana", 0))


def tokens_seen(story: GameStory, seat: str, vp: int, mana: int) -> None:
    state = story.state
    player = state.players[seat]
    state = replace(state, checked=(*state.checked, seat))
    if (vp, mana) == (player.vp, player.mana):
        story.tell(state, "mm.log.tokens_agree", about=(seat,), seat=name_of(seat))
        return
    proposal = Proposal("tokens", seat, vp=vp, mana=mana)
    state = replace(state, proposals=(*state.proposals, proposal))
    words: dict[str, Any] = {"seat": name_of(seat), "vp_seen": vp, "mana_seen": mana}
    words |= {"vp": player.vp, "mana": player.mana}
    story.tell(state, "mm.refused.tokens", about=(seat,), sound="wrong", **words)


def settle_tokens(story: GameStory, proposal: Proposal, what: str) -> None:
    """Somebody has said who counted right: the engine, or the table."""
    state, seat = story.state, proposal.seat
    player = state.players[seat]
    vp, mana = player.vp, player.mana
    if what != "engine":
        vp, mana = proposal.vp, proposal.mana
        state = with_player(state, seat, vp=vp, mana=mana)
        state = replace(
            state,
            vp_supply=state.vp_supply + player.vp - vp,
            mana_supply=state.mana_supply + player.mana - mana,
        )
    key = "mm.log.tokens_engine" if what == "engine" else "mm.log.tokens_table"
    story.tell(state, key, about=(seat,), seat=name_of(seat), vp=vp, mana=mana)


STEPS: dict[str, GameStep] = {"tokens": Step(take=_take)}
