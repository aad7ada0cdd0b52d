"""KU, the battle between units: two clans, or a clan and a hunter; both sides roll at once and give
out damage.
"""

from msgspec.structs import replace

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import (
    choose_ask,
    colours_ask,
    dice_ask,
    option,
    unit_say,
)
from companion.games.world_adventure.rules.battle.common import (
    attack_ask,
    new_round,
    player_side,
    take_dice,
    use_power,
)
from companion.games.world_adventure.rules.battle.effects import hurt
from companion.games.world_adventure.rules.battle.monster import flight_options
from companion.games.world_adventure.rules.battle.units_end import end_by_death, end_by_retreat
from companion.games.world_adventure.rules.changes import (
    battle_of,
    log,
    pop,
    push,
    put,
    put_battle,
    put_player,
    put_side,
    put_turn,
    side_of,
    who,
)
from companion.games.world_adventure.rules.constants import NPC_DICE, SUCCESS
from companion.games.world_adventure.rules.medic_packs import medic_window
from companion.games.world_adventure.rules.wanted import change_wanted
from companion.games.world_adventure.state import (
    HUNTERS,
    Battle,
    Frame,
    GameStory,
    Side,
    State,
    Unit,
)
from companion.kit.asks import Ask
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def _start(story: GameStory, frame: Frame) -> None:
    """KU1: `seat` attacks `what`. Whether an attacked player counts as wanted is fixed now."""
    attacker, defender = frame.seat, frame.what
    people = tuple(one for one in (attacker, defender) if one not in HUNTERS)
    if medic_window(story, frame, *people):
        return
    hunter = next((one for one in (attacker, defender) if one in HUNTERS), "")
    if hunter and not shelf.ensure(story, frame, f"{hunter}:{story.state.stage_lv}"):
        return
    state = story.state
    was_wanted = defender in state.players and state.players[defender].wanted > 0
    sides = tuple(
        hunter_side(state, one) if one in HUNTERS else player_side(state, one)
        for one in (attacker, defender)
    )
    spot = state.players[people[0]].territory
    put(story, battle=Battle("unit", attacker, defender, spot, sides, was_wanted=was_wanted))
    if hunter and state.active in people and state.step in ("P1", "P7b"):
        put_turn(story, checked=(*state.turn.checked, hunter))
    log(story, "unit_battle", attacker, defender, target=who(defender))
    if attacker in state.players:
        _declare(story, attacker, defender, was_wanted)
    push(story, Frame("KUr"))


def _declare(story: GameStory, attacker: str, defender: str, was_wanted: bool) -> None:
    """Up on attacking; down on attacking only where the table plays that."""
    down = story.state.options["wanted_down_on"] == "attack"
    if defender in HUNTERS:
        delta = shelf.hunter(story.state, defender).wanted_delta
        if delta > 0 or down:
            change_wanted(story, attacker, delta)
    elif not was_wanted:
        change_wanted(story, attacker, 1)
    elif down:
        change_wanted(story, attacker, -1)


def hunter_side(state: State, kind: str) -> Side:
    """Its units, Lv 1 first, take the second set of dice in order; more than seven roll in a second
    throw.
    """
    card = shelf.hunter(state, kind)
    levels = [1] * card.lv1_units + [2] * card.lv2_units
    lost = getattr(state, kind).lost if state.options["npc_keeps_damage"] == "yes" else ()
    units = []
    for at, level in enumerate(levels):
        stats = shelf.soldier(state, level)
        damage = lost[at] if at < len(lost) else 0
        throw, die = divmod(at, len(NPC_DICE))
        unit = Unit(
            f"u{at + 1}",
            NPC_DICE[die],
            level,
            stats.hp,
            stats.attack,
            stats.accuracy,
            damage,
            throw,
        )
        units.append(unit)
    return Side(kind, tuple(units))


def _round(story: GameStory, _frame: Frame) -> None:
    """Decisions, attacker first; rolls; rerolls, attacker first; distribution; who still stands."""
    new_round(story)
    seats = [side.who for side in battle_of(story.state).sides if side.who in story.state.players]
    decisions = [Frame("KU2", seat) for seat in seats]
    rerolls = [Frame("KR", seat) for seat in seats]
    skills = [Frame("KS", seat) for seat in seats]
    push(story, *decisions, Frame("KU3"), *rerolls, *skills, Frame("KU4"), Frame("KU5"))


def _ask_before(state: State, frame: Frame) -> Asks:
    seat = frame.seat
    if frame.n:
        return (dice_ask(state, "KUf", 1, seat, least=SUCCESS),)
    _, side = side_of(state, seat)
    options = (option("fight", "fight"), *flight_options(state, seat, side.tried))
    return (choose_ask(state, "KU2", options, seat, n=battle_of(state).round),)


def _before_dice(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KU2: fight, a way out, or a Rune Power."""
    seat = frame.seat
    if reply.choice == "fight":
        pop(story)
    elif reply.choice == "retreat":
        pop(story)
        push(story, Frame("KU2", seat, n=1))
    elif reply.choice == "bomb":
        put_player(story, seat, smoke_bomb=0)
        log(story, "bomb", seat)
        end_by_retreat(story, seat)
    else:
        use_power(story, seat, reply.choice.removeprefix("power:"))
        push(story, Frame("KUw"))


def _retreat_rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KUf."""
    seat, die = frame.seat, reply.pips[0]
    pop(story)
    if die <= SUCCESS:
        log(story, "retreats", seat, n=die)
        end_by_retreat(story, seat)
        return
    at, _ = side_of(story.state, seat)
    put_side(story, at, tried=True)
    log(story, "retreat_fails", seat, n=die)
    push(story, Frame("KU2", seat))
    if story.state.options["failed_retreat"] == "free_hit":
        only = 2 - at  # 1: the attacker alone, 2: the defender alone
        hitting = battle_of(story.state).sides[1 - at]
        other, held = hitting.who, len(hitting.buffs)
        people = [Frame(step, other) for step in ("KR", "KS") if other in story.state.players]
        push(
            story,
            Frame("KU3", n=only),
            *people,
            Frame("KU4", n=only),
            Frame("KU5", n=only, dice=(held,)),
        )


def throws_left(side: Side) -> tuple[int, ...]:
    throws = sorted({unit.throw for unit in side.units if unit.active})
    return tuple(throw for throw in throws if throw >= side.throws)


def _rolling(battle: Battle, only: int) -> list[Side]:
    """Sides that still have dice to roll."""
    return [
        side for at, side in enumerate(battle.sides) if only in (0, at + 1) and throws_left(side)
    ]


def _ask_rolls(state: State, frame: Frame) -> Asks:
    """Both sides in any order; on one tray the attacker's throw is looked for first, then the
    defender's.
    """
    asks: list[Ask] = []
    for side in _rolling(battle_of(state), frame.n):
        ask = (
            attack_ask(state, "KU3", side.who, about=side.who)
            if side.who in state.players
            else _npc_ask(state, side)
        )
        asks.append(ask if not asks else replace(ask, zone=None))
    return tuple(asks)


def _npc_ask(state: State, side: Side) -> Ask:
    throw = throws_left(side)[0]
    colours = tuple(unit.die for unit in side.units if unit.active and unit.throw == throw)
    ask = colours_ask(state, "KU3", colours, about=f"{side.who}.{throw + 1}")
    return replace(
        ask, say=say("wa.ask.KU3_npc", dice=ask.say.values["dice"], target=who(side.who))
    )


def _rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    name = reply.about.partition(".")[0]
    if name in story.state.players:
        take_dice(story, name, reply)
    else:
        at, side = side_of(story.state, name)
        throw, colours = throws_left(side)[0], reply.pips_by_colour
        new = {
            u.id: colours[u.die]
            for u in side.units
            if u.throw == throw and u.die in colours and u.active
        }
        put_side(story, at, dice={**side.dice, **new}, throws=throw + 1)
    log(story, "rolled", name, dice=reply.pips, sound="soft")
    if not _rolling(battle_of(story.state), frame.n):
        pop(story)


def _check(story: GameStory, frame: Frame) -> None:
    """KU5: both distributions use the state before this round; units without hit points faint."""
    battle = battle_of(story.state)
    for at, side in enumerate(battle.sides):
        shield = side.shield
        for unit, points in (battle.sides[1 - at].given or {}).items():
            taken = min(shield, points)
            shield -= taken
            hurt(story, at, unit, points - taken)
            log(story, "unit_hit", side.who, unit=unit_say(unit), n=points - taken)
        if shield != side.shield:
            put_side(story, at, shield=shield)
            log(story, "shield_takes", side.who, n=shield)
    cleared = tuple(
        replace(side, dice={}, throws=0, given=None) for side in battle_of(story.state).sides
    )
    put_battle(story, sides=cleared)
    if frame.dice:
        _end_free_hit(story, frame.n - 1, frame.dice[0])
    if not _decided(story) and frame.n == 0:
        push(story, Frame("KUr"))


def _end_free_hit(story: GameStory, at: int, held: int) -> None:
    """What a skill brought for the free hit alone (Double Strike) does not help the ordinary roll;
    `held` are the effects that were there before.
    """
    buffs = battle_of(story.state).sides[at].buffs
    lasting = (buff for buff in buffs[held:] if buff.rounds > 1)
    put_side(story, at, buffs=(*buffs[:held], *lasting))


def _all_down(side: Side) -> bool:
    return not any(unit.active for unit in side.units)


def _decided(story: GameStory) -> bool:
    """Whether a side has nobody left. If neither has, each rolls a die for it."""
    sides = battle_of(story.state).sides
    dead = [side.who for side in sides if _all_down(side)]
    if len(dead) == 2:
        push(story, Frame("KUo"))
    elif dead:
        end_by_death(story, dead[0])
    return bool(dead)


def _still_standing(story: GameStory, _frame: Frame) -> None:
    """KUw: a Rune Power alone may have felled the last one."""
    _decided(story)


def _ask_rolloff(state: State, _frame: Frame) -> Asks:
    battle = battle_of(state)
    asks: list[Ask] = []
    for side in battle.sides:
        if side.who not in battle.rolloff:
            seat = side.who if side.who in state.players else ""
            about = f"{side.who}.{battle.round}"
            ask = dice_ask(state, "KUo", 1, seat, about=about, target=who(side.who))
            asks.append(ask if not asks else replace(ask, zone=None))
    return tuple(asks)


def _rolled_off(story: GameStory, _frame: Frame, reply: Reply) -> None:
    """The higher survives, his hero on his feet; equal dice roll again."""
    battle = battle_of(story.state)
    name = reply.about.partition(".")[0]
    rolls = {**battle.rolloff, name: reply.pips[0]}
    put_battle(story, rolloff=rolls)
    log(story, "rolloff", name, n=reply.pips[0])
    if len(rolls) < 2:
        return
    if len(set(rolls.values())) == 1:
        put_battle(story, rolloff={}, round=battle.round + 1)
        log(story, "rolloff_again")
        return
    pop(story)
    end_by_death(story, min(rolls, key=lambda one: rolls[one]))


STEPS = {
    "KU": Step(run=_start),
    "KUr": Step(run=_round),
    "KU5": Step(run=_check),
    "KUw": Step(run=_still_standing),
    "KU2": Step(_ask_before, _before_dice),
    "KUf": Step(take=_retreat_rolled),
    "KU3": Step(_ask_rolls, _rolled),
    "KUo": Step(_ask_rolloff, _rolled_off),
}
