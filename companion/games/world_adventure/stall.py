"""Market stalls: one per city, one per point of Charisma, five gold a month."""

from companion.games.world_adventure.atlas import nation_of
from companion.games.world_adventure.draws import nation_name
from companion.games.world_adventure.purse import pay, price, quiet_exp
from companion.games.world_adventure.runes import award
from companion.games.world_adventure.tale import Tale, player, push, put_player, put_turn
from companion.games.world_adventure.words import STALL_EXP, STALL_PRICE


def build_stall(tale: Tale, seat: str) -> None:
    """The menu has checked city, certificate, gold and action."""
    nation = nation_of(player(tale, seat).territory)
    put_turn(tale, actions=max(0, tale.state.turn.actions - 1))
    put_player(tale, seat, stalls=(*player(tale, seat).stalls, nation))
    cost = price(tale.state, seat, "stall", STALL_PRICE)
    pay(tale, seat, cost, "stall", nation=nation_name(tale.state, nation))
    quiet_exp(tale, seat, STALL_EXP)
    push(tale, *award(tale.state, seat, f"stall_{len(player(tale, seat).stalls)}"))
