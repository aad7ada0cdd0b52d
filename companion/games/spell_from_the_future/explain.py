"""The rules file's own words for answers that do not fit what is asked: who is waited for, what is
done already.
"""

from companion.games.spell_from_the_future.pack import beast_of
from companion.games.spell_from_the_future.state import OPEN_SEATS, State, left_of, mind_in_play
from companion.kit.intents import Answer, Placed, Rolled, Shown
from companion.kit.say import name_of, say
from companion.kit.steps import AskId
from companion.kit.story import RuleError, refuse

UNASKED = ("not_asked", "wrong_kind")


def explain(state: State, answer: Answer, error: RuleError) -> RuleError:
    if error.code.startswith("SF-"):
        return error
    found = _no_more_beasts(state, answer) or _over(state, error)
    found = found or _of_value(state, answer, error) or _of_step(state, answer, error)
    if found is None and error.code == "not_you":
        who = state.first_player
        found = refuse("SF-E25", "sf.refused.first_mage", name=name_of(who)) if who else None
    return found or error


def _no_more_beasts(state: State, answer: Answer) -> RuleError | None:
    empty = state.beast_deck_count == 0 and AskId.parse(answer.ask).step == "P3.1"
    return refuse("SF-E07", "sf.refused.deck_empty") if empty else None


def _over(state: State, error: RuleError) -> RuleError | None:
    return (
        refuse("SF-E26", "sf.refused.over")
        if state.step == "END" and error.code in UNASKED
        else None
    )


def _of_value(state: State, answer: Answer, error: RuleError) -> RuleError | None:
    value = answer.answer
    if isinstance(value, Rolled):
        return _roll(state, error)
    if isinstance(value, Placed):
        if (
            error.code in UNASKED
            and state.step not in OPEN_SEATS
            and state.step not in ("S2", "S3", "S4")
        ):
            return refuse("SF-E13", "sf.refused.screens_up")
        if error.code == "no_such_cell":
            return refuse("SF-E17", "sf.refused.between_boxes", hint=error.say)
    if isinstance(value, Shown):
        return _shown(state, answer, error)
    return None


def _roll(state: State, error: RuleError) -> RuleError | None:
    if error.code == "wrong_dice":
        return refuse("SF-E04", "sf.refused.die")
    if error.code not in UNASKED:
        return None
    if state.initiative_roll is None:
        return refuse("SF-E05", "sf.refused.roll_later")
    who = say(f"sf.initiative.{state.initiative}")
    return refuse("SF-E05", "sf.refused.roll_done", face=state.initiative_roll, who=who)


def _shown(state: State, answer: Answer, error: RuleError) -> RuleError | None:
    asked = AskId.parse(answer.ask).step
    if asked == "P3.1" and error.code in (*UNASKED, "wrong_cards"):
        beast = beast_of(state.pack, state.current_beast.id) if state.current_beast else None
        return refuse("SF-E07", "sf.refused.beast_here", beast=beast.title if beast else "?")
    if asked in ("P4.2", "P4.3"):
        return _colour(state, asked, error)
    if asked == "P5.2.mind":
        if state.mystic_round and error.code in UNASKED:
            return refuse("SF-E20", "sf.refused.mystic_today")
        if error.code == "wrong_cards":
            return refuse("SF-E19", "sf.refused.one_mind")
    if asked == "P2.1.words" and error.code == "wrong_cards":
        return _word_count(
            state, len(answer.answer.cards) if isinstance(answer.answer, Shown) else 0
        )
    return None


def _word_count(state: State, seen: int) -> RuleError:
    return refuse("SF-E06", "sf.refused.word_cards", n=state.word_cards_this_round, seen=seen)


def _colour(state: State, asked: str, error: RuleError) -> RuleError | None:
    too_early = asked == "P4.3" and state.step in ("P4.1", "P4.2")
    if error.code == "not_you" or too_early:
        first = state.first_player
        who = left_of(state, first) if state.step == "P4.3" else first
        return refuse("SF-E09", "sf.refused.chooses_first", name=name_of(who))
    if error.code in (*UNASKED, "wrong_cards"):
        return refuse("SF-E10", "sf.refused.third_colour")
    return None


def _of_step(state: State, answer: Answer, error: RuleError) -> RuleError | None:
    asked = AskId.parse(answer.ask).step
    if error.code in UNASKED and asked == "P5.1" and state.step in ("P4.4", "P4M.3"):
        return _waiting(state)
    if asked in ("P4.4", "P4M.3") and error.code in ("not_you", "whose", "not_withdrawn"):
        return _waiting(state)
    if asked in ("P5.4", "P5.8") and error.code == "not_asked":
        seat = AskId.parse(answer.ask).subjects[0]
        mind = mind_in_play(state, seat) if seat in state.players else None
        return refuse(
            "SF-E24", "sf.refused.not_in_play", mind=mind.title if mind else "?", name=name_of(seat)
        )
    if asked == "P2.1" and error.code == "out_of_range":
        return _word_count(state, int(getattr(answer.answer, "number", 0)))
    return None


def _waiting(state: State) -> RuleError:
    names = tuple(name_of(seat) for seat, player in state.players.items() if not player.ready)
    return refuse("SF-E12", "sf.refused.waiting", names=names)
