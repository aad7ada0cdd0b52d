"""Each hero with its lane: the kismet cards, its items, further action cards, the luck stack."""

from collections.abc import Iterator

from companion.games.spell_saga.rules.reading import current_place
from companion.games.spell_saga.rules.wording import hero_luck_said
from companion.games.spell_saga.state import Hero, Item, State, item_limit, lite, title
from companion.games.spell_saga.views.cards import face, hand_face
from companion.games.spell_saga.views.lines import luck_behind
from companion.kit.say import say
from companion.kit.trackers import CardFace, Cards, Pile, Tracker

TONES = {"GOOD": "good", "BAD": "bad", "NO": "plain"}


def lane_trackers(state: State, lane: int, hero: Hero) -> Iterator[Tracker]:
    number, named = lane + 1, title(state, hero.card)
    yield Cards(
        id=f"kismet.{number}",
        say=say("ss.view.kismet", hero=named),
        cards=_kismet_faces(state, hero),
        slots=3,
        note=hero_luck_said(state, lane),
        tone=TONES.get(hero.luck, ""),
        handle=f"luck.{number}" if state.started else None,
        behind=luck_behind(state, lane),
        size=2,
    )
    if not lite(state):
        limit = item_limit(state, lane)
        carried = (_item_face(state, item) for item in hero.items)
        yield Cards(
            id=f"hero.{number}",
            say=say("ss.view.hero", hero=named),
            cards=(face(state, hero.card), *carried),
            slots=None if limit is None else limit + 1,
        )
    if hero.extras:
        extras = tuple(hand_face(state, card) for card in hero.extras)
        yield Cards(id=f"extras.{number}", say=say("ss.view.extras", hero=named), cards=extras)
    if len(hero.luck_stack) > 1:
        top = face(state, hero.luck_stack[0])
        words = say("ss.view.luck_stack", hero=named)
        yield Pile(
            id=f"luck_stack.{number}", say=words, count=len(hero.luck_stack), top=top, quiet=True
        )


def _item_face(state: State, item: Item) -> CardFace:
    down, handle = item.face == "down", f"face.{item.card}"
    return face(state, item.card, down=down, attached=item.songs, handle=handle)


def _kismet_faces(state: State, hero: Hero) -> tuple[CardFace, ...]:
    here = current_place(state)
    faces = [face(state, here, slot=say("ss.slot.place"))] if here is not None else []
    if hero.action is not None:
        faces.append(hand_face(state, hero.action, slot=say("ss.slot.action")))
    if hero.luck_stack:
        faces.append(face(state, hero.luck_stack[0], slot=say("ss.slot.luck")))
    return tuple(faces)
