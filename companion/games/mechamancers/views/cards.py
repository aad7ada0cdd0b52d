"""Cards as the tablet draws them, mechs at their rotation; and where every real piece should be."""

from companion.games.mechamancers.pack import RoleCard, title
from companion.games.mechamancers.rules.figures import (
    attacks_left,
    attacks_of,
    blocks,
    damage_now,
    health,
)
from companion.games.mechamancers.rules.goods import draw_words
from companion.games.mechamancers.rules.rotation import clockwise, expected
from companion.games.mechamancers.state import (
    Mech,
    State,
    mech_card,
    standing,
)
from companion.kit.say import Say, say
from companion.kit.trackers import CardFace, Cards

TYPE_GLYPHS = {"attack": "sword", "defense": "shield", "unique": "spiral", "bulwark": "wall"}
TYPE_COLOURS = {"attack": "red", "defense": "blue", "unique": "purple", "bulwark": "grey"}
TYPE_BADGES = {"attack": "A", "defense": "D", "unique": "U", "bulwark": "B"}


def field_cards(state: State, seat: str) -> Cards:
    """Six square places; whatever stands there is drawn as it lies."""
    faces = tuple(
        mech_face(state, seat, slot, mech) for slot, mech in standing(state.players[seat])
    )
    return Cards(
        id=f"field:{seat}", say=say("mm.word.field"), seat=seat, cards=faces, slots=6, cols=3
    )


def mech_face(state: State, seat: str, slot: str, mech: Mech) -> CardFace:
    card = mech_card(state, mech.card)
    return CardFace(
        mech.card,
        title(card),
        turn=clockwise(expected(mech.d)),
        badge=TYPE_BADGES[card.type],
        colour=TYPE_COLOURS[card.type],
        glyph=TYPE_GLYPHS[card.type],
        glyph_say=say("mm.word.blocks" if blocks(state, card) else f"mm.type.{card.type}"),
        figures=_figures(state, seat, slot, mech),
        lines=tuple(
            say("mm.text", text=ability.text) for ability in card.abilities if ability.text
        ),
        mark=_mark(mech),
        slot=slot,
        source=card.source,
        handle=f"d:{seat}:{slot}",
    )


def _figures(state: State, seat: str, slot: str, mech: Mech) -> tuple[tuple[str, int | str], ...]:
    card = mech_card(state, mech.card)
    hearts = ("health", f"{health(state, mech)}/{card.max_health}")
    if card.type != "attack":
        return (hearts,)
    swords = f"{attacks_left(state, seat, slot)}/{attacks_of(state, seat, slot)}"
    return (hearts, ("swords", swords), ("damage", damage_now(state, seat, slot)))


def _mark(mech: Mech) -> Say | None:
    """A card the table has still to turn."""
    if not mech.turning:
        return None
    return say("mm.note.turn" if mech.turning > 0 else "mm.note.turn_back", n=abs(mech.turning))


def role_face(role: RoleCard, *, faded: bool = False) -> CardFace:
    figures: tuple[tuple[str, int | str], ...] = (
        ("order", _number(role.order)),
        ("mana", _number(role.mana)),
        ("shield", _number(role.base_shield)),
    )
    draws = tuple(say("mm.note.draws", what=what) for what in draw_words(role))
    lines = (*draws, say(f"mm.privilege.{role.privilege.do}"))
    return CardFace(
        role.id, title(role), figures=figures, lines=lines, faded=faded, source=role.source
    )


def _number(told: int | None) -> int | str:
    return "?" if told is None else told
