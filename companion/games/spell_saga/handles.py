"""Everything that may be set by hand: counts, faces, luck, battle numbers, a card's facts, where a
card lies.
"""

from collections.abc import Iterator
from itertools import chain

from companion.games.spell_saga.pack import GLYPHS, TYPES
from companion.games.spell_saga.rules.card_rules import place_rules
from companion.games.spell_saga.rules.exchanges import put
from companion.games.spell_saga.rules.harmonics import ANY, letters
from companion.games.spell_saga.rules.jobs import enter_step, push
from companion.games.spell_saga.rules.luck import check_luck
from companion.games.spell_saga.rules.piles import (
    attach_item,
    attach_to_place,
    deck_cards,
    items_face_up,
    restack,
    zone_of,
)
from companion.games.spell_saga.rules.quick_cards import COSTS
from companion.games.spell_saga.rules.reading import kismet, luck_of, place_tops
from companion.games.spell_saga.state import (
    SPOTS,
    GameStory,
    Job,
    State,
    change,
    item_at,
    items_of,
    lane_of,
    lite,
    placed,
    title,
)
from companion.games.spell_saga.steps import MACHINE
from companion.kit.game import Handle
from companion.kit.say import Say, say
from companion.kit.story import refuse

LUCKS = ("UNCHECKED", "GOOD", "BAD", "NO")
FORGOTTEN = ("T2", "T3", "T4", "T7", "T10")
ZONES = ("hand", "story", "deck")
COLOUR_SETS = tuple(letters(mask) for mask in range(ANY + 1))


def handles(state: State) -> tuple[Handle, ...]:
    return tuple(_handles(state))


def _handles(state: State) -> Iterator[Handle]:
    yield from _counts(state)
    if not state.started:
        return
    yield from _lanes(state)
    if state.battle is not None:
        yield from _battle(state)
    if not lite(state):
        yield from _table(state)
    yield from _facts(state)
    yield _to_fix("forgotten", say("ss.handle.forgotten"), FORGOTTEN)


def _counts(state: State) -> Iterator[Handle]:
    yield Handle("hand", ("hand_unknown",), say("ss.handle.hand"), most=60)
    yield Handle("story", ("story_unknown",), say("ss.handle.story"), most=60)
    yield Handle("source_base", ("source_base",), say("ss.handle.source_base"), most=20)
    yield Handle("turn", ("turn",), say("ss.handle.turn"))
    if state.deck_count is not None:
        most = len(deck_cards(state)) if state.pack.deck_size == len(state.pack.cards) else None
        yield Handle("deck_count", ("deck_count",), say("ss.handle.deck"), most=most)


def _lanes(state: State) -> Iterator[Handle]:
    for lane, hero in enumerate(state.heroes):
        named = title(state, hero.card)
        yield Handle(
            f"luck.{lane + 1}",
            ("heroes", lane, "luck"),
            say("ss.handle.luck", hero=named),
            words=LUCKS,
        )
        for at, item in enumerate(hero.items):
            path = ("heroes", lane, "items", at, "face")
            words = say("ss.handle.face", card=title(state, item.card))
            yield Handle(f"face.{item.card}", path, words, words=("up", "down"))


def _battle(state: State) -> Iterator[Handle]:
    assert state.battle is not None
    yield Handle("pending_damage", ("battle", "pending_damage"), say("ss.handle.pending"), most=60)
    yield Handle(
        "rounds", ("battle", "rounds"), say("ss.handle.rounds"), least=state.battle.round, most=20
    )
    for at, enemy in enumerate(state.battle.enemies):
        for field in ("attack", "armor", "hits"):
            words = say(f"ss.handle.enemy_{field}", enemy=title(state, enemy.card))
            yield Handle(f"{field}.{enemy.card}", ("battle", "enemies", at, field), words, most=60)


def _table(state: State) -> Iterator[Handle]:
    """Where things lie: the token, stack tops, whose item, which place a folk or room is beside."""
    places = placed(state)
    beside = chain.from_iterable(state.attached.values())
    rooms = tuple(card for card in beside if state.cards[card].type == "place")
    if places:
        goals = tuple(dict.fromkeys((*places, *rooms, state.token)))
        yield Handle("token", ("token",), say("ss.handle.token"), words=goals)
    for spot in range(SPOTS):
        if len(state.places[spot]) > 1:
            yield _to_fix(
                f"stack.{spot + 1}", say("ss.handle.stack", n=spot + 1), state.places[spot]
            )
    for lane, item in items_of(state):
        others = tuple(hero.card for at, hero in enumerate(state.heroes) if at != lane)
        if others:
            yield _to_fix(
                f"item.{item.card}", say("ss.handle.item", card=title(state, item.card)), others
            )
    tops = tuple(top for top in place_tops(state) if top is not None)
    for host, cards in state.attached.items():
        goals = tuple(top for top in tops if top != host)
        for card in cards:
            if goals:
                yield _to_fix(
                    f"beside.{card}", say("ss.handle.beside", card=title(state, card)), goals
                )
    for card in state.cards:
        if zone_of(state, card) not in ("hero", "item", "song") and card != state.token:
            yield _to_fix(f"at.{card}", say("ss.handle.at", card=title(state, card)), ZONES)


def _facts(state: State) -> Iterator[Handle]:
    for card, known in state.cards.items():
        values = {"card": known.title}
        yield Handle(
            f"glyph.{card}",
            ("cards", card, "glyph"),
            say("ss.handle.glyph", **values),
            words=GLYPHS,
        )
        path = ("cards", card, "harmonics")
        sets = COLOUR_SETS if known.harmonics in COLOUR_SETS else (*COLOUR_SETS, known.harmonics)
        yield Handle(f"colours.{card}", path, say("ss.handle.colours", **values), words=sets)
        if isinstance(known.cost, int):
            yield Handle(
                f"cost.{card}", ("cards", card, "cost"), say("ss.handle.cost", **values), most=20
            )
        yield _to_fix(f"source.{card}", say("ss.handle.cost", **values), COSTS)
        yield Handle(
            f"type.{card}", ("cards", card, "type"), say("ss.handle.type", **values), words=TYPES
        )


def _to_fix(handle: str, words: Say, choices: tuple[str, ...]) -> Handle:
    """A correction that is more than a value: it arrives in `fix` and is then carried out."""
    return Handle(handle, ("fix",), words, words=("", *choices))


# What follows


def adjusted(story: GameStory, handle: Handle, _confirmed: bool) -> None:
    kind, _, card = handle.id.partition(".")
    goal = story.state.fix
    if handle.path == ("fix",):
        story.keep(change(story.state, fix=""))
        if goal:
            _carry_out(story, kind, card, goal)
    elif kind in ("glyph", "colours", "type", "cost"):
        _offer_step_6(story, card)
    if story.state.started:
        MACHINE.advance(story)


def _carry_out(story: GameStory, kind: str, card: str, goal: str) -> None:
    state = story.state
    if kind == "stack":
        spot = int(card) - 1
        at = state.places[spot].index(goal)
        restack(story, spot, (*state.places[spot][at:], *state.places[spot][:at]))
        story.tell(story.state, "ss.log.restacked", card=title(state, goal), n=spot + 1)
    elif kind == "item":
        _rehand(story, card, goal)
    elif kind == "beside":
        lift_keeping(story, card)
        attach_to_place(story, card, goal)
        story.tell(story.state, "ss.log.attached", card=title(state, card), host=title(state, goal))
    elif kind == "at":
        _relocate(story, card, goal)
    elif kind == "source":
        known = change(state.cards[card], cost=int(goal) if goal.isdigit() else goal)
        story.keep(change(state, cards={**state.cards, card: known}))
        _offer_step_6(story, card)
    else:
        _do_now(story, goal)


def lift_keeping(story: GameStory, card: str) -> None:
    """Out of its place beside a card, with what is attached to it."""
    attached: dict[str, tuple[str, ...]] = {}
    for host, cards in story.state.attached.items():
        left = tuple(one for one in cards if one != card)
        if left:
            attached[host] = left
    story.keep(change(story.state, attached=attached))


def _rehand(story: GameStory, card: str, hero: str) -> None:
    found = item_at(story.state, card)
    if found is None:
        raise refuse("SS-R17", "ss.refused.not_carried", card=title(story.state, card))
    lane, item = found
    left = tuple(one for one in story.state.heroes[lane].items if one.card != card)
    heroes = tuple(
        change(h, items=left) if at == lane else h for at, h in enumerate(story.state.heroes)
    )
    story.keep(change(story.state, heroes=heroes))
    attach_item(story, item, lane_of(story.state, hero))
    story.tell(
        story.state, "ss.log.given", item=title(story.state, card), hero=title(story.state, hero)
    )


def _relocate(story: GameStory, card: str, goal: str) -> None:
    before = zone_of(story.state, card)
    if before == goal:
        return
    if before == "deck" and story.state.deck_count is not None:
        story.keep(change(story.state, deck_count=max(0, story.state.deck_count - 1)))
    put(story, card, goal, 0)


def _do_now(story: GameStory, step: str) -> None:
    """A forgotten step is done now and logged."""
    story.tell(story.state, "ss.log.forgotten", step=say(f"ss.step.{step}"))
    if step == "T2":
        items_face_up(story)
    elif step == "T3":
        push(story, *place_rules(story.state))
    elif step == "T4":
        push(story, Job("draw", n=len(story.state.heroes), to="hand"))
    elif step == "T10":
        push(story, Job("trim"))
    else:
        for lane in range(len(story.state.heroes)):
            check_luck(story, lane)
        if story.state.step in ("T8", "T10"):
            enter_step(story, "T7")


def option_changed(story: GameStory, option: str) -> None:
    """Another luck table may read this turn's cards differently: from now on, or back to step 6."""
    state = story.state
    if not state.started or state.result:
        return
    lanes = range(len(state.heroes))
    reread = [
        lane
        for lane in lanes
        if kismet(state, lane) and luck_of(state, lane).luck != state.heroes[lane].luck
    ]
    if option == "luck_table" and reread and state.step in ("T7", "T8", "T10"):
        push(story, Job("again", lane=reread[0]))
    MACHINE.advance(story)


def _offer_step_6(story: GameStory, card: str) -> None:
    """A corrected kismet card that changes the result of this turn: back to step 6, if the player
    wants.
    """
    state = story.state
    if state.step not in ("T7", "T8", "T10"):
        return
    for lane, hero in enumerate(state.heroes):
        triple = kismet(state, lane)
        if triple and card in triple and luck_of(state, lane).luck != hero.luck:
            push(story, Job("again", lane=lane))
            return
