"""The short words with which rules change the state, begin and end what is pending, and say why. No
rule lives here.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.world_adventure.rules.refusals import refused
from companion.games.world_adventure.state import Battle, Frame, GameStory, Player, Side, State
from companion.kit.say import Say, SeatName, Value, name_of, say
from companion.kit.seats import with_player


def put(story: GameStory, /, **fields: Any) -> None:
    story.keep(replace(story.state, **fields))


def put_player(story: GameStory, seat: str, /, **fields: Any) -> None:
    story.keep(with_player(story.state, seat, **fields))


def put_turn(story: GameStory, /, **fields: Any) -> None:
    put(story, turn=replace(story.state.turn, **fields))


def put_battle(story: GameStory, /, **fields: Any) -> None:
    put(story, battle=replace(battle_of(story.state), **fields))


def put_side(story: GameStory, at: int, /, **fields: Any) -> None:
    sides = battle_of(story.state).sides
    put_battle(story, sides=(*sides[:at], replace(sides[at], **fields), *sides[at + 1 :]))


def push(story: GameStory, *frames: Frame) -> None:
    """These come next, the first one first."""
    put(story, stack=story.state.stack + frames[::-1])


def pop(story: GameStory) -> None:
    put(story, stack=story.state.stack[:-1])


def swap_top(story: GameStory, frame: Frame) -> None:
    put(story, stack=(*story.state.stack[:-1], frame))


def leave_battle(story: GameStory) -> None:
    """Whatever of the battle was still to come falls away. Battles never nest, so all their frames
    lie on top.
    """
    stack = story.state.stack
    while stack and stack[-1].step[0] == "K":
        stack = stack[:-1]
    put(story, stack=stack)


def log(
    story: GameStory, key: str, /, *seats: str, sound: str | None = None, **values: Value
) -> None:
    """Says why the state is now as it is; the first seat named fills the gap `seat`."""
    if seats:
        values["seat"] = who(seats[0])
    about = tuple(filter(story.state.players.__contains__, seats))
    story.tell(story.state, Say(f"wa.log.{key}", values), about=about, sound=sound)


def who(one: str) -> SeatName | Say:
    """A person's name, or the NPC's."""
    return (
        say(f"wa.npc.{one}") if one in ("brigand", "government", "merchant", "") else name_of(one)
    )


def battle_of(state: State) -> Battle:
    if state.battle is None:
        raise refused("not_now", what=say("wa.step.battle"))
    return state.battle


def side_of(state: State, seat: str) -> tuple[int, Side]:
    """Where this player fights in the battle, and with whom."""
    sides = battle_of(state).sides
    return next((at, side) for at, side in enumerate(sides) if side.who == seat)


def player(story: GameStory, seat: str) -> Player:
    return story.state.players[seat]
