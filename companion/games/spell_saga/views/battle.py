"""A fight on the tablet: its rounds, what each enemy has taken, what is pending, who has acted."""

from collections.abc import Iterator

from companion.games.spell_saga.rules.attacks import armor
from companion.games.spell_saga.rules.battle import power
from companion.games.spell_saga.state import Battle, Enemy, State, title
from companion.kit.say import Say, say
from companion.kit.scoreboard import phases
from companion.kit.trackers import Counter, Gauge, Notes, Tracker


def battle_trackers(state: State, battle: Battle) -> Iterator[Tracker]:
    numbers = range(1, battle.rounds + 1)
    rounds = [(str(n), say("ss.view.round", n=n)) for n in numbers]
    now = str(battle.round)
    yield phases(say("ss.view.rounds"), rounds, now, id="rounds", at=now)
    for enemy in battle.enemies:
        yield _enemy(state, enemy)
    yield Counter(
        id="pending",
        say=say("ss.view.pending"),
        value=battle.pending_damage,
        handle="pending_damage",
        size=2,
    )
    yield Notes(id="fighters", say=say("ss.view.fighters"), lines=_fighters(state))


def _enemy(state: State, enemy: Enemy) -> Gauge:
    named, least = title(state, enemy.card), armor(enemy)
    return Gauge(
        id=f"enemy.{enemy.card}",
        say=say("ss.view.enemy", enemy=named, n=power(enemy)),
        value=enemy.hits,
        most=max(least + 1, enemy.hits),
        against=least,
        against_say=say("ss.view.needs_more", n=least),
        note=say(_note_key(enemy), enemy=named, n=enemy.attack, armor=least),
        handle=f"hits.{enemy.card}",
    )


def _note_key(enemy: Enemy) -> str:
    if enemy.defeated:
        return "ss.line.down"
    return "ss.line.strikes_first" if enemy.first else "ss.line.strikes_last"


def _fighters(state: State) -> tuple[Say, ...]:
    """Who may still attack, then whose item is used."""
    acted: list[Say] = []
    for hero in state.heroes:
        key = "ss.line.hero_done" if hero.acted else "ss.line.hero_open"
        acted.append(say(key, hero=title(state, hero.card)))
    users = [hero for hero in state.heroes if hero.item_used]
    used = (say("ss.line.item_used", hero=title(state, hero.card)) for hero in users)
    return (*acted, *used)
