"""A battle: item lock, advantage, attacks, rounds, prize and penalty. Nested in step 9, several
heroes and enemies.
"""

from companion.games.spell_saga.rules.jobs import enter_step, job_step, on_to, push, then_on_to
from companion.games.spell_saga.rules.losing import lose_asks, lose_take
from companion.games.spell_saga.rules.luck import check_luck, good_luck_takes
from companion.games.spell_saga.rules.piles import items_face_up
from companion.games.spell_saga.rules.reading import kismet, to_fight
from companion.games.spell_saga.rules.wording import names
from companion.games.spell_saga.state import (
    Battle,
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
from companion.kit.asks import Ready
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step

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


def begin(story: GameStory, _job: Job) -> None:
    state = story.state
    enemies = tuple(_enemy(state, lane, card) for lane, card in to_fight(state))
    state = change(state, battle=Battle(enemies=enemies), battles=state.battles + 1)
    if state.options["item_lock_from"] == "battle":
        state = marks_cleared(state)
    cards = names(state, tuple(enemy.card for enemy in enemies))
    story.tell(state, "ss.log.battle", enemies=cards, sound="horn")
    start_round(story)


def start_round(story: GameStory) -> None:
    """Luck is read again and decides who strikes first; good luck takes its lane out of it."""
    enter_step(story, "B2")
    first_round = battle_of(story.state).round == 1
    if not first_round:
        story.keep(marks_cleared(story.state))
    if first_round or story.state.options["advantage"] == "each_round":
        for lane in range(len(story.state.heroes)):
            if kismet(story.state, lane) is not None:
                check_luck(story, lane)
            good_luck_takes(story, lane)
    push(story, Job("advantage"))


def advantage_run(story: GameStory, _job: Job) -> None:
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
    rounds = battle.rounds
    if battle.round == 1:
        rounds = max((enemy.rounds for enemy in enemies), default=1)
    story.keep(with_battle(state, enemies=enemies, rounds=rounds))
    if not standing(story.state):
        enter_step(story, "B5")
        return
    story.tell(story.state, "ss.log.round", n=battle.round, of=rounds)


def sync(story: GameStory) -> None:
    """Enemies that came in or became acknowledged join; those that are so no longer drop out."""
    state = story.state
    battle = battle_of(state)
    fighting = {card: lane for lane, card in to_fight(state)}
    known = {enemy.card for enemy in battle.enemies}
    gone = tuple(enemy for enemy in standing(state) if enemy.card not in fighting)
    new = tuple(_enemy(state, lane, card) for card, lane in fighting.items() if card not in known)
    if not gone and not new:
        return
    enemies = (*(enemy for enemy in battle.enemies if enemy not in gone), *new)
    rounds = max([battle.rounds, *(enemy.rounds for enemy in new)])
    story.keep(with_battle(state, enemies=enemies, rounds=rounds))
    for enemy in new:
        story.tell(story.state, "ss.log.joined", enemy=title(state, enemy.card), sound="horn")


def advantage_asks(state: State, _job: Job) -> Asks:
    battle = battle_of(state)
    lines = tuple(_order_line(state, enemy) for enemy in standing(state))
    words = say("ss.ask.advantage", n=battle.round, of=battle.rounds)
    return (Ready(id=ask_id(state, "B2"), say=words, lines=lines),)


def _order_line(state: State, enemy: Enemy) -> Say:
    key = "ss.line.strikes_first" if enemy.first else "ss.line.strikes_last"
    return say(key, enemy=title(state, enemy.card), n=enemy.attack, armor=enemy.armor)


# Step 3: attacks of the enemies


def strikers(state: State, *, first: bool) -> tuple[Enemy, ...]:
    return tuple(enemy for enemy in standing(state) if enemy.first == first and not enemy.attacked)


def power(enemy: Enemy) -> int:
    return max(0, enemy.attack + enemy.attack_change)


def strike_step(name: str, then: str, *, first: bool) -> Step[State, Job]:
    """The enemies that strike before the heroes, or after them; each is waited for."""

    def asks(state: State, _job: Job) -> Asks:
        waiting = strikers(state, first=first)
        if not waiting:
            return ()
        enemy = waiting[0]
        words = say("ss.ask.strike", enemy=title(state, enemy.card), n=power(enemy))
        return (Ready(id=ask_id(state, name), say=words),)

    def take(story: GameStory, _job: Job, _reply: Reply) -> None:
        strike(story, strikers(story.state, first=first)[0])

    return Step(asks, take, on_to(then))


def strike(story: GameStory, enemy: Enemy) -> None:
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


def round_end_asks(state: State, _job: Job) -> Asks:
    lines = (say("ss.line.items_up"),)
    asks = lose_asks(state, _due(state), "B4")
    return tuple(change(ask, lines=lines) for ask in asks)


def round_end_take(story: GameStory, _job: Job, reply: Reply) -> None:
    lose_take(story, _due(story.state), reply)
    _close_round(story)


def round_end_run(story: GameStory, _job: Job) -> None:
    lapsing = _due(story.state).n
    if lapsing:
        story.tell(story.state, "ss.log.lapsed", n=lapsing)
    _close_round(story)


def _close_round(story: GameStory) -> None:
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


def no_one_left(state: State) -> bool:
    """In the middle of a round the last enemy fell or was taken: the round ends at once."""
    return state.battle is not None and state.step in FIGHTING and not standing(state)


def comes_up(story: GameStory) -> bool:
    """Enemies join or drop out; the last one gone ends the round, a late one begins a battle."""
    state = story.state
    if state.battle is not None and state.step in JOINABLE:
        sync(story)
    if no_one_left(story.state):
        enter_step(story, "B4")
        return True
    if state.step == "T10" and to_fight(state):
        enter_step(story, "B1")
        return True
    return False


STEPS = {
    "B1": Step(run=begin),
    "B2": Step(advantage_asks, then_on_to("B3a")),
    "B3a": strike_step("B3a", "B3b", first=True),
    "B3c": strike_step("B3c", "B4", first=False),
    "B4": Step(round_end_asks, round_end_take, round_end_run),
    "advantage": job_step(run=advantage_run),
}
