"""Generic refusals in the words of this game: why this is not the roll, option or card."""

from companion.games.world_adventure.pack.atlas import is_city
from companion.games.world_adventure.rules.asking import territory_say
from companion.games.world_adventure.rules.refusals import CODES, refused
from companion.games.world_adventure.rules.turn.menu import (
    why_no_engage,
    why_no_merchant,
    why_no_quest,
    why_no_scout,
    why_no_shop,
    why_no_stall,
    why_not_done,
)
from companion.games.world_adventure.state import State, top
from companion.games.world_adventure.steps import STEPS, asks
from companion.kit.asks import Ask, Roll
from companion.kit.intents import Answer, Chosen, Rolled
from companion.kit.say import Say, name_of, say
from companion.kit.steps import AskId
from companion.kit.story import RuleError

_PENALTY = ("P0p", "P0c")


def explain(state: State, answer: Answer, error: RuleError) -> RuleError:
    if state.winner:
        return refused("over")
    step = AskId.parse(answer.ask, STEPS).step
    if error.code == "not_asked":
        return _not_asked(state, step, answer)
    if error.code == "not_you":
        return _not_you(state, answer)
    ask = next((ask for ask in asks(state) if ask.id == answer.ask), None)
    if error.code == "wrong_dice" and isinstance(ask, Roll) and isinstance(answer.answer, Rolled):
        return _wrong_dice(ask, answer.answer, error)
    if error.code == "no_such_option" and isinstance(answer.answer, Chosen):
        return _no_such_option(state, ask, step, answer.answer, error)
    return _by_step(step, error)


def _by_step(step: str, error: RuleError) -> RuleError:
    if error.code == "no_such_card" and step in ("S9", "A1.marker", "D2", "P6c"):
        return refused("no_nation")
    if error.code == "no_such_cell" and step == "KU4":
        return refused("points_fainted")
    if error.code == "wrong_number" and step == "B1":
        return refused("turn_markers")
    return error


def _not_asked(state: State, step: str, answer: Answer) -> RuleError:
    frame = top(state)
    if frame.step in _PENALTY:
        return refused("penalty_turn")
    if step == "P2" and frame.step == "P1":
        return refused("no_moves")
    if step == "P5s.sell" and frame.step == "P5s" and frame.dice:
        return refused("sell_first")
    if step in ("KX2", "KU2") and state.battle is not None:
        return refused("retreat_late")
    if step in ("KRa", "KRb") and state.battle is not None:
        return refused("no_reroll")
    if step == "MP":
        return refused("in_battle") if state.battle is not None else refused("not_fainted")
    if isinstance(answer.answer, Rolled) and not _awaits_roll(state):
        return refused("no_roll_due")
    return refused("not_now", what=tuple(ask.say for ask in asks(state)))


def _awaits_roll(state: State) -> bool:
    return any(isinstance(ask, Roll) for ask in asks(state))


def _not_you(state: State, answer: Answer) -> RuleError:
    if isinstance(answer.answer, Rolled) and state.battle is not None:
        return refused("other_side")
    return refused("not_active", now=name_of(state.active) if state.active else say("wa.nobody"))


def _wrong_dice(ask: Roll, rolled: Rolled, error: RuleError) -> RuleError:
    """A face that does not exist; or which colours are missing, extra or double; or the wrong
    number.
    """
    if any(die.face not in range(1, 7) or isinstance(die.face, bool) for die in rolled.dice):
        return refused("bad_die")
    wanted = [die.colour for die in ask.dice if die.colour is not None]
    if not wanted:
        number = sum(die.count for die in ask.dice)
        return refused("dice_number", n=len(rolled.dice), wanted=number)
    seen = [die.colour or "" for die in rolled.dice]
    missing = tuple(_colour(colour) for colour in wanted if colour not in seen)
    extra = tuple(_colour(colour) for colour in dict.fromkeys(seen) if colour not in wanted)
    double = tuple(_colour(colour) for colour in wanted if seen.count(colour) > 1)
    if not missing and not extra and not double:
        return error
    return refused("wrong_colours", missing=missing, extra=extra, double=double)


def _colour(colour: str) -> Say:
    return say(f"wa.colour.{colour or 'none'}")


def _no_such_option(
    state: State, ask: Ask | None, step: str, chosen: Chosen, error: RuleError
) -> RuleError:
    wanted = next(iter(chosen.options), "")
    if step == "P1":
        why = _why_no_action(state, wanted)
        return RuleError(CODES[why.key], why) if why is not None else error
    if step == "P2":
        near = tuple(option.say for option in getattr(ask, "options", ()))
        return refused("not_neighbour", near=near)
    if step == "P3n":
        return refused(
            "slot_not_rolled", slots=tuple(option.id for option in getattr(ask, "options", ()))
        )
    if step == "P5r":
        return _no_such_service(wanted, error)
    if step == "Nq":
        return refused("npc_walk")
    if step in ("KX4a", "X4"):
        return refused("not_standing")
    if step == "P5c" and wanted.startswith("sell:"):
        return refused("no_upgrade")
    return error


def _no_such_service(wanted: str, error: RuleError) -> RuleError:
    action = wanted.partition(":")[0]
    word = {
        "recruit": "slot_taken",
        "recover": "not_fainted",
        "evolve": "too_little_exp",
        "train": "too_little_exp",
    }
    return refused(word[action], n=0, most=6) if action in word else error


def _why_no_action(state: State, wanted: str) -> Say | None:
    """The reason against an action the menu does not even list here."""
    seat = state.active
    one = state.players[seat]
    action, _, what = wanted.partition(":")
    if action == "scout":
        if what == "merchant":
            return (
                say("wa.refused.no_merchant")
                if is_city(one.territory)
                else why_no_merchant(state, seat)
            )
        elsewhere = what in state.players and state.players[what].territory != one.territory
        return (
            say("wa.refused.not_here", spot=territory_say(state, one.territory))
            if elsewhere
            else why_no_scout(state, seat, what)
        )
    reasons = {
        "engage": why_no_engage(state, seat),
        "shop": why_no_shop(state, seat),
        "stall": why_no_stall(state, seat, one),
        "workshop": say("wa.refused.not_in_city"),
        "recruiter": say("wa.refused.not_in_city"),
        "quest": _why_no_guild(state, seat, what),
        "power": say("wa.refused.power_none"),
    }
    return reasons.get(action)


def _why_no_guild(state: State, seat: str, what: str) -> Say | None:
    """Only a quest that is held can be finished or cancelled."""
    return why_no_quest(state, seat) if what == "take" else why_not_done(state, state.players[seat])
