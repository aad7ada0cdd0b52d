"""Generic refusals in the words of this game: where the token may go, how many cards, what is still
to do.
"""

from companion.games.spell_saga.rules.attacks import attack_closed
from companion.games.spell_saga.rules.optional_reasons import closed
from companion.games.spell_saga.rules.turn import targets
from companion.games.spell_saga.rules.wording import names
from companion.games.spell_saga.state import State, hand_size, source_limit, title
from companion.games.spell_saga.steps import MACHINE
from companion.kit.asks import Choose, Show
from companion.kit.intents import Answer, Chosen, Shown
from companion.kit.say import say
from companion.kit.steps import AskId, Reply
from companion.kit.story import RuleError

DRAWS = ("S5", "S6", "T4", "T5", "draw")
LOSSES = ("T10", "trim", "B4", "lose")


def explain(state: State, answer: Answer, error: RuleError) -> RuleError:
    name = AskId.parse(answer.ask).name
    if error.code == "bad_card":
        return RuleError(
            "SS-R08", say("ss.refused.attributes", what=error.say.values.get("what", ""))
        )
    if error.code == "not_asked":
        return _not_asked(state, name, error)
    if name == "T1":
        return _move(state, error)
    if name in ("B4", "lose") and error.code == "wrong_kind" and isinstance(answer.answer, Chosen):
        return RuleError("SS-R29", say("ss.refused.must_be_random"))
    if name == "number" and error.code == "out_of_range":
        return RuleError("SS-R22", say("ss.refused.attack_number"))
    if error.say.key == "kit.refused.twice" and isinstance(answer.answer, Shown):
        twice = title(state, str(error.say.values["what"]))
        return RuleError("SS-R06", say("ss.refused.shown_twice", card=twice))
    if error.code in ("wrong_cards", "wrong_number"):
        return _count(state, answer, name, error)
    if error.code == "no_such_card" and name in LOSSES and isinstance(answer.answer, Shown):
        return _not_in_hand(state, answer.answer.cards[0].id)
    if error.code == "no_such_option" and isinstance(answer.answer, Chosen):
        return _no_option(state, answer.answer.options[0], name, error)
    return error


def _not_asked(state: State, name: str, error: RuleError) -> RuleError:
    if state.result:
        return RuleError("SS-R31", say("ss.refused.over"))
    if not state.started:
        now = MACHINE.pending_asks(state)
        words = say("ss.refused.before_start", now=now[0].say if now else "")
        return RuleError("SS-R32", words)
    if name == "T1":
        return RuleError("SS-R02", say("ss.refused.move_later", step=say(f"ss.step.{state.step}")))
    if name == "may" and state.step == "T1":
        return RuleError("SS-R19", say("ss.refused.move_first"))
    if name == "B3b" and state.battle is None:
        return RuleError("SS-R22", say("ss.refused.no_fight"))
    now = MACHINE.pending_asks(state)
    if now:
        return RuleError("SS-R27", say("ss.refused.still_to_do", now=now[0].say))
    return error


def _move(state: State, error: RuleError) -> RuleError:
    if error.code == "wrong_number":
        return RuleError("SS-R03", say("ss.refused.one_token"))
    if error.code == "no_such_option":
        return RuleError(
            "SS-R01", say("ss.refused.not_adjacent", places=names(state, targets(state)))
        )
    return error


def _count(state: State, answer: Answer, name: str, error: RuleError) -> RuleError:
    reply = Reply(AskId.parse(answer.ask), answer)
    seen = len(reply.options or reply.cards)
    now = MACHINE.pending_asks(state)
    wanted = next((ask.most for ask in now if isinstance(ask, Show | Choose)), 0)
    if name in DRAWS:
        return RuleError("SS-R04", say("ss.refused.draw_count", n=wanted, seen=seen))
    if name == "pay":
        return RuleError("SS-R12", say("ss.refused.pay_exactly", n=wanted))
    if name in LOSSES:
        words = say(
            "ss.refused.lose_count",
            n=wanted,
            seen=seen,
            hand=hand_size(state),
            limit=source_limit(state),
        )
        return RuleError("SS-R28", words)
    if name == "S2":
        return RuleError("SS-R32", say("ss.refused.five", seen=seen))
    if name == "search":
        return RuleError("SS-R34", say("ss.refused.search_count", n=wanted, seen=seen))
    if name == "token":
        return RuleError("SS-R03", say("ss.refused.one_token"))
    if name == "lane":
        return RuleError("SS-R05", say("ss.refused.one_spot"))
    return error


def _no_option(state: State, option: str, name: str, error: RuleError) -> RuleError:
    """An option that is not even listed: the reason it is closed, if it means anything."""
    if name == "pay" and option in state.cards:
        return RuleError("SS-R12", say("ss.refused.pay_other", card=title(state, option)))
    if name == "to":
        return RuleError("SS-R15", say("ss.refused.not_there"))
    if name in LOSSES:
        return _not_in_hand(state, option)
    if name == "token":
        return RuleError("SS-R01", say("ss.refused.token_there", place=title(state, option)))
    if name == "lane":
        return RuleError("SS-R05", say("ss.refused.one_spot"))
    try:
        reason = (
            closed(state, option)
            if name == "may"
            else attack_closed(state, option)
            if name == "B3b"
            else None
        )
    except (ValueError, StopIteration, KeyError, IndexError):
        return error
    return RuleError(*reason) if reason is not None else error


def _not_in_hand(state: State, card: str) -> RuleError:
    return RuleError("SS-R28", say("ss.refused.not_in_hand", card=title(state, card)))
