"""KX, the battle with a monster: after each round that does not defeat it, somebody falls."""

from companion.games.world_adventure.pack.cards import Monster
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import choose_ask, dice_ask, option
from companion.games.world_adventure.rules.battle.common import (
    attack_ask,
    damage_dealt,
    new_round,
    player_side,
    power_options,
    take_dice,
    use_power,
)
from companion.games.world_adventure.rules.battle.effects import hurt
from companion.games.world_adventure.rules.board import meet_piece, pieces
from companion.games.world_adventure.rules.changes import (
    battle_of,
    leave_battle,
    log,
    player,
    pop,
    push,
    put,
    put_battle,
    put_player,
    put_side,
    put_turn,
    side_of,
)
from companion.games.world_adventure.rules.medic_packs import medic_window
from companion.games.world_adventure.rules.possessions import aboard, active_soldiers, barrier
from companion.games.world_adventure.rules.wanted import change_wanted
from companion.games.world_adventure.state import Battle, Frame, GameStory, Player, State
from companion.kit.asks import Option
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def _start(story: GameStory, frame: Frame) -> None:
    """KX1. `what` is the piece on the map, or `monster:<card>` just picked; `n` is 1 if the player
    attacks.
    """
    state, seat = story.state, frame.seat
    if medic_window(story, frame, seat):
        return
    piece = pieces(state).get(frame.what)
    card_id = piece.card if piece is not None else frame.what.partition(":")[2]
    if frame.what == "raid":
        card_id = shelf.ensure(story, frame, f"raid:{state.stage_lv}")
    if not card_id:
        return
    card = shelf.monster(state, card_id)
    spot = piece.territory if piece is not None else player(story, seat).territory
    lost = piece.lost if piece is not None and state.options["npc_keeps_damage"] == "yes" else 0
    put(story, battle=_battle(state, frame, card, spot, max(1, card.hp - lost)))
    meet_piece(story, frame.what, seat)
    if seat == state.active and state.step in ("P1", "P7b"):
        put_turn(story, checked=(*state.turn.checked, frame.what))
    log(
        story, "monster_battle", seat, card=card.name or card.id, hp=card.hp, accuracy=card.accuracy
    )
    if frame.n and state.options["wanted_down_on"] == "attack":
        change_wanted(story, seat, card.wanted_delta)
    push(story, Frame("KXr", seat))


def _battle(state: State, frame: Frame, card: Monster, spot: str, hp: int) -> Battle:
    seat = frame.seat
    attacker, defender = (seat, frame.what) if frame.n else (frame.what, seat)
    return Battle(
        "monster",
        attacker,
        defender,
        spot,
        (player_side(state, seat),),
        card=card.id,
        tier=card.tier,
        hp=hp,
        accuracy=card.accuracy,
        retreat=card.retreat,
        barrier=0 if card.tier == "legendary" else barrier(state, seat),
    )


def foe(battle: Battle) -> str:
    """The monster in it: a piece on the map, or `monster:<card>`."""
    return battle.defender if battle.attacker == battle.sides[0].who else battle.attacker


def _round(story: GameStory, frame: Frame) -> None:
    new_round(story)
    push(story, Frame("KX2", frame.seat))


def flight_options(state: State, seat: str, tried: bool) -> list[Option]:
    """Ways out before the dice: the retreat die once a round, the Smoke Bomb, Rune Powers."""
    one: Player = state.players[seat]
    options = [option("retreat", "retreat", say("wa.refused.retreat_tried") if tried else None)]
    options.append(option("bomb", "bomb", None if one.smoke_bomb else say("wa.refused.no_bomb")))
    return options + power_options(state, seat)


def _ask_round(state: State, frame: Frame) -> Asks:
    seat, battle = frame.seat, battle_of(state)
    if frame.n:
        return (dice_ask(state, "KXf", 1, seat, least=battle.retreat),)
    options = tuple(flight_options(state, seat, battle.sides[0].tried))
    roll = attack_ask(state, "KX3", seat)
    if all(one.why_not is not None for one in options):
        return (roll,)
    return (roll, choose_ask(state, "KX2", options, seat, optional=True, retreat=battle.retreat))


def _rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KX3."""
    seat = frame.seat
    take_dice(story, seat, reply)
    pop(story)
    push(story, Frame("KR", seat), Frame("KS", seat), Frame("KXd", seat))


def _before_dice(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KX2: a way out, or a Rune Power."""
    seat = frame.seat
    if reply.choice == "retreat":
        pop(story)
        push(story, Frame("KX2", seat, n=1))
    elif reply.choice == "bomb":
        put_player(story, seat, smoke_bomb=0)
        log(story, "bomb", seat)
        end_monster(story, "retreated", drop=True)
    else:
        use_power(story, seat, reply.choice.removeprefix("power:"))
        if battle_of(story.state).hp <= 0:
            end_monster(story, "won")


def _retreat_rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KXf."""
    seat, die = frame.seat, reply.pips[0]
    pop(story)
    if die <= battle_of(story.state).retreat:
        log(story, "retreats", seat, n=die)
        end_monster(story, "retreated")
        return
    put_side(story, 0, tried=True)
    log(story, "retreat_fails", seat, n=die)
    push(story, Frame("KX2", seat))
    if story.state.options["failed_retreat"] == "free_hit":
        push(story, Frame("KX4", seat, n=1))


def _damage(story: GameStory, frame: Frame) -> None:
    battle = battle_of(story.state)
    points = damage_dealt(battle)
    left = max(0, battle.hp - points)
    put_battle(story, hp=left)
    log(story, "monster_hit", frame.seat, n=points, hp=left)
    if left == 0:
        end_monster(story, "won")
    else:
        push(story, Frame("KX4", frame.seat))


def _hit_back(story: GameStory, frame: Frame) -> None:
    """KX4: a shield or the barrier takes it, or a soldier of the player's choice falls; the hero
    last.
    """
    seat, battle = frame.seat, battle_of(story.state)
    then = () if frame.n else (Frame("KXr", seat),)
    side = battle.sides[0]
    if side.shield:
        put_side(story, 0, shield=side.shield - 1)
        log(story, "shield_takes", seat, n=side.shield - 1)
        push(story, *then)
    elif battle.barrier:
        put_battle(story, barrier=battle.barrier - 1)
        log(story, "barrier_takes", seat, n=battle.barrier - 1)
        push(story, *then)
    else:
        _somebody_falls(story, seat, then)


def _somebody_falls(story: GameStory, seat: str, then: tuple[Frame, ...]) -> None:
    soldiers = active_soldiers(story.state, seat)
    if not soldiers:
        hurt(story, 0, "hero", 99)
        log(story, "hero_falls", seat)
        end_monster(story, "dead")
    elif len(soldiers) == 1:
        _faint(story, seat, str(soldiers[0].slot))
        push(story, *then)
    else:
        push(story, Frame("KX4a", seat), *then)


def _ask_faint(state: State, frame: Frame) -> Asks:
    options = tuple(
        option(str(one.slot), "soldier", n=one.slot) for one in active_soldiers(state, frame.seat)
    )
    hero = option("hero", "hero", say("wa.refused.hero_last"))
    return (choose_ask(state, "KX4a", (*options, hero), frame.seat),)


def _told_faint(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    _faint(story, frame.seat, reply.choice)


def _faint(story: GameStory, seat: str, slot: str) -> None:
    _, side = side_of(story.state, seat)
    hp = next(unit.hp for unit in side.units if unit.id == slot)
    hurt(story, 0, slot, hp)
    log(story, "soldier_faints", seat, slot=slot)


def end_monster(story: GameStory, result: str, drop: bool = False) -> None:
    """KX5. A Smoke Bomb drops a good; the die drops nothing."""
    battle = battle_of(story.state)
    seat = battle.sides[0].who
    leave_battle(story)
    push(story, Frame("KX5", seat, result))
    if drop and aboard(story.state, seat):
        push(story, Frame("KD", seat))


STEPS = {
    "KX": Step(run=_start),
    "KXr": Step(run=_round),
    "KXd": Step(run=_damage),
    "KX4": Step(run=_hit_back),
    "KX2": Step(_ask_round, _before_dice),
    "KXf": Step(take=_retreat_rolled),
    "KX3": Step(take=_rolled),
    "KX4a": Step(_ask_faint, _told_faint),
}
