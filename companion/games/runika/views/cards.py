"""Rune cards as the tablet draws them: in the row, among the masteries, on their owner's board."""

from typing import Any

from companion.games.runika.options import has_powers
from companion.games.runika.pack import Rune
from companion.games.runika.rules.powers import names_of, power_say
from companion.games.runika.state import Claimed, Player, State
from companion.kit.say import Say, name_of, say
from companion.kit.trackers import CardFace, Cards

WILD_COLOUR = "purple"


def _letter(rune: Rune) -> str:
    """The element's letter, so that nobody needs to see its colour; a star for a wild one."""
    return rune.element or ("✱" if rune.kind == "wild" else "")


def row_cards(state: State, glowing: set[str]) -> Cards:
    cards = []
    for at, space in enumerate(state.row):
        if space.height:
            mark = _mark(state, at, space.rune in glowing)
            badge = f"×{space.height}" if space.height > 1 else ""
            place = {"slot": str(at + 1), "handle": f"row.{at + 1}"}
            cards.append(_open_card(state, space.rune, badge=badge, mark=mark, **place))
    return Cards(id="row", say=say("rk.view.row"), cards=tuple(cards), slots=len(state.row))


def _mark(state: State, at: int, glows: bool) -> Say | None:
    if at in state.turn.uncovered:
        return say("rk.view.next_turn")
    return say("rk.view.can_claim") if glows else None


def mastery_cards(state: State, glowing: set[str]) -> Cards:
    cards = []
    for rune_id, mastery in state.masteries.items():
        glows = rune_id in glowing
        mark = say("rk.view.can_claim") if glows else None
        if mastery.owner:
            value = state.pack.rune(rune_id).value or 0
            mark = say("rk.view.owned", seat=name_of(mastery.owner), n=value)
        badge, handle = "✦" if glows else "", f"mastery.{rune_id}"
        cards.append(_open_card(state, rune_id, mark=mark, badge=badge, handle=handle))
    return Cards(id="masteries", say=say("rk.view.masteries"), cards=tuple(cards))


def _open_card(state: State, rune_id: str, **more: Any) -> CardFace:
    """A card anybody may claim."""
    rune = state.pack.rune(rune_id)
    value: int | str = "?" if rune.value is None else rune.value
    return CardFace(
        rune.id,
        rune.name,
        colour=_colour(state, rune),
        glyph=_letter(rune),
        pattern=rune.frame,
        figures=(("points", value),),
        lines=(power_say(state, Claimed(rune.id, 0)),),
        source=rune.source,
        **more,
    )


def _colour(state: State, rune: Rune) -> str | None:
    if rune.element:
        return state.pack.colours[rune.element]
    return WILD_COLOUR if rune.kind == "wild" else None


def claimed_cards(state: State, seat: str, player: Player) -> Cards:
    names = names_of(player.runes)
    cards = tuple(_claimed_card(state, seat, at, name) for at, name in enumerate(names))
    return Cards(id=f"{seat}.runes", say=say("rk.view.runes"), seat=seat, cards=cards, quiet=True)


def _claimed_card(state: State, seat: str, at: int, name: str) -> CardFace:
    card = state.players[seat].runes[at]
    rune, plays_powers = state.pack.rune(card.rune), has_powers(state)
    return CardFace(
        name,
        rune.name,
        face_up=not card.flipped,
        colour=state.pack.colours[rune.element] if rune.element else None,
        glyph=_letter(rune),
        pattern=rune.frame,
        figures=(("points", card.value),),
        lines=(power_say(state, card),) if plays_powers else (),
        faded=card.used,
        mark=say(f"rk.timing.{rune.power.timing}") if plays_powers else None,
        source=rune.source,
        handle=f"{seat}.runes.{at + 1}",
    )
