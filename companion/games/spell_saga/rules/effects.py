"""The primitives cards are made of. Each effect is a job: some happen at once, some ask which card
is meant.
"""

from collections.abc import Callable

from companion.games.spell_saga.pack import Effect
from companion.games.spell_saga.rules.battle import battle_of, with_battle, with_enemy
from companion.games.spell_saga.rules.buying import hero_limit_reached
from companion.games.spell_saga.rules.card_rules import place_rules
from companion.games.spell_saga.rules.effect_asks import PICKS, amount, effect_asks, shed, sheds
from companion.games.spell_saga.rules.entering import new_hero, to_story
from companion.games.spell_saga.rules.exchanges import attach_song, put, swapped
from companion.games.spell_saga.rules.jobs import bend, job_step, push
from companion.games.spell_saga.rules.losing import given_up, lose_cards
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
from companion.games.spell_saga.rules.wording import effect_said, names
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    Tint,
    change,
    lane_of,
    spot_of,
    title,
    with_hero,
)
from companion.kit.say import say
from companion.kit.steps import Reply
from companion.kit.zones import host_of, to_top

Simple = Callable[[GameStory, Job, Effect], None]


# What an answer does


def effect_take(story: GameStory, job: Job, reply: Reply) -> None:
    effect = job.effect
    assert effect is not None
    state = story.state
    if sheds(effect):
        lose_cards(story, given_up(state, reply, shed(state, effect)), "ss.log.trimmed")
    elif effect.do in TAKES:
        TAKES[effect.do](story, job, effect, reply)
    else:
        for card in reply.options:
            _on_card(story, job, effect, card)


def _manual_take(story: GameStory, job: Job, effect: Effect, _reply: Reply) -> None:
    card = title(story.state, job.card)
    story.tell(story.state, "ss.log.done", card=card, what=effect_said(effect))


def _switch_take(story: GameStory, job: Job, effect: Effect, reply: Reply) -> None:
    if reply.choice == "done":
        return
    one, other = reply.choice.split("~")
    swapped(story, one, other)
    if effect.n != 1:  # any number of exchanges, one pair at a time
        push(story, job)


def _reorder_take(story: GameStory, job: Job, _effect: Effect, reply: Reply) -> None:
    state = with_hero(story.state, job.lane, luck_stack=reply.options)
    story.tell(state, "ss.log.reordered", cards=names(state, reply.options))


def _token_take(story: GameStory, _job: Job, effect: Effect, reply: Reply) -> None:
    _move_token(story, effect, reply.choice)


def _enemy_take(story: GameStory, _job: Job, effect: Effect, reply: Reply) -> None:
    _change_enemy(story, effect, reply.choice)


def _enemy_lane_take(story: GameStory, job: Job, _effect: Effect, reply: Reply) -> None:
    _become_enemy(story, job.card, lane_of(story.state, reply.choice))


TAKES: dict[str, Callable[[GameStory, Job, Effect, Reply], None]] = {
    "manual": _manual_take,
    "switch": _switch_take,
    "reorder": _reorder_take,
    "move_token": _token_take,
    "change_enemy": _enemy_take,
    "become_enemy": _enemy_lane_take,
}


def effect_run(story: GameStory, job: Job) -> None:
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


def _on_card(story: GameStory, job: Job, effect: Effect, card: str) -> None:
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


def _tint(story: GameStory, effect: Effect, card: str) -> None:
    if effect.do == "set_glyph":
        tint = Tint(card, effect.until, glyph=effect.what)  # type: ignore[arg-type]
    else:
        tint = Tint(card, effect.until, colours=effect.what, add=effect.do == "add_colours")
    state = change(story.state, tints=(*story.state.tints, tint))
    story.tell(state, "ss.log.tinted", card=title(state, card), what=effect_said(effect))


def _move_token(story: GameStory, effect: Effect, goal: str) -> None:
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


def _change_enemy(story: GameStory, effect: Effect, card: str) -> None:
    battle = battle_of(story.state)
    field = {"attack": "attack_change", "armor": "armor_change", "rounds": "rounds"}[effect.what]
    enemy = next(enemy for enemy in battle.enemies if enemy.card == card)
    rounds = battle.rounds + effect.n if effect.what == "rounds" else battle.rounds
    state = with_enemy(story.state, card, **{field: getattr(enemy, field) + effect.n})
    state = with_battle(state, rounds=max(battle.round, rounds))
    story.tell(
        state,
        "ss.log.enemy_changed",
        enemy=title(state, card),
        what=say(f"ss.what.{effect.what}"),
        n=effect.n,
    )


def _become_enemy(story: GameStory, card: str, lane: int) -> None:
    lift(story, card)
    to_action(story, card, lane, extra=True)
    state = change(story.state, turned=(*story.state.turned, card))
    if card not in state.noted:
        state = change(state, noted=(*state.noted, card))
    story.tell(state, "ss.log.became_enemy", card=title(state, card), sound="horn")


# At once


def _draw(to: str) -> Simple:
    def draw(story: GameStory, job: Job, effect: Effect) -> None:
        push(story, Job("draw", n=amount(story.state, effect), to=to, lane=job.lane))

    return draw


def _add_attack(story: GameStory, job: Job, effect: Effect) -> None:
    target = story.state.heroes[job.lane].target
    push(story, Job("hit", card=target, n=effect.n, lane=job.lane))


def _prevent(story: GameStory, _job: Job, effect: Effect) -> None:
    battle = story.state.battle
    if battle is not None:
        state = with_battle(story.state, shield=battle.shield + effect.n)
        story.tell(state, "ss.log.shield", n=effect.n)


def _gain(story: GameStory, _job: Job, effect: Effect) -> None:
    gains = {**story.state.gains, effect.what: story.state.gains.get(effect.what, 0) + effect.n}
    story.tell(
        change(story.state, gains=gains),
        "ss.log.limit",
        what=say(f"ss.what.{effect.what}"),
        n=effect.n,
    )


def _luck(story: GameStory, job: Job, effect: Effect) -> None:
    set_luck(story, job.lane, Reading(effect.what, "effect", ""))  # type: ignore[arg-type]


def _win(story: GameStory, job: Job, _effect: Effect) -> None:
    state = change(story.state, step="WON", result="WON", jobs=(), battle=None)
    story.tell(state, "ss.log.won", n=state.turn, card=title(state, job.card), sound="victory")


def _search(story: GameStory, job: Job, effect: Effect) -> None:
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

STEPS = {"effect": job_step(effect_asks, effect_take, effect_run)}
