"""The primitives cards are made of. Each effect is a job: some happen at once, some ask which card
is meant.
"""

from collections.abc import Callable

from companion.games.spell_saga.pack import Effect
from companion.games.spell_saga.rules.candidates import candidates, pairs, token_goals
from companion.games.spell_saga.rules.card_rules import place_rules
from companion.games.spell_saga.rules.entering import hero_limit_reached, new_hero, to_story
from companion.games.spell_saga.rules.exchanges import attach_song, put, swapped
from companion.games.spell_saga.rules.jobs import bend, push
from companion.games.spell_saga.rules.losing import choose_from_hand, lose_cards
from companion.games.spell_saga.rules.luck import set_luck
from companion.games.spell_saga.rules.piles import (
    cycle,
    flip,
    leave_for,
    lift,
    restack,
    to_action,
    to_hand,
)
from companion.games.spell_saga.rules.reading import Reading, current_place
from companion.games.spell_saga.rules.wording import ask_id, effect_said, names
from companion.games.spell_saga.state import (
    Job,
    State,
    Tint,
    change,
    hand_size,
    source_limit,
    spot_of,
    title,
    with_hero,
)
from companion.kit.asks import Ask, Choose, Option, Ready
from companion.kit.intents import AnswerValue, Chosen
from companion.kit.say import say
from companion.kit.story import Story
from companion.kit.zones import host_of, to_top

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
Simple = Callable[[Story[State], Job, Effect], None]


def amount(state: State, effect: Effect) -> int:
    if effect.amount == "source_limit":
        return source_limit(state)
    return len(state.heroes) if effect.amount == "per_hero" else effect.n


# What is asked


def effect_ask(state: State, job: Job) -> Ask | None:
    effect = job.effect
    assert effect is not None
    if effect.do == "manual":
        return Ready(
            id=ask_id(state, "do"),
            say=say("ss.ask.do", card=title(state, job.card), what=effect_said(effect)),
        )
    if _sheds(effect):
        words = say("ss.ask.effect", card=title(state, job.card), what=effect_said(effect))
        number = min(amount(state, effect), hand_size(state))
        return choose_from_hand(state, number, "pick", words) if number else None
    if effect.do in PICKS and not _on_itself(effect):
        return _pick_ask(state, job, effect)
    return SPECIAL_ASKS[effect.do](state, job, effect) if effect.do in SPECIAL_ASKS else None


def _sheds(effect: Effect) -> bool:
    """Hand cards of choice, also those nobody has looked at."""
    return effect.do == "cycle" and effect.zones == ("hand",) and effect.choice == "player"


def _on_itself(effect: Effect) -> bool:
    return not effect.zones or effect.zones == ("this",) or effect.choice == "random"


def _pick_ask(state: State, job: Job, effect: Effect) -> Ask | None:
    cards = candidates(state, effect, job.card, job.lane)
    if not cards:
        return None
    must = effect.do == "cycle"
    most = min(len(cards), max(1, amount(state, effect)))
    words = say("ss.ask.effect", card=title(state, job.card), what=effect_said(effect))
    options = _card_options(state, cards)
    return Choose(
        id=ask_id(state, "pick"), say=words, options=options, least=most if must else 0, most=most
    )


def _card_options(state: State, cards: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(id=card, say=say("ss.option.card", card=title(state, card)), card=card)
        for card in cards
    )


def _switch_ask(state: State, job: Job, effect: Effect) -> Ask | None:
    found = pairs(state, effect, job.lane)
    if not found:
        return None
    options = tuple(
        Option(
            id=f"{a}~{b}", say=say("ss.option.switch", card=title(state, a), other=title(state, b))
        )
        for a, b in found
    )
    done = Option(id="done", say=say("ss.option.done"))
    words = say("ss.ask.effect", card=title(state, job.card), what=effect_said(effect))
    return Choose(id=ask_id(state, "switch"), say=words, options=(*options, done))


def _reorder_ask(state: State, job: Job, _effect: Effect) -> Ask | None:
    stack = state.heroes[job.lane].luck_stack
    if len(stack) < 2:
        return None
    words = say(
        "ss.ask.reorder",
        card=title(state, job.card),
        hero=title(state, state.heroes[job.lane].card),
    )
    number = len(stack)
    options = _card_options(state, stack)
    return Choose(
        id=ask_id(state, "reorder"), say=words, options=options, least=number, most=number
    )


def _token_ask(state: State, job: Job, effect: Effect) -> Ask | None:
    goals = token_goals(state, effect)
    if not goals:
        return None
    words = say("ss.ask.token", card=title(state, job.card))
    return Choose(
        id=ask_id(state, "token"), say=words, zone="ring", options=_card_options(state, goals)
    )


def _enemy_ask(state: State, job: Job, effect: Effect) -> Ask | None:
    enemies = (
        tuple(enemy.card for enemy in state.battle.enemies if not enemy.defeated)
        if state.battle
        else ()
    )
    if not enemies:
        return None
    words = say("ss.ask.effect", card=title(state, job.card), what=effect_said(effect))
    return Choose(id=ask_id(state, "enemy"), say=words, options=_card_options(state, enemies))


def _enemy_lane_ask(state: State, job: Job, _effect: Effect) -> Ask | None:
    if len(state.heroes) == 1:
        return None
    options = tuple(
        Option(id=hero.card, say=say("ss.option.spot_of", hero=title(state, hero.card)))
        for hero in state.heroes
    )
    return Choose(
        id=ask_id(state, "lane"),
        say=say("ss.ask.lane", card=title(state, job.card)),
        options=options,
    )


SPECIAL_ASKS: dict[str, Callable[[State, Job, Effect], Ask | None]] = {
    "switch": _switch_ask,
    "reorder": _reorder_ask,
    "move_token": _token_ask,
    "change_enemy": _enemy_ask,
    "become_enemy": _enemy_lane_ask,
}


# What an answer does


def effect_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    effect = job.effect
    assert effect is not None
    picked = value.options if isinstance(value, Chosen) else ()
    if effect.do == "manual":
        story.tell(
            story.state, "ss.log.done", card=title(story.state, job.card), what=effect_said(effect)
        )
    elif _sheds(effect):
        lose_cards(
            story, value, min(amount(story.state, effect), hand_size(story.state)), "ss.log.trimmed"
        )
    elif effect.do == "switch":
        _switch_take(story, job, picked[0])
    elif effect.do == "reorder":
        state = with_hero(story.state, job.lane, luck_stack=picked)
        story.tell(state, "ss.log.reordered", cards=names(state, picked))
    elif effect.do == "move_token":
        _move_token(story, effect, picked[0])
    elif effect.do == "change_enemy":
        _change_enemy(story, effect, picked[0])
    elif effect.do == "become_enemy":
        lane = next(at for at, hero in enumerate(story.state.heroes) if hero.card == picked[0])
        _become_enemy(story, job.card, lane)
    else:
        for card in picked:
            _on_card(story, job, effect, card)


def effect_run(story: Story[State], job: Job) -> None:
    """Effects without a question: at once, on the card itself, or with nothing to pick."""
    effect = job.effect
    assert effect is not None
    if effect.do in AT_ONCE:
        AT_ONCE[effect.do](story, job, effect)
    elif effect.do == "cycle" and effect.choice == "random":
        push(story, Job("lose", n=amount(story.state, effect)))
    elif effect.do in PICKS and (not effect.zones or effect.zones == ("this",)):
        _on_card(story, job, effect, job.card)
    elif effect.do == "become_enemy":
        _become_enemy(story, job.card, 0)
    else:
        story.tell(story.state, "ss.log.nothing", card=title(story.state, job.card))


def _on_card(story: Story[State], job: Job, effect: Effect, card: str) -> None:
    named = title(story.state, card)
    if effect.do == "cycle":
        cycle(story, card)
        story.tell(story.state, "ss.log.cycled", card=named)
    elif effect.do == "flip":
        flip(story, card, effect.what or "down")
        story.tell(
            story.state, "ss.log.turned_up" if effect.what == "up" else "ss.log.flipped", card=named
        )
    elif effect.do == "attach":
        attach_song(story, card, job.card)
    elif effect.do in ("move_card", "detach"):
        put(story, card, effect.to or "hand", job.lane)
    elif effect.do == "acknowledge":
        state = change(story.state, acknowledged=(*story.state.acknowledged, card))
        story.tell(state, "ss.log.condition_met", card=named)
    elif effect.do == "join_heroes":
        bend(story, hero_limit_reached(story.state))
        lift(story, card)
        new_hero(story, card)
    elif effect.do == "to_story":
        lift(story, card)
        to_story(story, card)
    else:
        _tint(story, effect, card)


def _tint(story: Story[State], effect: Effect, card: str) -> None:
    if effect.do == "set_glyph":
        tint = Tint(card, effect.until, glyph=effect.what)  # type: ignore[arg-type]
    else:
        tint = Tint(card, effect.until, colours=effect.what, add=effect.do == "add_colours")
    state = change(story.state, tints=(*story.state.tints, tint))
    story.tell(state, "ss.log.tinted", card=title(state, card), what=effect_said(effect))


def _switch_take(story: Story[State], job: Job, choice: str) -> None:
    effect = job.effect
    assert effect is not None
    if choice == "done":
        return
    a, b = choice.split("~")
    swapped(story, a, b)
    if effect.n != 1:  # any number of exchanges, one pair at a time
        push(story, job)


def _move_token(story: Story[State], effect: Effect, goal: str) -> None:
    """An effect's move opens no turn; the place left goes where the effect says."""
    state = story.state
    here = current_place(state)
    if here is not None and effect.leave != "bottom":
        in_room = host_of(state.attached, here) is not None
        (to_hand if effect.leave == "hand" else cycle)(story, here)
        story.tell(
            story.state,
            "ss.log.left_place",
            card=title(state, here),
            zone=say(f"ss.zone.{_left(effect)}"),
        )
        if in_room:
            leave_for(story, goal)
    else:
        leave_for(story, goal)
    spot = spot_of(story.state, goal)
    if spot is not None and story.state.options["buried_visit"] == "to_top":
        restack(story, spot, to_top(story.state.places[spot], goal))
    story.tell(change(story.state, token=goal), "ss.log.token", place=title(state, goal))
    if story.state.options["place_rules_on_effect_move"] == "on":
        push(story, *place_rules(story.state))


def _left(effect: Effect) -> str:
    return "hand" if effect.leave == "hand" else "deck"


def _change_enemy(story: Story[State], effect: Effect, card: str) -> None:
    battle = story.state.battle
    assert battle is not None
    field = {"attack": "attack_change", "armor": "armor_change", "rounds": "rounds"}[effect.what]
    enemies = tuple(
        change(enemy, **{field: getattr(enemy, field) + effect.n}) if enemy.card == card else enemy
        for enemy in battle.enemies
    )
    rounds = battle.rounds + effect.n if effect.what == "rounds" else battle.rounds
    state = change(
        story.state, battle=change(battle, enemies=enemies, rounds=max(battle.round, rounds))
    )
    story.tell(
        state,
        "ss.log.enemy_changed",
        enemy=title(state, card),
        what=say(f"ss.what.{effect.what}"),
        n=effect.n,
    )


def _become_enemy(story: Story[State], card: str, lane: int) -> None:
    lift(story, card)
    to_action(story, card, lane, extra=True)
    state = change(story.state, turned=(*story.state.turned, card))
    if card not in state.noted:
        state = change(state, noted=(*state.noted, card))
    story.tell(state, "ss.log.became_enemy", card=title(state, card), sound="horn")


# At once


def _draw(to: str) -> Simple:
    def draw(story: Story[State], job: Job, effect: Effect) -> None:
        push(story, Job("draw", n=amount(story.state, effect), to=to, lane=job.lane))

    return draw


def _add_attack(story: Story[State], job: Job, effect: Effect) -> None:
    target = story.state.heroes[job.lane].target
    push(story, Job("hit", card=target, n=effect.n, lane=job.lane))


def _prevent(story: Story[State], _job: Job, effect: Effect) -> None:
    battle = story.state.battle
    if battle is not None:
        state = change(story.state, battle=change(battle, shield=battle.shield + effect.n))
        story.tell(state, "ss.log.shield", n=effect.n)


def _gain(story: Story[State], _job: Job, effect: Effect) -> None:
    gains = {**story.state.gains, effect.what: story.state.gains.get(effect.what, 0) + effect.n}
    story.tell(
        change(story.state, gains=gains),
        "ss.log.limit",
        what=say(f"ss.what.{effect.what}"),
        n=effect.n,
    )


def _luck(story: Story[State], job: Job, effect: Effect) -> None:
    set_luck(story, job.lane, Reading(effect.what, "effect", ""))  # type: ignore[arg-type]


def _win(story: Story[State], job: Job, _effect: Effect) -> None:
    state = change(story.state, step="WON", result="WON", jobs=(), battle=None)
    story.tell(state, "ss.log.won", n=state.turn, card=title(state, job.card), sound="victory")


def _search(story: Story[State], job: Job, effect: Effect) -> None:
    push(story, Job("search", card=job.card, lane=job.lane, effect=effect))


AT_ONCE: dict[str, Simple] = {
    "draw_hand": _draw("hand"),
    "draw_action": _draw("extra"),
    "draw_luck": _draw("luck"),
    "add_attack": _add_attack,
    "prevent_damage": _prevent,
    "gain_limit": _gain,
    "set_luck": _luck,
    "end_of_demo": _win,
    "search": _search,
}
