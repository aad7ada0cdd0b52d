"""What an effect asks before it happens: which cards, which pair, which goal, which enemy."""

from collections.abc import Callable

from companion.games.spell_saga.pack import Effect
from companion.games.spell_saga.rules.candidates import candidates, pairs, token_goals
from companion.games.spell_saga.rules.draws import lane_options
from companion.games.spell_saga.rules.losing import choose_from_hand
from companion.games.spell_saga.rules.wording import card_options, effect_said
from companion.games.spell_saga.state import (
    Job,
    State,
    ask_id,
    hand_size,
    source_limit,
    title,
)
from companion.kit.asks import Choose, Option, Ready
from companion.kit.say import Say, say
from companion.kit.steps import Asks

PICKS = (
    "cycle",
    "flip",
    "move_card",
    "attach",
    "detach",
    "set_colours",
    "add_colours",
    "set_glyph",
    "acknowledge",
    "join_heroes",
    "to_story",
)


def amount(state: State, effect: Effect) -> int:
    if effect.amount == "source_limit":
        return source_limit(state)
    return len(state.heroes) if effect.amount == "per_hero" else effect.n


def effect_asks(state: State, job: Job) -> Asks:
    effect = job.effect
    assert effect is not None
    if effect.do == "manual":
        words = say("ss.ask.do", card=title(state, job.card), what=effect_said(effect))
        return (Ready(id=ask_id(state, "do"), say=words),)
    if sheds(effect):
        number = shed(state, effect)
        words = _words(state, job, effect)
        return (choose_from_hand(state, number, "pick", words),) if number else ()
    if effect.do in PICKS and not on_itself(effect):
        return _pick_asks(state, job, effect)
    special = SPECIAL_ASKS.get(effect.do)
    return special(state, job, effect) if special is not None else ()


def _words(state: State, job: Job, effect: Effect) -> Say:
    return say("ss.ask.effect", card=title(state, job.card), what=effect_said(effect))


def sheds(effect: Effect) -> bool:
    """Hand cards of choice, also those nobody has looked at."""
    return effect.do == "cycle" and effect.zones == ("hand",) and effect.choice == "player"


def shed(state: State, effect: Effect) -> int:
    """How many of them."""
    return min(amount(state, effect), hand_size(state))


def on_itself(effect: Effect) -> bool:
    return not effect.zones or effect.zones == ("this",) or effect.choice == "random"


def _pick_asks(state: State, job: Job, effect: Effect) -> Asks:
    cards = candidates(state, effect, job.card, job.lane)
    if not cards:
        return ()
    must = effect.do == "cycle"
    most = min(len(cards), max(1, amount(state, effect)))
    pick = Choose(
        id=ask_id(state, "pick"),
        say=_words(state, job, effect),
        options=card_options(state, cards),
        least=most if must else 0,
        most=most,
    )
    return (pick,)


def _switch_asks(state: State, job: Job, effect: Effect) -> Asks:
    found = pairs(state, effect, job.lane)
    if not found:
        return ()
    options: list[Option] = []
    for one, other in found:
        words = say("ss.option.switch", card=title(state, one), other=title(state, other))
        options.append(Option(id=f"{one}~{other}", say=words))
    options.append(Option(id="done", say=say("ss.option.done")))
    words = _words(state, job, effect)
    return (Choose(id=ask_id(state, "switch"), say=words, options=tuple(options)),)


def _reorder_asks(state: State, job: Job, _effect: Effect) -> Asks:
    stack = state.heroes[job.lane].luck_stack
    if len(stack) < 2:
        return ()
    hero = title(state, state.heroes[job.lane].card)
    order = Choose(
        id=ask_id(state, "reorder"),
        say=say("ss.ask.reorder", card=title(state, job.card), hero=hero),
        options=card_options(state, stack),
        least=len(stack),
        most=len(stack),
    )
    return (order,)


def _token_asks(state: State, job: Job, effect: Effect) -> Asks:
    goals = token_goals(state, effect)
    if not goals:
        return ()
    words = say("ss.ask.token", card=title(state, job.card))
    options = card_options(state, goals)
    return (Choose(id=ask_id(state, "token"), say=words, zone="ring", options=options),)


def _enemy_asks(state: State, job: Job, effect: Effect) -> Asks:
    enemies = state.battle.enemies if state.battle else ()
    standing = tuple(enemy.card for enemy in enemies if not enemy.defeated)
    if not standing:
        return ()
    words, options = _words(state, job, effect), card_options(state, standing)
    return (Choose(id=ask_id(state, "enemy"), say=words, options=options),)


def _enemy_lane_asks(state: State, job: Job, _effect: Effect) -> Asks:
    if len(state.heroes) == 1:
        return ()
    words = say("ss.ask.lane", card=title(state, job.card))
    return (Choose(id=ask_id(state, "lane"), say=words, options=lane_options(state)),)


SPECIAL_ASKS: dict[str, Callable[[State, Job, Effect], Asks]] = {
    "switch": _switch_asks,
    "reorder": _reorder_asks,
    "move_token": _token_asks,
    "change_enemy": _enemy_asks,
    "become_enemy": _enemy_lane_asks,
}
