"""How a battle between units ends (KU6): slain, put to flight; and what the victor gets."""

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.battle.common import joiners
from companion.games.world_adventure.rules.changes import battle_of, leave_battle, log, push, put
from companion.games.world_adventure.rules.constants import PLAYER_EXP
from companion.games.world_adventure.rules.possessions import aboard, gain_exp, gain_gold
from companion.games.world_adventure.rules.runes import award
from companion.games.world_adventure.rules.wanted import bounty_key, change_wanted
from companion.games.world_adventure.state import (
    HUNTERS,
    Battle,
    Frame,
    GameStory,
    HunterPiece,
    Side,
    State,
)


def sides_by(battle: Battle, loser: str) -> tuple[Side, Side]:
    """The winner's side and the loser's."""
    one, other = battle.sides
    return (other, one) if one.who == loser else (one, other)


def end_by_retreat(story: GameStory, seat: str) -> None:
    """The one who flees drops a good; a player he fled from has defeated him. A hunter gets
    nothing.
    """
    battle = battle_of(story.state)
    winner, _ = sides_by(battle, seat)
    leave_battle(story)
    put(story, battle=None)
    log(story, "fled", seat)
    frames = [Frame("KD", seat, winner.who)] if aboard(story.state, seat) else []
    if winner.who in HUNTERS:
        _keep_damage(story, winner)
    else:
        frames += _defeated_player(story, battle, winner)
    push(story, *frames)


def _defeated_player(story: GameStory, battle: Battle, winner: Side) -> list[Frame]:
    """Experience, a wanted point less for whoever attacked a wanted player, and a rune for the
    first two.
    """
    seat = winner.who
    gain_exp(story, seat, PLAYER_EXP, joiners(winner))
    if (
        battle.attacker == seat
        and battle.was_wanted
        and story.state.options["wanted_down_on"] == "defeat"
    ):
        change_wanted(story, seat, -1)
    return player_rune(story.state, seat)


def player_rune(state: State, seat: str) -> list[Frame]:
    runes = state.players[seat].runes
    return award(state, seat, "player_2" if runes["player_1"] else "player_1")


def end_by_death(story: GameStory, loser: str) -> None:
    """All units of the loser have fallen."""
    battle = battle_of(story.state)
    winner, _ = sides_by(battle, loser)
    leave_battle(story)
    put(story, battle=None)
    log(story, "slain", loser, sound="loud")
    if winner.who in HUNTERS:
        _keep_damage(story, winner)
        push(story, Frame("D1", loser), Frame("D2", loser))
    elif loser in HUNTERS:
        _defeated_hunter(story, battle, winner, loser)
    else:
        wanted = story.state.players[loser].wanted
        bounty = [Frame("DB", winner.who, bounty_key(story.state, loser))] if wanted else []
        rune = _defeated_player(story, battle, winner)
        push(story, Frame("D1", loser, winner.who), *bounty, *rune, Frame("D2", loser))


def _defeated_hunter(story: GameStory, battle: Battle, winner: Side, kind: str) -> None:
    """Up counts with the attack, down with the victory; attacked by the Government, the victory
    counts up.
    """
    seat, card = winner.who, shelf.hunter(story.state, kind)
    gain_exp(story, seat, card.exp, joiners(winner))
    began = battle.attacker == seat
    down = card.wanted_delta < 0 and story.state.options["wanted_down_on"] == "defeat"
    if down or (card.wanted_delta > 0 and not began):
        change_wanted(story, seat, card.wanted_delta)
    if card.gold:
        gain_gold(story, seat, card.gold, "hunter_gold")
    put(story, **{kind: HunterPiece()})
    log(story, "hunter_home", seat, card=card.name or card.id)
    push(story, *award(story.state, seat, kind))


def _keep_damage(story: GameStory, side: Side) -> None:
    if story.state.options["npc_keeps_damage"] == "yes":
        lost = tuple(unit.damage for unit in side.units)
        if all(
            not unit.active for unit in side.units
        ):  # saved by the last die: one of them still stands
            lost = (*lost[:-1], side.units[-1].hp - 1)
        piece = getattr(story.state, side.who)
        put(story, **{side.who: HunterPiece(piece.territory, lost)})
