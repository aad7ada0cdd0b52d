"""Step 3 of a battle, the heroes' part: who attacks whom with what, and when an enemy falls."""

from companion.games.spell_saga.rules.battle import with_enemy
from companion.games.spell_saga.rules.buying import poor
from companion.games.spell_saga.rules.card_rules import pay_with_itself, use_item
from companion.games.spell_saga.rules.jobs import Reason, bend, job_step, on_to, push
from companion.games.spell_saga.rules.piles import cycle
from companion.games.spell_saga.rules.reading import cost_of, may_be_used
from companion.games.spell_saga.rules.rule_reasons import ignored, locked
from companion.games.spell_saga.state import (
    Enemy,
    GameStory,
    Hero,
    Item,
    Job,
    State,
    action_pile,
    ask_id,
    hand_size,
    item_at,
    lane_of,
    lite,
    title,
    with_hero,
)
from companion.kit.asks import Choose, Count, Option
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step
from companion.kit.story import refuse

OTHER = "other"


def enemy_of(state: State, card: str) -> Enemy | None:
    enemies = state.battle.enemies if state.battle is not None else ()
    return next((enemy for enemy in enemies if enemy.card == card), None)


def armor(enemy: Enemy) -> int:
    return max(0, enemy.armor + enemy.armor_change)


# What may be chosen


def attack_asks(state: State, _job: Job) -> Asks:
    """One tap per attack: hero, weapon and target; or close the hero's attack."""
    options: list[Option] = []
    for hero in state.heroes:
        if not hero.acted:
            closing = say("ss.option.close", hero=title(state, hero.card))
            options += _weapons(state, hero)
            options.append(Option(id=f"close:{hero.card}", say=closing))
    if not options:
        return ()
    words = say("ss.ask.attack")
    return (Choose(id=ask_id(state, "B3b"), say=words, options=tuple(options)),)


def _weapons(state: State, hero: Hero) -> list[Option]:
    """Every weapon against every standing enemy; what cannot be done now says why."""
    battle = state.battle
    assert battle is not None
    found: list[Option] = []
    for enemy in battle.enemies:
        if enemy.defeated:
            continue
        for item in hero.items:
            uses = state.cards[item.card].uses
            found += [
                _weapon(
                    state,
                    f"attack:{hero.card}:{item.card}:{at}:{enemy.card}",
                    _number(state, item, at),
                )
                for at, use in enumerate(uses)
                if use.attack is not None
            ]
        found += [
            _weapon(state, f"song:{hero.card}:{song}:0:{enemy.card}", song_attack(state, song))
            for song in attack_songs(state)
        ]
        found.append(_weapon(state, f"attack:{hero.card}:{OTHER}:0:{enemy.card}", None))
    return found


def _weapon(state: State, option: str, number: int | None) -> Option:
    closed = attack_closed(state, option)
    code, words = closed if closed is not None else ("not_now", None)
    _, hero, weapon, _, target = option.split(":")
    values = {"hero": title(state, hero), "enemy": title(state, target)}
    label = (
        say("ss.option.attack_other", **values)
        if number is None
        else say("ss.option.attack", weapon=title(state, weapon), n=number, **values)
    )
    return Option(
        id=option, say=label, why_not=words, rule=code, bends=closed is not None, card=weapon
    )


def attack_songs(state: State) -> tuple[str, ...]:
    if lite(state):
        return ()
    cards = (*state.hand, *action_pile(state))
    return tuple(card for card in cards if song_attack(state, card) is not None)


def song_attack(state: State, card: str) -> int | None:
    known = state.cards[card]
    if known.type != "spell_song":
        return None
    return next((use.attack for use in known.uses if use.attack is not None), None)


def _number(state: State, item: Item, use: int) -> int:
    """The item's number; songs on it belong to the same use."""
    own = state.cards[item.card].uses[use].attack or 0
    return own + sum(song_attack(state, song) or 0 for song in item.songs)


# Why not


def attack_closed(state: State, option: str) -> Reason | None:
    verb, hero_card, weapon, _, target = option.split(":")
    enemy, hero = enemy_of(state, target), state.heroes[lane_of(state, hero_card)]
    named = title(state, hero_card)
    if state.battle is None or enemy is None:
        return "SS-R22", say("ss.refused.no_such_enemy", enemy=title(state, target))
    if enemy.defeated:
        return "SS-R22", say("ss.refused.already_down", enemy=title(state, target))
    if hero.acted:
        return "SS-R22", say("ss.refused.closed", hero=named)
    if hero.target not in ("", target):
        return "SS-R22", say(
            "ss.refused.second_target", hero=named, enemy=title(state, hero.target)
        )
    if verb == "song":
        return song_closed(state, weapon)
    return None if weapon == OTHER else _item_closed(state, hero_card, weapon)


def song_closed(state: State, song: str) -> Reason | None:
    """Songs are free when acknowledged; by option they cost what they say."""
    if not may_be_used(state, song):
        return ignored(state, song, "SS-R18")
    return None if state.options["songs_free"] == "on" else poor(state, song)


def _item_closed(state: State, hero: str, weapon: str) -> Reason | None:
    found = item_at(state, weapon)
    if found is None or state.heroes[found[0]].card != hero:
        return "SS-R17", say("ss.refused.not_carried", card=title(state, weapon))
    lane, item = found
    if item.face == "down":
        return "SS-R17", say("ss.refused.face_down", card=title(state, weapon))
    return locked(state, lane, item)


# What an attack does


def attack_take(story: GameStory, _job: Job, reply: Reply) -> None:
    option = reply.choice
    verb, hero, *rest = option.split(":")
    lane = lane_of(story.state, hero)
    if verb == "close":
        story.tell(
            with_hero(story.state, lane, acted=True), "ss.log.closed", hero=title(story.state, hero)
        )
        return
    bend(story, attack_closed(story.state, option))
    weapon, use, target = rest
    story.keep(with_hero(story.state, lane, target=target))
    if verb == "song":
        _sing(story, lane, weapon, target)
    elif weapon == OTHER:
        push(story, Job("number", card=target, lane=lane))
    else:
        _swing(story, lane, weapon, int(use), target)


def _swing(story: GameStory, lane: int, weapon: str, use_at: int, target: str) -> None:
    found = item_at(story.state, weapon)
    if found is None:
        raise refuse("SS-R17", "ss.refused.not_carried", card=title(story.state, weapon))
    number = _number(story.state, found[1], use_at)
    use = story.state.cards[weapon].uses[use_at]
    use_item(story, found[0], weapon)
    hit(story, lane, target, number, weapon)
    pay_with_itself(story, weapon, use.cost)
    push(story, *(Job("effect", card=weapon, lane=lane, effect=effect) for effect in use.effects))


def _sing(story: GameStory, lane: int, song: str, target: str) -> None:
    """A song is free of the lock; after use it goes under the deck."""
    number = song_attack(story.state, song) or 0
    hit(story, lane, target, number, song)
    cycle(story, song)
    story.tell(story.state, "ss.log.cycled", card=title(story.state, song))
    push(story, *song_price(story.state, song))


def song_price(state: State, song: str) -> tuple[Job, ...]:
    if state.options["songs_free"] == "on":
        return ()
    return (Job("pay", card=song, n=min(cost_of(state, state.cards[song]) or 0, hand_size(state))),)


def hit(story: GameStory, lane: int, target: str, number: int, weapon: str) -> None:
    """Attacks of a round add up; more than the armor defeats, equal does not."""
    state = story.state
    enemy = enemy_of(state, target)
    if enemy is None or state.battle is None or enemy.defeated:
        story.tell(state, "ss.log.no_target", n=number)
        return
    hits = enemy.hits + number
    fallen = hits > armor(enemy)
    state = with_enemy(state, target, hits=hits, defeated=fallen)
    story.tell(
        state,
        "ss.log.hit",
        hero=title(state, state.heroes[lane].card),
        enemy=title(state, target),
        weapon=title(state, weapon) if weapon != OTHER else say("ss.weapon.other"),
        number=number,
        hits=hits,
        armor=armor(enemy),
    )
    if fallen:
        story.tell(state, "ss.log.fallen", enemy=title(state, target), sound="defeated")


# Numbers typed in, and attack added by effects


def number_asks(state: State, job: Job) -> Asks:
    values = {"hero": title(state, state.heroes[job.lane].card), "enemy": title(state, job.card)}
    words = say("ss.ask.number", **values)
    return (Count(id=ask_id(state, "number"), say=words, of="attack", least=0, most=50),)


def number_take(story: GameStory, job: Job, reply: Reply) -> None:
    hit(story, job.lane, job.card, reply.number, OTHER)


def hit_run(story: GameStory, job: Job) -> None:
    hit(story, job.lane, job.card, job.n, OTHER)


STEPS = {
    "B3b": Step(attack_asks, attack_take, on_to("B3c")),
    "number": job_step(number_asks, number_take),
    "hit": job_step(run=hit_run),
}
