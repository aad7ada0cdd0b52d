"""Cards changing place: taken out of wherever they lie, put under the deck, into the hand, on a
spot, beside a card.

Everything that follows from a card leaving (attachments, the token, a hero's lane) follows here and
nowhere else.
"""

from companion.games.spell_saga.rules.jobs import close_lane
from companion.games.spell_saga.rules.reading import current_place
from companion.games.spell_saga.state import (
    GameStory,
    Hero,
    Item,
    Job,
    State,
    action_cards,
    change,
    items_down,
    lite,
    spot_of,
    with_hero,
)
from companion.kit.story import refuse
from companion.kit.zones import (
    host_of,
    replaced,
    root_of,
    to_bottom,
    with_attached,
    with_detached,
    without,
)

Tale = GameStory


def zone_of(state: State, card: str) -> str:
    """Where the card lies: hand, story, action, luck, hero, item, song, place, attached; the deck
    if nowhere.
    """
    if card in state.hand:
        return "hand"
    if card in state.story:
        return "story"
    for hero in state.heroes:
        if zone := _zone_in_lane(hero, card):
            return zone
    if spot_of(state, card) is not None:
        return "place"
    return "attached" if host_of(state.attached, card) is not None else "deck"


def _zone_in_lane(hero: Hero, card: str) -> str:
    if hero.card == card:
        return "hero"
    if card in action_cards(hero):
        return "action"
    if card in hero.luck_stack:
        return "luck"
    if any(item.card == card for item in hero.items):
        return "item"
    return "song" if any(card in item.songs for item in hero.items) else ""


def located(state: State) -> set[str]:
    """Every card that lies somewhere outside the deck."""
    found = {*state.hand, *state.story}
    for hero in state.heroes:
        found |= {hero.card, *action_cards(hero), *hero.luck_stack}
        for item in hero.items:
            found |= {item.card, *item.songs}
    for stack in state.places:
        found.update(stack)
    for beside in state.attached.values():
        found.update(beside)
    return found


def deck_cards(state: State) -> tuple[str, ...]:
    out = located(state)
    return tuple(card for card in state.cards if card not in out)


def lift(story: GameStory, card: str) -> None:
    """Takes the card out of its zone, with all that follows from it; silently."""
    state = story.state
    zone = zone_of(state, card)
    if zone == "hand":
        story.keep(change(state, hand=without(state.hand, card)))
    elif zone == "story":
        story.keep(change(state, story=without(state.story, card)))
    elif zone == "hero":
        _hero_leaves(story, card)
    elif zone in ("action", "luck", "item", "song"):
        _lift_from_lane(story, card, zone)
    elif zone in ("place", "attached"):
        _lift_place(story, card)
    _forget_marks(story, card)


def _forget_marks(story: GameStory, card: str) -> None:
    state = story.state
    if card in state.turned:
        story.keep(change(state, turned=without(state.turned, card)))
    if card in story.state.heeded:
        story.keep(change(story.state, heeded=without(story.state.heeded, card)))


def _lift_from_lane(story: GameStory, card: str, zone: str) -> None:
    state = story.state
    lane = next(at for at, hero in enumerate(state.heroes) if _zone_in_lane(hero, card) == zone)
    hero = state.heroes[lane]
    if zone == "action":
        fields = {"action": None} if hero.action == card else {"extras": without(hero.extras, card)}
        story.keep(with_hero(state, lane, **fields))
    elif zone == "luck":
        story.keep(with_hero(state, lane, luck_stack=without(hero.luck_stack, card)))
    elif zone == "song":
        items = tuple(
            change(item, songs=without(item.songs, card)) if card in item.songs else item
            for item in hero.items
        )
        story.keep(with_hero(state, lane, items=items))
    else:
        item = next(item for item in hero.items if item.card == card)
        story.keep(with_hero(state, lane, items=without(hero.items, item)))
        orphaned(story, item.songs)


def _hero_leaves(story: GameStory, card: str) -> None:
    """The lane closes: its luck stack is cycled, its items look for another hero, its action cards
    move over.
    """
    state = story.state
    lane = next(at for at, hero in enumerate(state.heroes) if hero.card == card)
    hero = state.heroes[lane]
    left = (*state.heroes[:lane], *state.heroes[lane + 1 :])
    if not left:
        raise refuse("SS-R14", "ss.refused.last_hero", hero=card)
    story.keep(change(state, heroes=left))
    close_lane(story, lane)
    story.keep(with_hero(story.state, 0, extras=(*left[0].extras, *action_cards(hero))))
    into_deck(story, len(hero.luck_stack))
    forget_quick(story, hero.luck_stack)
    jobs = tuple(
        Job("rehome", card=item.card, picked=item.songs, to=item.face) for item in hero.items
    )
    story.keep(change(story.state, jobs=(*jobs, *story.state.jobs)))


def _lift_place(story: GameStory, card: str) -> None:
    state = story.state
    beside, spot, host = (
        state.attached.get(card, ()),
        spot_of(state, card),
        host_of(state.attached, card),
    )
    group_root = root_of(state.attached, state.token) if current_place(state) else ""
    attached = {
        key: value for key, value in with_detached(state.attached, card).items() if key != card
    }
    if spot is None:
        token = host or "" if state.token == card else state.token
        story.keep(change(state, attached=attached, token=token))
        orphaned(story, beside)
        return
    stack = without(state.places[spot], card)
    token = (stack[0] if stack else f"@{spot + 1}") if group_root == card else state.token
    story.keep(change(state, places=replaced(state.places, spot, stack), token=token))
    if state.options["attach_to"] == "stack" and stack and beside:
        story.keep(
            change(
                story.state, attached={**attached, stack[0]: (*attached.get(stack[0], ()), *beside)}
            )
        )
        return
    story.keep(change(story.state, attached=attached))
    orphaned(story, beside)


def orphaned(story: GameStory, cards: tuple[str, ...]) -> None:
    """What was attached to a card that left: under the deck, or to hand by option; nested
    attachments too.
    """
    for card in cards:
        nested = story.state.attached.get(card, ())
        if nested:
            kept = {key: value for key, value in story.state.attached.items() if key != card}
            story.keep(change(story.state, attached=kept))
        if story.state.options["orphans"] == "to_hand":
            into_hand(story, card)
        else:
            into_deck(story)
        orphaned(story, nested)


# Putting


def into_deck(story: GameStory, cards: int = 1) -> None:
    if story.state.deck_count is not None and cards:
        story.keep(change(story.state, deck_count=story.state.deck_count + cards))


def out_of_deck(story: GameStory, cards: int = 1) -> None:
    if story.state.deck_count is not None and cards:
        story.keep(change(story.state, deck_count=max(0, story.state.deck_count - cards)))


def into_hand(story: GameStory, card: str) -> None:
    if lite(story.state):
        forget_quick(story, (card,))
        story.keep(change(story.state, hand_unknown=story.state.hand_unknown + 1))
    else:
        story.keep(change(story.state, hand=(*story.state.hand, card)))


def forget_quick(story: GameStory, cards: tuple[str, ...]) -> None:
    """In lite tracking a card is known only while it is a kismet card."""
    if lite(story.state) and any(card in story.state.cards for card in cards):
        kept = {key: card for key, card in story.state.cards.items() if key not in cards}
        story.keep(change(story.state, cards=kept))


def cycle(story: GameStory, card: str) -> None:
    """Face-down under the deck, from hand or play."""
    lift(story, card)
    into_deck(story)
    forget_quick(story, (card,))


def to_hand(story: GameStory, card: str) -> None:
    lift(story, card)
    into_hand(story, card)


def to_luck(story: GameStory, card: str, lane: int) -> None:
    hero = story.state.heroes[lane]
    story.keep(with_hero(story.state, lane, luck_stack=(card, *hero.luck_stack)))


def to_action(story: GameStory, card: str, lane: int, *, extra: bool = False) -> None:
    hero = story.state.heroes[lane]
    fields = (
        {"extras": (*hero.extras, card)} if extra or hero.action is not None else {"action": card}
    )
    story.keep(with_hero(story.state, lane, **fields))


def attach_item(story: GameStory, item: Item, lane: int) -> None:
    hero = story.state.heroes[lane]
    story.keep(with_hero(story.state, lane, items=(*hero.items, item)))


def attach_to_place(story: GameStory, card: str, host: str) -> None:
    story.keep(change(story.state, attached=with_attached(story.state.attached, host, card)))


def on_spot(story: GameStory, card: str, spot: int) -> None:
    """On top of that spot's stack; with attachments to stacks they go over to the new top."""
    restack(story, spot, (card, *story.state.places[spot]))


def restack(story: GameStory, spot: int, stack: tuple[str, ...]) -> None:
    state = story.state
    before = state.places[spot]
    state = change(state, places=replaced(state.places, spot, stack))
    if state.options["attach_to"] == "stack" and before and stack and before[0] != stack[0]:
        beside = state.attached.get(before[0], ())
        kept = {key: value for key, value in state.attached.items() if key != before[0]}
        state = change(state, attached={**kept, stack[0]: beside} if beside else state.attached)
    story.keep(state)


# The token


def spot_of_token(state: State) -> int | None:
    """The spot the heroes are at: of the place itself, of the host of their room, or the emptied
    one.
    """
    if state.token.startswith("@"):
        return int(state.token[1:]) - 1
    return spot_of(state, root_of(state.attached, state.token)) if state.token else None


def leave_for(story: GameStory, goal: str) -> None:
    """The place left goes under its stack if the heroes go to another stack (or, by option, into a
    room).
    """
    state = story.state
    spot, root = (
        spot_of_token(state),
        root_of(state.attached, state.token) if current_place(state) else "",
    )
    if spot is not None and root and state.places[spot][:1] == (root,):
        elsewhere = root_of(state.attached, goal) != root
        into_room = (
            state.options["room_entry_rotates"] == "on" and state.token == root and goal != root
        )
        if elsewhere or into_room:
            restack(story, spot, to_bottom(state.places[spot], root))
    story.keep(change(story.state, token=goal))


# Marks and flips


def flip(story: GameStory, card: str, face: str) -> None:
    state = story.state
    for lane, hero in enumerate(state.heroes):
        if any(item.card == card for item in hero.items):
            items = tuple(
                change(item, face=face) if item.card == card else item for item in hero.items
            )
            story.keep(with_hero(state, lane, items=items))


def items_face_up(story: GameStory) -> tuple[str, ...]:
    """Turns all items up; returns those that were down."""
    down = items_down(story.state)
    for card in down:
        flip(story, card, "up")
    return down
