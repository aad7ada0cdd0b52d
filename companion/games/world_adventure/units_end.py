"""How a battle between units ends (KU6): slain, put to flight; and what the victor gets."""

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.battle import joiners
from companion.games.world_adventure.purse import aboard, gain_exp, gain_gold
from companion.games.world_adventure.runes import award
from companion.games.world_adventure.state import Battle, Frame, HunterPiece, Side, State
from companion.games.world_adventure.tale import Tale, battle_of, leave_battle, log, push, put
from companion.games.world_adventure.wanted import bounty_key, change_wanted
from companion.games.world_adventure.words import HUNTERS, PLAYER_EXP


def sides_by(battle: Battle, loser: str) -> tuple[Side, Side]:
    """The winner's side and the loser's."""
    one, other = battle.sides
    return (other, one) if one.who == loser else (one, other)


def end_by_retreat(tale: Tale, seat: str) -> None:
    """The one who flees drops a good; a player he fled from has defeated him. A hunter gets
    nothing.
    """
    battle = battle_of(tale.state)
    winner, _ = sides_by(battle, seat)
    leave_battle(tale)
    put(tale, battle=None)
    log(tale, "fled", seat)
    frames = [Frame("KD", seat, winner.who)] if aboard(tale.state, seat) else []
    if winner.who in HUNTERS:
        _keep_damage(tale, winner)
    else:
        frames += _defeated_player(tale, battle, winner)
    push(tale, *frames)


def _defeated_player(tale: Tale, battle: Battle, winner: Side) -> list[Frame]:
    """Experience, a wanted point less for whoever attacked a wanted player, and a rune for the
    first two.
    """
    seat = winner.who
    gain_exp(tale, seat, PLAYER_EXP, joiners(winner))
    if (
        battle.attacker == seat
        and battle.was_wanted
        and tale.state.options["wanted_down_on"] == "defeat"
    ):
        change_wanted(tale, seat, -1)
    return player_rune(tale.state, seat)


def player_rune(state: State, seat: str) -> list[Frame]:
    runes = state.players[seat].runes
    return award(state, seat, "player_2" if runes["player_1"] else "player_1")


def end_by_death(tale: Tale, loser: str) -> None:
    """All units of the loser have fallen."""
    battle = battle_of(tale.state)
    winner, _ = sides_by(battle, loser)
    leave_battle(tale)
    put(tale, battle=None)
    log(tale, "slain", loser, sound="loud")
    if winner.who in HUNTERS:
        _keep_damage(tale, winner)
        push(tale, Frame("D1", loser), Frame("D2", loser))
    elif loser in HUNTERS:
        _defeated_hunter(tale, battle, winner, loser)
    else:
        wanted = tale.state.players[loser].wanted
        bounty = [Frame("DB", winner.who, bounty_key(tale.state, loser))] if wanted else []
        rune = _defeated_player(tale, battle, winner)
        push(tale, Frame("D1", loser, winner.who), *bounty, *rune, Frame("D2", loser))


def _defeated_hunter(tale: Tale, battle: Battle, winner: Side, kind: str) -> None:
    """Up counts with the attack, down with the victory; attacked by the Government, the victory
    counts up.
    """
    seat, card = winner.who, shelf.hunter(tale.state, kind)
    gain_exp(tale, seat, card.exp, joiners(winner))
    began = battle.attacker == seat
    down = card.wanted_delta < 0 and tale.state.options["wanted_down_on"] == "defeat"
    if down or (card.wanted_delta > 0 and not began):
        change_wanted(tale, seat, card.wanted_delta)
    if card.gold:
        gain_gold(tale, seat, card.gold, "hunter_gold")
    put(tale, **{kind: HunterPiece()})
    log(tale, "hunter_home", seat, card=card.name or card.id)
    push(tale, *award(tale.state, seat, kind))


def _keep_damage(tale: Tale, side: Side) -> None:
    if tale.state.options["npc_keeps_damage"] == "yes":
        lost = tuple(unit.damage for unit in side.units)
        if all(
            not unit.active for unit in side.units
        ):  # saved by the last die: one of them still stands
            lost = (*lost[:-1], side.units[-1].hp - 1)
        piece = getattr(tale.state, side.who)
        put(tale, **{side.who: HunterPiece(piece.territory, lost)})
