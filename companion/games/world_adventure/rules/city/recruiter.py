"""The recruiter: soldiers hired, raised, trained, evolved."""

from msgspec.structs import replace

from companion.games.world_adventure.rules.asking import choose_ask, colours_ask, option, unit_say
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put_player,
)
from companion.games.world_adventure.rules.constants import (
    EVOLVE_PRICE,
    EXP_MOST,
    HERO_DIE,
    RECOVER_PRICE,
    RECRUIT_PRICE,
    SLOT_DICE,
    STATUS_MOST,
    SUCCESS,
    TRAIN_PRICE,
)
from companion.games.world_adventure.rules.possessions import (
    fainted_soldiers,
    pay,
    price,
    put_soldier,
)
from companion.games.world_adventure.rules.runes import award
from companion.games.world_adventure.state import Frame, GameStory, Player, Soldier, State
from companion.kit.asks import Option
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step

NOBODY = "none"


def free_slots(one: Player) -> tuple[int, ...]:
    taken = {soldier.slot for soldier in one.soldiers}
    return tuple(slot for slot in range(1, one.leadership + 1) if slot not in taken)


def _short(one: Player, cost: int) -> Say | None:
    return say("wa.refused.no_gold", price=cost, have=one.gold) if one.gold < cost else None


def why_not_ready(one: Player, unit: str) -> Say | None:
    """Why this unit may not evolve: it needs 6 exp at Lv 1."""
    level, exp = _level_exp(one, unit)
    if level == 2:
        return say("wa.refused.level_two")
    return say("wa.refused.too_little_exp", n=exp, most=EXP_MOST) if exp < EXP_MOST else None


def _level_exp(one: Player, unit: str) -> tuple[int, int]:
    if unit == "hero":
        return one.hero_level, one.hero_exp
    soldier = next(soldier for soldier in one.soldiers if str(soldier.slot) == unit)
    return soldier.level, soldier.exp


def _trained(one: Player, unit: str) -> int:
    if unit == "hero":
        return one.hero_trained_month
    return next(soldier.trained_month for soldier in one.soldiers if str(soldier.slot) == unit)


def units_of(one: Player) -> tuple[str, ...]:
    return ("hero", *(str(soldier.slot) for soldier in one.soldiers))


def _ask_recruiter(state: State, frame: Frame) -> Asks:
    seat, one = frame.seat, state.players[frame.seat]
    costs = {kind: price(state, seat, kind, base) for kind, base in _BASE.items()}
    options = [
        option(
            f"recruit:{slot}",
            "recruit",
            _short(one, costs["recruit"]),
            n=slot,
            price=costs["recruit"],
        )
        for slot in free_slots(one)
    ]
    if not options:
        options = [option("recruit", "recruit_none", say("wa.refused.no_slot", n=one.leadership))]
    options += [
        option(
            f"recover:{soldier.slot}",
            "recover",
            _short(one, costs["recover"]),
            n=soldier.slot,
            price=costs["recover"],
        )
        for soldier in fainted_soldiers(state, seat)
    ]
    options.append(option("recruit_lv2", "recruit_lv2", say("wa.refused.no_level_two")))
    options += _evolving(state, one, costs)
    return (choose_ask(state, "P5r", (*options, option("done", "done")), seat, gold=one.gold),)


_BASE = {
    "recruit": RECRUIT_PRICE,
    "recover": RECOVER_PRICE,
    "train": TRAIN_PRICE,
    "evolve": EVOLVE_PRICE,
}


def _evolving(state: State, one: Player, costs: dict[str, int]) -> list[Option]:
    ready = [unit for unit in units_of(one) if why_not_ready(one, unit) is None]
    if not ready:
        return []
    fresh = any(_trained(one, unit) != state.month for unit in ready)
    why = _short(one, costs["train"]) if fresh else say("wa.refused.trained")
    options = [option("train", "train", why, price=costs["train"])]
    return options + [
        option(
            f"evolve:{unit}",
            "evolve",
            _short(one, costs["evolve"]),
            unit=unit_say(unit),
            price=costs["evolve"],
        )
        for unit in ready
    ]


def _recruiter(story: GameStory, frame: Frame, reply: Reply) -> None:
    action, _, what = reply.choice.partition(":")
    seat = frame.seat
    if action == "done":
        pop(story)
    elif action == "recruit":
        _recruit(story, seat, int(what))
    elif action == "recover":
        put_soldier(story, seat, int(what), condition="active")
        pay(
            story,
            seat,
            price(story.state, seat, "recover", RECOVER_PRICE),
            "recover",
            slot=int(what),
        )
    elif action == "train":
        push(story, Frame("P5t", seat))
    else:
        pay(
            story,
            seat,
            price(story.state, seat, "evolve", EVOLVE_PRICE),
            "evolve_paid",
            unit=unit_say(what),
        )
        evolve(story, seat, (what,))


def _recruit(story: GameStory, seat: str, slot: int) -> None:
    """The soldier in slot 5, which only Leadership 5 opens, is Lv 2 the moment he joins."""
    strong = slot == STATUS_MOST
    new = Soldier(slot, level=2 if strong else 1, limit_break=strong)
    soldiers = sorted((*player(story, seat).soldiers, new), key=lambda soldier: soldier.slot)
    put_player(story, seat, soldiers=tuple(soldiers))
    pay(story, seat, price(story.state, seat, "recruit", RECRUIT_PRICE), "recruit", slot=slot)


def evolve(story: GameStory, seat: str, units: tuple[str, ...]) -> None:
    """Lv 2 for each; runes in the order of the track, the hero before the soldiers."""
    for unit in units:
        if unit == "hero":
            put_player(story, seat, hero_level=2)
        else:
            put_soldier(story, seat, int(unit), level=2)
        log(story, "evolves", seat, unit=unit_say(unit))
    earned = ["hero_lv2"] if "hero" in units else []
    if (
        sum(
            soldier.level == 2 and not soldier.limit_break
            for soldier in player(story, seat).soldiers
        )
        >= 2
    ):
        earned.append("soldiers_lv2")
    push(story, *award(story.state, seat, *earned))


def _ask_train(state: State, frame: Frame) -> Asks:
    """Which units train (5 gold each), then a die of each one's colour."""
    one = state.players[frame.seat]
    cost = price(state, frame.seat, "train", TRAIN_PRICE)
    if frame.names:
        return (colours_ask(state, "P5d", tuple(die_of(unit) for unit in frame.names), frame.seat),)
    options = []
    for unit in units_of(one):
        why = why_not_ready(one, unit)
        if why is None and _trained(one, unit) == state.month:
            why = say("wa.refused.trained")
        options.append(option(unit, "train_unit", why, unit=unit_say(unit), price=cost))
    nobody = replace(option(NOBODY, "none"), alone=True)
    most = max(
        1,
        min(
            sum(one.why_not is None for one in options), one.gold // cost if cost else len(options)
        ),
    )
    everybody = (*options, nobody)
    return (choose_ask(state, "P5t", everybody, frame.seat, most=most, price=cost),)


def die_of(unit: str) -> str:
    return HERO_DIE if unit == "hero" else SLOT_DICE[int(unit) - 1]


def _train(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P5t: paid at once, whatever the dice will say; or back, and nobody trains."""
    seat = frame.seat
    if reply.choice == NOBODY:
        pop(story)
        return
    units = tuple(unit for unit in units_of(player(story, seat)) if unit in reply.options)
    cost = price(story.state, seat, "train", TRAIN_PRICE)
    for unit in units:
        if unit == "hero":
            put_player(story, seat, hero_trained_month=story.state.month)
        else:
            put_soldier(story, seat, int(unit), trained_month=story.state.month)
    pay(story, seat, cost * len(units), "train_paid", count=len(units))
    pop(story)
    push(story, replace(frame, names=units))


def _training_rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P5d."""
    dice = reply.pips_by_colour
    won = tuple(unit for unit in frame.names if dice[die_of(unit)] <= SUCCESS)
    pop(story)
    log(story, "trained", frame.seat, n=len(won), count=len(frame.names))
    evolve(story, frame.seat, won)


STEPS = {
    "P5r": Step(_ask_recruiter, _recruiter),
    "P5t": Step(_ask_train, _train),
    "P5d": Step(take=_training_rolled),
}
