"""Cards as small drawings: colours doubled by letters, glyphs by shape and name, what a card is
good for now.
"""

from companion.games.spell_saga.pack import COLOUR_WORDS, Card
from companion.games.spell_saga.rules.buying import buy_closed, enter_closed, harmonic_entry
from companion.games.spell_saga.rules.harmonics import letters
from companion.games.spell_saga.rules.reading import eff, glyph, is_enemy, may_be_used, own_colours
from companion.games.spell_saga.rules.wording import glyph_said, rule_said
from companion.games.spell_saga.state import State, change
from companion.kit.say import Say, say
from companion.kit.trackers import CardFace

SHAPES = {"EW": "drop", "SP": "sprout", "SU": "sun", "AU": "leaf", "NW": "flake"}


def face(
    state: State,
    card: str,
    *,
    down: bool = False,
    attached: tuple[str, ...] = (),
    handle: str | None = None,
    slot: str | Say = "",
    mark: Say | None = None,
    faded: bool = False,
) -> CardFace:
    known = state.cards.get(card)
    if known is None:
        return CardFace(card, card)
    own = own_colours(state, card)
    mark_of_luck = glyph(state, card)
    rules = (*known.rules, *known.prize, *known.penalty)
    lines = tuple(rule_said(rule) for rule in rules)
    beside = tuple(face(state, one) for one in attached)
    return CardFace(
        card,
        known.title,
        face_up=not down,
        colours=colour_words(own),
        shared=colour_words(eff(state, card) & ~own),
        badge=str(known.cost) if isinstance(known.cost, int) else "",
        glyph=SHAPES.get(mark_of_luck, ""),
        glyph_say=glyph_said(mark_of_luck),
        figures=_figures(known),
        lines=lines,
        faded=faded,
        mark=mark,
        slot=slot,
        source=known.source,
        attached=beside,
        handle=handle or f"glyph.{card}",
    )


def colour_words(mask: int) -> tuple[str, ...]:
    return tuple(COLOUR_WORDS[letter] for letter in letters(mask))


def _figures(card: Card) -> tuple[tuple[str, int | str], ...]:
    if card.type == "enemy" or card.folk_kind == "enemy":
        return (("attack", card.attack), ("armor", card.armor), ("rounds", card.rounds))
    attacks = [use.attack for use in card.uses if use.attack is not None]
    return (("attack", attacks[0]),) if attacks else ()


def hand_face(state: State, card: str, slot: str | Say = "") -> CardFace:
    """A card in hand or action pile, with what may be done with it."""
    usable = card in state.cards and may_be_used(state, card)
    return face(state, card, slot=slot, mark=_mark(state, card), faded=not usable)


def _mark(state: State, card: str) -> Say | None:
    known = state.cards.get(card)
    if known is None:
        return None
    if not may_be_used(state, card):
        if harmonic_entry(known) and enter_closed(state, card) is None:
            return say("ss.mark.may_enter")
        return say("ss.mark.ignored" if isinstance(known.cost, int) else "ss.mark.conditional")
    if is_enemy(state, card):
        return say("ss.mark.enemy")
    if known.type in ("folk", "spell_song"):
        return say("ss.mark.free")
    return say("ss.mark.affordable" if buy_closed(state, card) is None else "ss.mark.acknowledged")


def place_face(state: State, card: str, goals: set[str]) -> CardFace:
    mark = say("ss.mark.go") if card in goals else None
    beside = tuple(place_face(state, one, goals) for one in state.attached.get(card, ()))
    return change(
        face(state, card, mark=mark), attached=tuple(change(one, source="") for one in beside)
    )
