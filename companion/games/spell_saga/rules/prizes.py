"""Step 5 of a battle: prize and penalty, enemy by enemy; then they leave."""

from companion.games.spell_saga.rules.battle import battle_of, with_battle
from companion.games.spell_saga.rules.card_rules import rules_of
from companion.games.spell_saga.rules.jobs import enter_step, push
from companion.games.spell_saga.rules.piles import cycle, to_hand
from companion.games.spell_saga.rules.wording import rule_said
from companion.games.spell_saga.state import (
    Enemy,
    GameStory,
    Job,
    State,
    ask_id,
    change,
    hand_size,
    marks_cleared,
    title,
)
from companion.kit.asks import Choose, Option, Ready
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step


def _with_rules(state: State) -> tuple[Enemy, ...]:
    """Enemies whose prize or penalty is still to come, by lane."""
    settled = battle_of(state).settled
    waiting = [enemy for enemy in battle_of(state).enemies if enemy.card not in settled]
    waiting.sort(key=lambda enemy: enemy.lane)
    return tuple(enemy for enemy in waiting if rules_of(state.cards[enemy.card], _kind(enemy)))


def _kind(enemy: Enemy) -> str:
    return "prize" if enemy.defeated else "penalty"


def settle_asks(state: State, _job: Job) -> Asks:
    """The order is the player's; with one enemy left there is nothing to choose."""
    waiting = _with_rules(state)
    enemies = battle_of(state).enemies
    if len(waiting) == 1 or not enemies:
        return ()
    if waiting:
        options = tuple(_settle_option(state, enemy) for enemy in waiting)
        return (Choose(id=ask_id(state, "B5.next"), say=say("ss.ask.settle"), options=options),)
    lines = tuple(_end_line(state, enemy) for enemy in enemies)
    return (Ready(id=ask_id(state, "B5"), say=say("ss.ask.battle_over"), lines=lines),)


def _settle_option(state: State, enemy: Enemy) -> Option:
    words = say(f"ss.option.{_kind(enemy)}", enemy=title(state, enemy.card))
    return Option(id=enemy.card, say=words)


def _end_line(state: State, enemy: Enemy) -> Say:
    key = "ss.line.defeated" if enemy.defeated else "ss.line.survives"
    return say(key, enemy=title(state, enemy.card))


def settle_take(story: GameStory, _job: Job, reply: Reply) -> None:
    if not reply.choice:
        finish(story)
        return
    waiting = _with_rules(story.state)
    _settle(story, next(enemy for enemy in waiting if enemy.card == reply.choice))


def settle_run(story: GameStory, _job: Job) -> None:
    waiting = _with_rules(story.state)
    if waiting:
        _settle(story, waiting[0])
    else:
        finish(story)


def _settle(story: GameStory, enemy: Enemy) -> None:
    kind = _kind(enemy)
    rules = rules_of(story.state.cards[enemy.card], kind)
    settled = (*battle_of(story.state).settled, enemy.card)
    named, said = title(story.state, enemy.card), tuple(rule_said(rule) for rule in rules)
    story.tell(with_battle(story.state, settled=settled), f"ss.log.{kind}", enemy=named, rules=said)
    jobs: list[Job] = []
    for at, rule in enumerate(rules):
        may_decline = kind == "prize" and rule.mode == "optional"
        jobs.append(Job("offer" if may_decline else "rule", card=enemy.card, n=at, to=kind))
    push(story, *jobs)


def finish(story: GameStory) -> None:
    """Only after the last prize and penalty do the enemies leave: defeated to hand, the others
    under the deck.
    """
    for enemy in battle_of(story.state).enemies:
        named = title(story.state, enemy.card)
        if enemy.defeated:
            to_hand(story, enemy.card)
            story.tell(
                story.state, "ss.log.enemy_to_hand", enemy=named, hand=hand_size(story.state)
            )
        else:
            cycle(story, enemy.card)
            story.tell(story.state, "ss.log.enemy_cycled", enemy=named)
    story.keep(change(marks_cleared(story.state), battle=None))
    enter_step(story, "T9")


STEPS = {"B5": Step(settle_asks, settle_take, settle_run)}
