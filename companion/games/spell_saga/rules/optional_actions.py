"""You may also: the optional actions of a turn, each with the reason why it is closed if it is.
Option ids are verbs.

buy:CARD  enter:CARD  folk:CARD  song:CARD  attach:SONG:ITEM  use:ITEM:N  rule:CARD:N  claim:CARD:N
give:ITEM:HERO  trade:ITEM:ITEM  demo:CARD  luck  recount   (lite tracking: see lite_actions.py)
"""

from collections.abc import Callable, Iterator
from itertools import chain

from msgspec import structs

from companion.games.spell_saga.pack import Card, Rule
from companion.games.spell_saga.rules import lite_actions
from companion.games.spell_saga.rules.attacks import song_attack, song_price
from companion.games.spell_saga.rules.buying import (
    buy,
    buy_closed,
    enter_free,
    harmonic_entry,
)
from companion.games.spell_saga.rules.card_rules import rule_option
from companion.games.spell_saga.rules.claims import sources
from companion.games.spell_saga.rules.exchanges import attach_song
from companion.games.spell_saga.rules.giving import give, gives, trade
from companion.games.spell_saga.rules.jobs import Reason, bend, job_step, push
from companion.games.spell_saga.rules.luck import LUCK_BUTTON, recheck
from companion.games.spell_saga.rules.optional_reasons import closed, folk_closed
from companion.games.spell_saga.rules.piles import attach_to_place, cycle, lift
from companion.games.spell_saga.rules.reading import current_place
from companion.games.spell_saga.rules.rule_reasons import awake, is_song_rule, rule_closed
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    action_pile,
    ask_id,
    change,
    item_at,
    lite,
    title,
)
from companion.kit.asks import Choose, Option, Ready
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step
from companion.kit.story import refuse

OPEN = ("T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "B2", "B3a", "B3b", "B3c")


def may_ask(state: State) -> Choose:
    options = tuple(
        sorted(lite_actions.listed(state) if lite(state) else listed(state), key=_is_closed)
    )
    return Choose(id=ask_id(state, "may"), say=say("ss.ask.may"), options=options, optional=True)


def _is_closed(option: Option) -> bool:
    """What can be done stands before what cannot."""
    return option.why_not is not None


def listed(state: State) -> Iterator[Option]:
    for card in (*state.hand, *action_pile(state)):
        yield from _of_loose(state, card)
    yield from _of_rules(state)
    yield from gives(state)
    for card in _enders(state):
        yield _option(state, f"demo:{card}", say("ss.option.demo", card=title(state, card)), card)
    yield structs.replace(_option(state, "luck", say("ss.option.luck")), button=LUCK_BUTTON)
    yield Option(id="recount", say=say("ss.option.recount"))
    yield Option(id="give_up", say=say("ss.option.give_up"))


def _of_loose(state: State, card: str) -> Iterator[Option]:
    """What may be done with a card in hand or action pile."""
    known = state.cards[card]
    named = known.title
    if known.type == "folk" and card not in state.turned:
        words = say("ss.option.folk", card=named)
        yield _as_option(f"folk:{card}", words, card, folk_closed(state, card))
    elif known.type == "spell_song":
        if song_attack(state, card) is None:
            yield _option(state, f"song:{card}", say("ss.option.song", card=named), card)
        for hero in state.heroes:
            for item in hero.items:
                if state.cards[item.card].song_slots:
                    words = say("ss.option.attach", card=named, item=title(state, item.card))
                    yield _option(state, f"attach:{card}:{item.card}", words, card)
    elif harmonic_entry(known):
        yield _option(state, f"enter:{card}", say("ss.option.enter", card=named), card)
    else:
        words = say("ss.option.buy", card=named, cost=known.cost)
        yield _as_option(f"buy:{card}", words, card, buy_closed(state, card))
    for index, rule in enumerate(known.rules):
        if (
            rule.mode == "optional"
            and rule.timing == "while_acknowledged"
            and rule.condition != "tops_would_be_harmonic"
        ):
            yield rule_option(state, card, index, "rule", rule_closed(state, card, index))


def _of_rules(state: State) -> Iterator[Option]:
    """Optional rules of cards that are awake: items, songs on them, heroes, stories, the place and
    its folk.
    """
    among = None
    for card in awake(state):
        for index, rule in enumerate(state.cards[card].rules):
            if not _offered(rule):
                continue
            if rule.bonus_cost and among is None:
                among = sources(state)
            verb = "claim" if rule.bonus != "none" else "use" if item_at(state, card) else "rule"
            yield rule_option(state, card, index, verb, rule_closed(state, card, index, among))


def _offered(rule: Rule) -> bool:
    """Attaching songs is offered with the song; other moments have prompts of their own."""
    anytime = rule.mode == "optional" and rule.timing in ("any_time", "in_battle")
    return anytime and not is_song_rule(rule)


def _enders(state: State) -> tuple[str, ...]:
    """Cards whose End of Demo nobody has encoded: the player says when it resolves."""
    cards = (*state.story, *state.hand)
    enders = [card for card in cards if state.cards[card].end_of_demo]
    return tuple(card for card in enders if not _ends_by_rule(state.cards[card]))


def _ends_by_rule(card: Card) -> bool:
    effects = chain.from_iterable(rule.effects for rule in card.rules)
    return any(effect.do == "end_of_demo" for effect in effects)


def _option(state: State, option: str, words: Say, card: str | None = None) -> Option:
    return _as_option(option, words, card, closed(state, option))


def _as_option(option: str, words: Say, card: str | None, reason: Reason | None) -> Option:
    code, why = reason if reason is not None else ("not_now", None)
    return Option(id=option, say=words, why_not=why, rule=code, bends=code in BENDS, card=card)


# Rules that the table may bend; the others are impossible on a real table.
BENDS = frozenset(
    {
        "SS-R09",
        "SS-R10",
        "SS-R14",
        "SS-R15",
        "SS-R16",
        "SS-R18",
        "SS-R20",
        "SS-R23",
        "SS-R24",
        "SS-R25",
    }
)


# Doing it


def may_take(story: GameStory, _job: Job, reply: Reply) -> None:
    option = reply.choice
    verb, *rest = option.split(":")
    if verb == "give_up":
        give_up(story)
        return
    if lite(story.state) and lite_actions.take(story, verb, rest):
        return
    bend(story, closed(story.state, option))
    if verb not in TAKES:
        raise refuse("no_such_option", "kit.refused.no_such_option", option=option)
    TAKES[verb](story, rest)


def give_up(story: GameStory) -> None:
    """The book knows no end but an empty hand; with an empty deck a saga can stand still, so it may
    be put away.
    """
    state = change(story.state, step="LOST", result="GIVEN_UP", jobs=(), battle=None)
    story.tell(state, "ss.log.given_up", n=state.turn, sound="loss")


def _folk(story: GameStory, rest: list[str]) -> None:
    here = current_place(story.state)
    if here is None:
        raise refuse("SS-R20", "ss.refused.no_place")
    lift(story, rest[0])
    attach_to_place(story, rest[0], here)
    state = story.state
    story.tell(state, "ss.log.attached", card=title(state, rest[0]), host=title(state, here))


def _song(story: GameStory, rest: list[str]) -> None:
    """Its effects happen, then it goes under the deck."""
    song = rest[0]
    lift(story, song)
    story.tell(story.state, "ss.log.sung", card=title(story.state, song))
    rules = [rule for rule in story.state.cards[song].rules if rule.mode == "optional"]
    effects = chain.from_iterable(rule.effects for rule in rules)
    jobs = [Job("effect", card=song, effect=effect) for effect in effects]
    if not jobs:
        jobs = [Job("confirm", card=song)]
    push(story, *song_price(story.state, song), *jobs, Job("under", card=song))


def under_run(story: GameStory, job: Job) -> None:
    cycle(story, job.card)
    story.tell(story.state, "ss.log.cycled", card=title(story.state, job.card))


def _attach(story: GameStory, rest: list[str]) -> None:
    song, item = rest
    attach_song(story, song, item)
    push(story, *song_price(story.state, song))


def _rule(story: GameStory, rest: list[str]) -> None:
    push(story, Job("rule", card=rest[0], n=int(rest[1]), to="rules"))


def _demo(story: GameStory, rest: list[str]) -> None:
    state = change(story.state, step="WON", result="WON", jobs=(), battle=None)
    story.tell(state, "ss.log.won", n=state.turn, card=title(state, rest[0]), sound="victory")


TAKES: dict[str, Callable[[GameStory, list[str]], None]] = {
    "buy": lambda story, rest: buy(story, rest[0]),
    "enter": lambda story, rest: enter_free(story, rest[0]),
    "folk": _folk,
    "song": _song,
    "attach": _attach,
    "use": _rule,
    "rule": _rule,
    "claim": _rule,
    "give": give,
    "trade": trade,
    "demo": _demo,
    "luck": lambda story, _rest: recheck(story),
    "recount": lambda story, _rest: push(story, Job("recount")),
}


def beside(state: State, asks: Asks) -> Asks:
    """What may be done beside the pending step, in the steps that leave room for it."""
    if not asks:  # an option changed under a waiting question: play simply goes on
        return (Ready(id=ask_id(state, "on"), say=say("ss.ask.on")),)
    if state.jobs or state.step not in OPEN:
        return asks
    return (*asks, may_ask(state))


def on_take(_story: GameStory, _job: Job, _reply: Reply) -> None:
    """Whatever was pending goes on by itself."""


STEPS = {
    "may": Step(take=may_take),
    "on": Step(take=on_take),
    "under": job_step(run=under_run),
}
