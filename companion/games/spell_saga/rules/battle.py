"""A battle: item lock, advantage, attacks, rounds, prize and penalty. Nested in step 9, several
heroes and enemies.
"""

from collections.abc import Callable

from companion.games.spell_saga.rules.attacks import attack_ask, attack_take
from companion.games.spell_saga.rules.jobs import enter_step, push, rules_of
from companion.games.spell_saga.rules.losing import lose_ask, lose_take
from companion.games.spell_saga.rules.luck import check_luck, good_luck_takes
from companion.games.spell_saga.rules.piles import cycle, items_face_up, to_hand
from companion.games.spell_saga.rules.reading import kismet, to_fight
from companion.games.spell_saga.rules.wording import ask_id, names, rule_said
from companion.games.spell_saga.state import (
    Battle,
    Enemy,
    Job,
    State,
    change,
    hand_size,
    title,
)
from companion.kit.asks import Ask, Choose, Option, Ready
from companion.kit.intents import AnswerValue, Chosen
from companion.kit.say import say
from companion.kit.story import Story

JOINABLE = ("B2", "B3a", "B3b")
FIGHTING = ("B2", "B3a", "B3b", "B3c")


def battle_of(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


def standing(state: State) -> tuple[Enemy, ...]:
    return tuple(enemy for enemy in battle_of(state).enemies if not enemy.defeated)


def with_battle(state: State, **fields: object) -> State:
    return change(state, battle=change(battle_of(state), **fields))


def with_enemy(state: State, card: str, **fields: object) -> State:
    enemies = tuple(
        change(enemy, **fields) if enemy.card == card else enemy
        for enemy in battle_of(state).enemies
    )
    return with_battle(state, enemies=enemies)


def _enemy(state: State, lane: int, card: str) -> Enemy:
    known = state.cards[card]
    return Enemy(card, lane, known.attack, known.armor, known.rounds)


# Steps 1 and 2: item lock, advantage


def begin(story: Story[State]) -> None:
    state = story.state
    enemies = tuple(_enemy(state, lane, card) for lane, card in to_fight(state))
    state = change(state, battle=Battle(enemies=enemies), battles=state.battles + 1)
    if state.options["item_lock_from"] == "battle":
        state = _marks_cleared(state)
    cards = names(state, tuple(enemy.card for enemy in enemies))
    story.tell(state, "ss.log.battle", enemies=cards, sound="horn")
    start_round(story)


def _marks_cleared(state: State) -> State:
    heroes = tuple(
        change(
            hero,
            item_used=False,
            acted=False,
            target="",
            items=tuple(change(item, used=False) if item.used else item for item in hero.items),
        )
        for hero in state.heroes
    )
    return change(state, heroes=heroes)


def start_round(story: Story[State]) -> None:
    """Luck is read again and decides who strikes first; good luck takes its lane out of it."""
    enter_step(story, "B2")
    first_round = battle_of(story.state).round == 1
    if not first_round:
        story.keep(_marks_cleared(story.state))
    if first_round or story.state.options["advantage"] == "each_round":
        for lane in range(len(story.state.heroes)):
            if kismet(story.state, lane) is not None:
                check_luck(story, lane)
            good_luck_takes(story, lane)
    push(story, Job("advantage"))


def advantage_run(story: Story[State], _job: Job) -> None:
    """After good luck has been heeded: who is left, for how many rounds, and who is first."""
    sync(story)
    state = story.state
    battle = battle_of(state)
    renewed = battle.round == 1 or state.options["advantage"] == "each_round"
    enemies = tuple(
        change(
            enemy,
            attacked=False,
            hits=enemy.hits if enemy.defeated else 0,
            first=state.heroes[enemy.lane].luck == "BAD" if renewed else enemy.first,
        )
        for enemy in battle.enemies
    )
    rounds = (
        max((enemy.rounds for enemy in enemies), default=1) if battle.round == 1 else battle.rounds
    )
    story.keep(with_battle(state, enemies=enemies, rounds=rounds))
    if not standing(story.state):
        enter_step(story, "B5")
        return
    story.tell(story.state, "ss.log.round", n=battle.round, of=rounds)


def sync(story: Story[State]) -> None:
    """Enemies that came in or became acknowledged join; those that are so no longer drop out."""
    state = story.state
    battle = battle_of(state)
    fighting = {card: lane for lane, card in to_fight(state)}
    known = {enemy.card for enemy in battle.enemies}
    gone = tuple(
        enemy for enemy in battle.enemies if enemy.card not in fighting and not enemy.defeated
    )
    new = tuple(_enemy(state, lane, card) for card, lane in fighting.items() if card not in known)
    if not gone and not new:
        return
    enemies = (*(enemy for enemy in battle.enemies if enemy not in gone), *new)
    rounds = max([battle.rounds, *(enemy.rounds for enemy in new)])
    story.keep(with_battle(state, enemies=enemies, rounds=rounds))
    for enemy in new:
        story.tell(story.state, "ss.log.joined", enemy=title(state, enemy.card), sound="horn")


def _advantage_ask(state: State) -> Ask:
    battle = battle_of(state)
    lines = tuple(
        say(
            "ss.line.strikes_first" if enemy.first else "ss.line.strikes_last",
            enemy=title(state, enemy.card),
            n=enemy.attack,
            armor=enemy.armor,
        )
        for enemy in standing(state)
    )
    words = say("ss.ask.advantage", n=battle.round, of=battle.rounds)
    return Ready(id=ask_id(state, "B2"), say=words, lines=lines)


# Step 3: attacks of the enemies


def strikers(state: State, *, first: bool) -> tuple[Enemy, ...]:
    return tuple(enemy for enemy in standing(state) if enemy.first == first and not enemy.attacked)


def power(enemy: Enemy) -> int:
    return max(0, enemy.attack + enemy.attack_change)


def _strike_ask(state: State, *, first: bool, name: str) -> Ask | None:
    waiting = strikers(state, first=first)
    if not waiting:
        return None
    enemy = waiting[0]
    words = say("ss.ask.strike", enemy=title(state, enemy.card), n=power(enemy))
    return Ready(id=ask_id(state, name), say=words)


def _strike_take(story: Story[State], *, first: bool) -> None:
    enemy = strikers(story.state, first=first)[0]
    state = with_enemy(story.state, enemy.card, attacked=True)
    battle, number, named = battle_of(state), power(enemy), title(state, enemy.card)
    if state.options["damage_timing"] == "immediate":
        kept = min(battle.shield, number)
        state = with_battle(state, shield=battle.shield - kept)
        story.tell(state, "ss.log.struck", enemy=named, n=number)
        push(story, Job("lose", n=number - kept))
        return
    state = with_battle(state, pending_damage=battle.pending_damage + number)
    story.tell(state, "ss.log.struck", enemy=named, n=number)


# Step 4: the end of a round


def _due(state: State) -> Job:
    battle = battle_of(state)
    return Job("lose", n=max(0, battle.pending_damage - battle.shield))


def _round_end_ask(state: State) -> Ask | None:
    ask = lose_ask(state, _due(state))
    return (
        None
        if ask is None
        else change(ask, id=ask_id(state, "B4"), lines=(say("ss.line.items_up"),))
    )


def _round_end_take(story: Story[State], value: AnswerValue) -> None:
    lose_take(story, _due(story.state), value)
    _close_round(story)


def _round_end_run(story: Story[State]) -> None:
    lapsing = _due(story.state).n
    if lapsing:
        story.tell(story.state, "ss.log.lapsed", n=lapsing)
    _close_round(story)


def _close_round(story: Story[State]) -> None:
    """Damage is taken: items turn up, armor is whole again, effects of the round end."""
    down = items_face_up(story)
    state = story.state
    enemies = tuple(
        enemy if enemy.defeated else change(enemy, hits=0, attack_change=0, armor_change=0)
        for enemy in battle_of(state).enemies
    )
    state = with_battle(state, enemies=enemies, pending_damage=0, shield=0)
    state = change(state, tints=tuple(tint for tint in state.tints if tint.until != "round"))
    battle = battle_of(state)
    story.tell(
        state, "ss.log.round_over", n=battle.round, items=names(state, down), hand=hand_size(state)
    )
    if not standing(state) or battle.round >= battle.rounds:
        enter_step(story, "B5")
        return
    story.keep(with_battle(story.state, round=battle.round + 1))
    start_round(story)


# Step 5: prize and penalty


def _with_rules(state: State) -> tuple[Enemy, ...]:
    battle = battle_of(state)
    return tuple(
        enemy
        for enemy in sorted(battle.enemies, key=lambda one: one.lane)
        if enemy.card not in battle.settled and rules_of(state.cards[enemy.card], _kind(enemy))
    )


def _kind(enemy: Enemy) -> str:
    return "prize" if enemy.defeated else "penalty"


def _settle_ask(state: State) -> Ask | None:
    """The order is the player's; with one enemy left there is nothing to choose."""
    waiting = _with_rules(state)
    if len(waiting) == 1:
        return None
    if waiting:
        options = tuple(
            Option(
                id=enemy.card, say=say(f"ss.option.{_kind(enemy)}", enemy=title(state, enemy.card))
            )
            for enemy in waiting
        )
        return Choose(id=ask_id(state, "B5.next"), say=say("ss.ask.settle"), options=options)
    if not battle_of(state).enemies:
        return None
    lines = tuple(
        say(
            "ss.line.defeated" if enemy.defeated else "ss.line.survives",
            enemy=title(state, enemy.card),
        )
        for enemy in battle_of(state).enemies
    )
    return Ready(id=ask_id(state, "B5"), say=say("ss.ask.battle_over"), lines=lines)


def _settle_take(story: Story[State], value: AnswerValue) -> None:
    if isinstance(value, Chosen):
        _settle(
            story,
            next(enemy for enemy in _with_rules(story.state) if enemy.card == value.options[0]),
        )
    else:
        finish(story)


def _settle_run(story: Story[State]) -> None:
    waiting = _with_rules(story.state)
    if waiting:
        _settle(story, waiting[0])
    else:
        finish(story)


def _settle(story: Story[State], enemy: Enemy) -> None:
    kind = _kind(enemy)
    rules = rules_of(story.state.cards[enemy.card], kind)
    settled = (*battle_of(story.state).settled, enemy.card)
    named, said = title(story.state, enemy.card), tuple(rule_said(rule) for rule in rules)
    story.tell(with_battle(story.state, settled=settled), f"ss.log.{kind}", enemy=named, rules=said)
    push(
        story,
        *(
            Job(
                "offer" if kind == "prize" and rule.mode == "optional" else "rule",
                card=enemy.card,
                n=at,
                to=kind,
            )
            for at, rule in enumerate(rules)
        ),
    )


def finish(story: Story[State]) -> None:
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
    story.keep(change(_marks_cleared(story.state), battle=None))
    enter_step(story, "T9")


def no_one_left(state: State) -> bool:
    """In the middle of a round the last enemy fell or was taken: the round ends at once."""
    return state.battle is not None and state.step in FIGHTING and not standing(state)


def _to(step: str) -> Callable[[Story[State]], None]:
    return lambda story: enter_step(story, step)


def _hero_ask(state: State) -> Ask | None:
    return None if all(hero.acted for hero in state.heroes) else attack_ask(state)


ASKS: dict[str, Callable[[State], Ask | None]] = {
    "B2": _advantage_ask,
    "B3a": lambda state: _strike_ask(state, first=True, name="B3a"),
    "B3b": _hero_ask,
    "B3c": lambda state: _strike_ask(state, first=False, name="B3c"),
    "B4": _round_end_ask,
    "B5": _settle_ask,
}
RUNS: dict[str, Callable[[Story[State]], None]] = {
    "B1": begin,
    "B3a": _to("B3b"),
    "B3b": _to("B3c"),
    "B3c": _to("B4"),
    "B4": _round_end_run,
    "B5": _settle_run,
}
TAKES: dict[str, Callable[[Story[State], AnswerValue], None]] = {
    "B2": lambda story, _value: enter_step(story, "B3a"),
    "B3a": lambda story, _value: _strike_take(story, first=True),
    "B3b": attack_take,
    "B3c": lambda story, _value: _strike_take(story, first=False),
    "B4": _round_end_take,
    "B5": _settle_take,
}
