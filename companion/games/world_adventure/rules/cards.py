"""Cards as the rules look them up, and how a card new to us is learned from its owner."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.world_adventure.pack import cards as printed
from companion.games.world_adventure.pack.atlas import atlas, missing
from companion.games.world_adventure.rules.asking import ask_id, ask_say
from companion.games.world_adventure.rules.changes import log, pop, push, put
from companion.games.world_adventure.rules.refusals import refused
from companion.games.world_adventure.rules.remember import remember
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.asks import CardKnown, Show
from companion.kit.packs import learned
from companion.kit.pieces import CardSeen
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step

_KINDS: dict[str, type[msgspec.Struct]] = {
    "heroes": printed.Hero,
    "caravans": printed.Caravan,
    "merchants": printed.Merchant,
    "monsters": printed.Monster,
    "hunters": printed.Hunter,
    "powers": printed.RunePower,
    "events": printed.Event,
    "quests": printed.Quest,
}
NEEDS: dict[str, tuple[str, ...]] = {
    "heroes": (
        *("lv1_hp", "lv1_attack", "lv1_accuracy", "lv1_cast"),
        *("lv2_hp", "lv2_attack", "lv2_accuracy", "lv2_cast"),
        "skill",
    ),
    "caravans": ("level", "cargo", "chaser", "barrier"),
    "merchants": ("tier", "hp", "accuracy", "exp", "cargo_dice", "loot_dice"),
    "monsters": ("tier", "hp", "accuracy", "retreat", "exp", "cargo_dice", "loot_dice"),
    "hunters": ("explorer", "lv1_units", "lv2_units", "gold"),
    "powers": ("color", "text"),
    "events": ("text", "timing"),
    "quests": ("text", "location", "place", "meeples", "check", "exp", "gold"),
}
_WANTED = {
    "minion": 0,
    "destroyer": -1,
    "raid": -1,
    "legendary": -2,
    "brigand": -2,
    "government": 2,
}
_PRICES = {1: {"buy": 10, "sell": 5}, 2: {"buy": 40, "sell": 20}}
_USES = {"yellow": 2, "purple": 1}


def find(state: State, kind: str, card: str) -> Any:
    """The card of that id, as the table or the pack knows it; None if nobody does."""
    taught = getattr(state.learned, kind)
    if card in taught:
        return taught[card]
    return getattr(atlas(state.pack), kind).get(card)


def hero(state: State, seat: str) -> printed.HeroStats:
    """The values of this player's hero at his present level."""
    player = state.players[seat]
    card: printed.Hero = find(state, "heroes", player.hero)
    return card.lv2 if player.hero_level == 2 else card.lv1


def soldier(state: State, level: int) -> printed.SoldierStats:
    return state.pack.soldier_lv2 if level == 2 else state.pack.soldier_lv1


def caravan(state: State, card: str) -> printed.Caravan:
    return find(state, "caravans", card)  # type: ignore[no-any-return]


def monster(state: State, card: str) -> printed.Monster:
    return find(state, "monsters", card)  # type: ignore[no-any-return]


def merchant(state: State, card: str) -> printed.Merchant:
    return find(state, "merchants", card)  # type: ignore[no-any-return]


def power(state: State, card: str) -> printed.RunePower:
    return find(state, "powers", card)  # type: ignore[no-any-return]


def quest(state: State, card: str) -> printed.Quest:
    return find(state, "quests", card)  # type: ignore[no-any-return]


def hunter(state: State, kind: str) -> printed.Hunter:
    """The hunter's card of the present Stage Lv."""
    return find(state, "hunters", standing(state, f"{kind}:{state.stage_lv}"))  # type: ignore[no-any-return]


def standing(state: State, place: str) -> str:
    """The card at a place of the City Hall mat: `merchant:1:4`, `monster:2:6`, `raid:1`,
    `brigand:3`; or nothing.
    """
    for shelf in (state.learned.merchants, state.learned.monsters, state.learned.hunters):
        for card in shelf.values():
            if _place(card) == place:
                return card.id
    return atlas(state.pack).slots.get(place, "")


def _place(card: Any) -> str:
    if isinstance(card, printed.Merchant):
        return f"merchant:{card.stage}:{card.slot}"
    if isinstance(card, printed.Hunter):
        return f"{card.kind}:{card.stage}"
    if card.tier == "raid":
        return f"raid:{card.stage}"
    return "" if card.tier == "legendary" else f"monster:{card.stage}:{card.slot}"


def title(state: State, kind: str, card: str) -> str:
    known = find(state, kind, card)
    return (known.name or known.id) if known is not None else card


def known(state: State, kind: str) -> tuple[CardKnown, ...]:
    taught = getattr(state.learned, kind)
    listed = atlas(state.pack).known[kind]
    if not taught:
        return listed
    return tuple(card for card in listed if card.id not in taught) + tuple(
        map(_known, taught.values())
    )


def _known(card: Any) -> CardKnown:
    return CardKnown(card.id, card.name or card.id, card.source, missing(card))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less this one; all of them where none was taken."""
    rest = list(cards)
    if card != "none":
        rest.remove(card)
    return tuple(rest)


def meet(story: GameStory, kind: str, seen: CardSeen, /, **fixed: Any) -> Any:
    """The card shown. New to us, or with numbers missing: learned from what its owner typed, and
    kept.
    """
    card = find(story.state, kind, seen.id)
    if card is None or seen.facts or fixed:
        facts = _facts(kind, card, {**seen.facts, **fixed})
        card = learned(_KINDS[kind], seen.id, facts)
        shelf = {**getattr(story.state.learned, kind), seen.id: card}
        put(story, learned=replace(story.state.learned, **{kind: shelf}))
        remember(story, kind, card)
        log(story, "learned", card=title(story.state, kind, seen.id))
    lacks = missing(card) or _nowhere(story.state, card)
    if lacks:
        raise refused("facts", card=title(story.state, kind, seen.id), fields=lacks)
    return card


def _nowhere(state: State, card: Any) -> tuple[str, ...]:
    """A quest that names its place names one of the map."""
    if not isinstance(card, printed.Quest) or card.location != "named":
        return ()
    spots = atlas(state.pack).cities + atlas(state.pack).outer
    return () if card.place in spots else ("place",)


def _facts(kind: str, card: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """What was typed, over what was known, with the defaults the rules file offers."""
    old = {} if card is None else msgspec.to_builtins(card)
    for fixed in ("id", "source", "verified"):
        old.pop(fixed, None)
        facts.pop(fixed, None)
    if kind == "heroes":
        return _hero_facts(old, facts)
    defaults: dict[str, Any] = {}
    if kind == "caravans":
        defaults = dict(_PRICES.get(facts.get("level", 1), {}))
    elif kind in ("monsters", "hunters"):
        defaults = {"wanted_delta": _WANTED.get(facts.get("tier") or facts.get("kind") or "", 0)}
    elif kind == "powers":
        defaults = {"uses": _USES.get(facts.get("color", ""), 1)}
    merged = {**defaults, **old, **facts}
    if kind in ("powers", "events", "quests") and merged.get("text") and not merged.get("effects"):
        merged["effects"] = [{"kind": "manual", "text": merged["text"]}]
    return merged


def _hero_facts(old: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """A hero is typed flat (lv1_hp, lv2_cast, skill); the card has two sets of values."""
    merged: dict[str, Any] = {"name": facts.get("name", old.get("name", ""))}
    for lv, attack in (("lv1", 1), ("lv2", 2)):
        stats = {"attack": attack, **old.get(lv, {}), **facts.get(lv, {})}
        for name in ("hp", "attack", "accuracy", "cast"):
            if facts.get(f"{lv}_{name}") is not None:
                stats[name] = facts[f"{lv}_{name}"]
        if facts.get("skill"):
            text = str(facts["skill"])
            stats["skill"] = {
                "name": text,
                "text": text,
                "effects": [{"kind": "manual", "text": text}],
            }
        merged[lv] = stats
    return merged


def show(
    state: State,
    step: str,
    kind: str,
    *,
    seat: str = "",
    about: str = "",
    least: int = 1,
    most: int = 1,
    **values: Any,
) -> Show:
    """Asks for cards of a deck; one the companion has not met is shown with its facts."""
    return Show(
        id=ask_id(state, step, about),
        say=ask_say(step, **values),
        seats=(seat,) if seat else (),
        zone="middle",
        cards=kind,
        deck=kind,
        known=known(state, kind),
        least=least,
        most=most,
        new=True,
        needs=NEEDS[kind],
        spare=kind in ("powers", "quests"),
    )


def ensure(story: GameStory, frame: Frame, place: str) -> str:
    """The card standing at a place; if nobody knows it yet, asks first and then comes back to this
    frame.
    """
    card = standing(story.state, place)
    if not card:
        push(story, Frame("C1", what=place), frame)
    return card


def _ask_new_card(state: State, frame: Frame) -> Asks:
    kind = frame.what.partition(":")[0]
    shelf = {"merchant": "merchants", "monster": "monsters", "raid": "monsters"}.get(
        kind, "hunters"
    )
    needs = tuple(fact for fact in NEEDS[shelf] if not (kind == "raid" and fact == "tier"))
    return (
        Show(
            id=ask_id(state, "C1"),
            say=say("wa.ask.C1", what=say(f"wa.npc.{kind}"), stage=state.stage_lv),
            zone="middle",
            cards=shelf,
            deck=shelf,
            new=True,
            needs=needs,
        ),
    )


def _learn_new_card(story: GameStory, frame: Frame, reply: Reply) -> None:
    kind, stage, slot = (*frame.what.split(":"), "0")[:3]
    seen = reply.cards[0]
    if kind == "merchant":
        meet(story, "merchants", seen, stage=int(stage), slot=int(slot))
    elif kind == "monster":
        meet(story, "monsters", seen, stage=int(stage), slot=int(slot))
    elif kind == "raid":
        meet(story, "monsters", seen, stage=int(stage), tier="raid")
    else:
        meet(story, "hunters", seen, stage=int(stage), kind=kind)
    if standing(story.state, frame.what) != seen.id:  # a tier that never stands in such a slot
        raise refused("facts", card=seen.id, fields=("tier",))
    pop(story)


STEPS = {
    "C1": Step(_ask_new_card, _learn_new_card),
}
