"""Market stalls: one per city, one per point of Charisma, five gold a month."""

from companion.games.world_adventure.pack.atlas import nation_of
from companion.games.world_adventure.rules.asking import nation_name
from companion.games.world_adventure.rules.changes import player, push, put_player, put_turn
from companion.games.world_adventure.rules.constants import STALL_EXP, STALL_PRICE
from companion.games.world_adventure.rules.possessions import pay, price, quiet_exp
from companion.games.world_adventure.rules.runes import award
from companion.games.world_adventure.state import GameStory


def build_stall(story: GameStory, seat: str) -> None:
    """The menu has checked city, certificate, gold and action."""
    nation = nation_of(player(story, seat).territory)
    put_turn(story, actions=max(0, story.state.turn.actions - 1))
    put_player(story, seat, stalls=(*player(story, seat).stalls, nation))
    cost = price(story.state, seat, "stall", STALL_PRICE)
    pay(story, seat, cost, "stall", nation=nation_name(story.state, nation))
    quiet_exp(story, seat, STALL_EXP)
    push(story, *award(story.state, seat, f"stall_{len(player(story, seat).stalls)}"))
