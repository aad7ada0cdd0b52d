"""The Most Wanted Track: numbers, the order within a number, ranks, bounty."""

from companion.games.world_adventure.pack.atlas import atlas
from companion.games.world_adventure.rules.changes import log, player, put, put_player
from companion.games.world_adventure.state import GameStory, State


def change_wanted(story: GameStory, seat: str, delta: int, key: str = "wanted") -> None:
    """Beyond either end of the track a change is lost; without a change of number the meeple does
    not move.
    """
    before = player(story, seat).wanted
    now = min(story.state.pack.wanted_max, max(0, before + delta))
    if now == before:
        return
    put_player(story, seat, wanted=now)
    stand_rightmost(story, seat)
    log(story, key, seat, n=abs(now - before), old=before, new=now)


def stand_rightmost(story: GameStory, seat: str) -> None:
    order = story.state.wanted_order
    put(story, wanted_order=(*(other for other in order if other != seat), seat))


def ranks(state: State) -> tuple[str, ...]:
    """The wanted players, most wanted first: the highest number, within it the leftmost."""
    wanted = [seat for seat in state.wanted_order if state.players[seat].wanted > 0]
    return tuple(sorted(wanted, key=lambda seat: -state.players[seat].wanted))


def bounty_key(state: State, seat: str) -> str:
    """What the bounty for this player goes by: his points, or his rank."""
    if state.pack.bounty.by == "rank":
        return str(ranks(state).index(seat) + 1)
    return str(state.players[seat].wanted)


def bounty(state: State, key: str) -> int | None:
    """The printed gold; None if nobody has read it off the board yet."""
    for gold in (state.learned.bounty, atlas(state.pack).bounties, state.pack.bounty.gold):
        if key in gold:
            return gold[key]
    return None
