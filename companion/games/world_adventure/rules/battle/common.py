"""What all battles share: who joins, which dice, what hits for how much, the skill, the reroll,
Rune Powers.
"""

from msgspec.structs import replace

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import ask_id, choose_ask, colours_ask, option
from companion.games.world_adventure.rules.battle.effects import apply_in_battle
from companion.games.world_adventure.rules.changes import (
    battle_of,
    log,
    pop,
    push,
    put_battle,
    put_side,
    side_of,
    swap_top,
)
from companion.games.world_adventure.rules.constants import HERO_DIE, SKILL_DIE, SLOT_DICE, SUCCESS
from companion.games.world_adventure.rules.possessions import active_soldiers
from companion.games.world_adventure.rules.rune_powers import use_up
from companion.games.world_adventure.state import Battle, Frame, GameStory, Side, State, Unit
from companion.kit.asks import Ask, Option, Ready
from companion.kit.pieces import Die
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step


def player_side(state: State, seat: str) -> Side:
    """The hero and every soldier on his feet, whole."""
    one = state.players[seat]
    stats = shelf.hero(state, seat)
    units = [Unit("hero", HERO_DIE, one.hero_level, stats.hp or 1, stats.attack, stats.accuracy)]
    for soldier in active_soldiers(state, seat):
        kind = shelf.soldier(state, soldier.level)
        die = SLOT_DICE[soldier.slot - 1]
        units.append(
            Unit(str(soldier.slot), die, soldier.level, kind.hp, kind.attack, kind.accuracy)
        )
    return Side(seat, tuple(units), rerolls=1 if one.leadership >= 4 else 0)


def joiners(side: Side) -> tuple[str, ...]:
    """All who joined, fainted meanwhile or not."""
    return tuple(unit.id for unit in side.units)


def attack_colours(state: State, side: Side) -> tuple[str, ...]:
    """The dice of a player's attack round: Silver, Gold if the hero has a skill to cast, one per
    active soldier.
    """
    colours = [unit.die for unit in side.units if unit.active]
    if HERO_DIE in colours and shelf.hero(state, side.who).cast is not None:
        colours.insert(1, SKILL_DIE)
    return tuple(colours)


def attack_ask(state: State, step: str, seat: str, about: str = "") -> Ask:
    _, side = side_of(state, seat)
    strong = tuple(
        say(f"wa.colour.{unit.die}") for unit in side.units if unit.active and unit.level == 2
    )
    ask = colours_ask(state, step, attack_colours(state, side), seat, about=about)
    return replace(ask, lines=(say("wa.strong_dice", dice=strong),)) if strong else ask


def take_dice(story: GameStory, seat: str, reply: Reply) -> None:
    """The pips by unit, and of the Gold die."""
    at, side = side_of(story.state, seat)
    by_colour = reply.pips_by_colour
    dice = {unit.id: by_colour[unit.die] for unit in side.units if unit.die in by_colour}
    if SKILL_DIE in by_colour:
        dice[SKILL_DIE] = by_colour[SKILL_DIE]
    put_side(story, at, dice=dice, throws=1)


def new_round(story: GameStory) -> None:
    """Dice and tries are cleared; effects that lasted a round less are gone."""
    battle = battle_of(story.state)
    per_round = story.state.options["leadership_reroll"] == "per_round"
    sides = tuple(_next_round(story.state, side, per_round) for side in battle.sides)
    put_battle(story, round=battle.round + 1, sides=sides)


def _next_round(state: State, side: Side, per_round: bool) -> Side:
    rerolls = side.rerolls
    if per_round and side.who in state.players and state.players[side.who].leadership >= 4:
        rerolls = max(1, rerolls)
    buffs = tuple(replace(buff, rounds=buff.rounds - 1) for buff in side.buffs if buff.rounds > 1)
    return replace(side, dice={}, throws=0, tried=False, given=None, buffs=buffs, rerolls=rerolls)


def buffed(side: Side, kind: str, *whom: str) -> int:
    return sum(buff.n for buff in side.buffs if buff.kind == kind and buff.who in whom)


def strikes(side: Side) -> list[tuple[Unit, int, int]]:
    """Each die of an active unit with its pips and the points it is worth, strikes gained by a
    skill included.
    """
    found = []
    for unit in side.units:
        if not unit.active or unit.id not in side.dice:
            continue
        worth = unit.attack + buffed(side, "add_attack", "", "all", unit.id)
        times = 1 + sum(
            buff.n
            for buff in side.buffs
            if buff.kind == "extra_strike" and (buff.who or "hero") == unit.id
        )
        found.append((unit, side.dice[unit.id], worth * times))
    return found


def damage_dealt(battle: Battle) -> int:
    """Against a merchant or monster: every die not above its hit accuracy."""
    side = battle.sides[0]
    reach = battle.accuracy + buffed(side, "accuracy", "", "enemy")
    return sum(points for _, pips, points in strikes(side) if pips <= reach)


def targets(state: State, battle: Battle, at: int) -> tuple[Unit, ...]:
    """The enemy's units still standing, with the number that hits each."""
    fixed = state.options["accuracy_source"] == "fixed3"
    units = [unit for unit in battle.sides[1 - at].units if unit.active]
    return tuple(replace(unit, accuracy=SUCCESS) if fixed else unit for unit in units)


def made_easier(battle: Battle, at: int) -> int:
    """By how much effects on accuracy help this side to hit units."""
    side, enemy = battle.sides[at], battle.sides[1 - at]
    return buffed(side, "accuracy", "", "enemy") + buffed(enemy, "accuracy", "own")


def hero_hits(state: State, at: int) -> bool:
    """The condition of skills like Double Strike; among units, the Silver die must hit somebody
    still standing.
    """
    battle = battle_of(state)
    side = battle.sides[at]
    pips = side.dice.get("hero", 7)
    if battle.kind != "unit":
        return pips <= battle.accuracy + buffed(side, "accuracy", "", "enemy")
    pips -= made_easier(battle, at)
    return any(pips <= unit.accuracy for unit in targets(state, battle, at))


def _skill(story: GameStory, frame: Frame) -> None:
    """KS: the skill fires when Gold is not above Cast and its condition holds."""
    at, side = side_of(story.state, frame.seat)
    stats = shelf.hero(story.state, frame.seat)
    gold = side.dice.get(SKILL_DIE)
    if gold is None or stats.cast is None or gold > stats.cast:
        return
    condition = stats.skill.condition
    if condition == "manual" and frame.n == 0:
        push(story, Frame("KSa", frame.seat))
        return
    if condition == "hero_hit" and not hero_hits(story.state, at):
        log(story, "skill_void", frame.seat, skill=stats.skill.name)
        return
    log(story, "skill", frame.seat, skill=stats.skill.name)
    for number, effect in enumerate(stats.skill.effects):
        apply_in_battle(story, frame.seat, effect, f"skill:{number}")


def _ask_skill(state: State, frame: Frame) -> Asks:
    skill = shelf.hero(state, frame.seat).skill
    return (
        choose_ask(
            state,
            "KSa",
            (option("yes", "yes"), option("no", "no")),
            frame.seat,
            skill=skill.text or skill.name,
        ),
    )


def _told_skill(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    if reply.choice == "yes":
        push(story, Frame("KS", frame.seat, n=1))


def _reroll(story: GameStory, frame: Frame) -> None:
    _, side = side_of(story.state, frame.seat)
    if side.rerolls > 0 and side.dice:
        push(story, replace(frame, step="KRa"))


def _ask_reroll(state: State, frame: Frame) -> Asks:
    """Leadership 4: one die of the hit roll once more, never the Gold one."""
    _, side = side_of(state, frame.seat)
    if frame.what:
        lying = tuple(
            Die(side.dice[u.id], colour=u.die)
            for u in side.units
            if u.id in side.dice and u.die != frame.what
        )
        return (replace(colours_ask(state, "KRb", (frame.what,), frame.seat), lying=lying),)
    options = [option("none", "none")]
    for unit in side.units:
        if unit.id in side.dice:
            options.append(_die_option(unit.die, side.dice[unit.id]))
    if SKILL_DIE in side.dice:
        options.append(_die_option(SKILL_DIE, side.dice[SKILL_DIE], say("wa.refused.reroll_gold")))
    return (choose_ask(state, "KRa", tuple(options), frame.seat),)


def _die_option(colour: str, pips: int, why: Say | None = None) -> Option:
    return Option(
        colour,
        say("wa.do.reroll", colour=say(f"wa.colour.{colour}"), pips=pips),
        why_not=why,
        rule="WA-R29",
        colour=colour,
    )


def _chose_die(story: GameStory, frame: Frame, reply: Reply) -> None:
    if reply.choice == "none":
        pop(story)
    else:
        swap_top(story, replace(frame, what=reply.choice))


def _rerolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KRb."""
    at, side = side_of(story.state, frame.seat)
    pips = next(iter(reply.pips_by_colour.values()))
    unit = next(unit for unit in side.units if unit.die == frame.what)
    pop(story)
    put_side(story, at, dice={**side.dice, unit.id: pips}, rerolls=side.rerolls - 1)
    colour = say(f"wa.colour.{frame.what}")
    log(story, "rerolled", frame.seat, colour=colour, old=side.dice[unit.id], new=pips)


def power_options(state: State, seat: str) -> list[Option]:
    """Purple Rune Powers work now, before the dice; yellow ones only outside battle."""
    options = []
    for held in state.players[seat].powers:
        card = shelf.power(state, held.card)
        why = say("wa.refused.power_yellow") if card.color == "yellow" else None
        options.append(
            option(f"power:{held.card}", "power", why, card=card.name or card.id, n=held.uses)
        )
    return options


def use_power(story: GameStory, seat: str, card: str) -> None:
    log(story, "power_used", seat, card=shelf.title(story.state, "powers", card))
    use_up(story, seat, card)
    for number, effect in enumerate(shelf.power(story.state, card).effects):
        apply_in_battle(story, seat, effect, f"powers:{card}", number)


def _ask_by_hand(state: State, frame: Frame) -> Asks:
    """KH: a skill's words that only people can carry out, with + and - on the tablet."""
    return (Ready(id=ask_id(state, "KH"), say=say("wa.ask.KH", text=frame.what)),)


def _done_by_hand(story: GameStory, _frame: Frame, _reply: Reply) -> None:
    pop(story)


STEPS = {
    "KS": Step(run=_skill),
    "KR": Step(run=_reroll),
    "KSa": Step(_ask_skill, _told_skill),
    "KRa": Step(_ask_reroll, _chose_die),
    "KRb": Step(take=_rerolled),
    "KH": Step(_ask_by_hand, _done_by_hand),
}
