"""Why an optional action cannot be taken now, told by its id."""

from collections.abc import Callable

from companion.games.spell_saga.rules.attacks import song_attack, song_closed
from companion.games.spell_saga.rules.buying import buy_closed, enter_closed
from companion.games.spell_saga.rules.giving import give_closed, trade_closed
from companion.games.spell_saga.rules.jobs import Reason
from companion.games.spell_saga.rules.luck import recheck_closed
from companion.games.spell_saga.rules.piles import zone_of
from companion.games.spell_saga.rules.reading import current_place, may_be_used
from companion.games.spell_saga.rules.rule_reasons import ignored, rule_closed
from companion.games.spell_saga.state import State, item_at, title
from companion.kit.say import say


def closed(state: State, option: str) -> Reason | None:
    """The reason an optional action cannot be taken; None if it can."""
    verb, *rest = option.split(":")
    if verb not in CLOSED:
        return None
    return CLOSED[verb](state, rest)


def _loose(state: State, card: str) -> Reason | None:
    """Only cards in hand or action pile come into play by the player's decision."""
    if card not in state.cards or zone_of(state, card) not in ("hand", "action"):
        zone = say(f"ss.zone.{zone_of(state, card)}")
        return "SS-R20", say("ss.refused.not_loose", card=title(state, card), zone=zone)
    return None


def _buy_closed(state: State, rest: list[str]) -> Reason | None:
    return _loose(state, rest[0]) or buy_closed(state, rest[0])


def _enter_closed(state: State, rest: list[str]) -> Reason | None:
    return _loose(state, rest[0]) or enter_closed(state, rest[0])


def _folk_at(state: State, rest: list[str]) -> Reason | None:
    return _loose(state, rest[0]) or folk_closed(state, rest[0])


def folk_closed(state: State, card: str) -> Reason | None:
    if current_place(state) is None:
        return "SS-R20", say("ss.refused.no_place")
    return None if may_be_used(state, card) else ignored(state, card, "SS-R18")


def _song_closed(state: State, rest: list[str]) -> Reason | None:
    card = rest[0]
    if (reason := _loose(state, card) or song_closed(state, card)) is not None:
        return reason
    if song_attack(state, card) is not None:
        return "SS-R22", say("ss.refused.song_attacks", card=title(state, card))
    if state.battle is None and any(rule.timing == "in_battle" for rule in state.cards[card].rules):
        return "SS-R22", say("ss.refused.no_battle", card=title(state, card))
    return None


def _attach_closed(state: State, rest: list[str]) -> Reason | None:
    song, item = rest
    if (reason := _loose(state, song) or song_closed(state, song)) is not None:
        return reason
    found = item_at(state, item)
    if found is None or not state.cards[item].song_slots:
        return "SS-R18", say("ss.refused.no_slot", item=title(state, item))
    return None


def _rule_closed(state: State, rest: list[str]) -> Reason | None:
    card, index = rest[0], int(rest[1])
    known = state.cards.get(card)
    if known is None or index >= len(known.rules):
        return "SS-R20", say("ss.refused.no_such_rule", card=card)
    found = item_at(state, card)
    if known.type == "item" and found is None and known.rules[index].timing != "while_acknowledged":
        return "SS-R17", say("ss.refused.not_carried", card=known.title)
    return rule_closed(state, card, index)


def _demo_closed(state: State, rest: list[str]) -> Reason | None:
    card = rest[0]
    known = state.cards.get(card)
    if known is None or not known.end_of_demo:
        return "SS-R30", say("ss.refused.no_demo", card=title(state, card))
    in_play = zone_of(state, card) not in ("deck", "hand", "action")
    return (
        None
        if in_play or may_be_used(state, card)
        else ("SS-R30", say("ss.refused.demo_ignored", card=known.title))
    )


CLOSED: dict[str, Callable[[State, list[str]], Reason | None]] = {
    "buy": _buy_closed,
    "enter": _enter_closed,
    "folk": _folk_at,
    "song": _song_closed,
    "attach": _attach_closed,
    "use": _rule_closed,
    "rule": _rule_closed,
    "claim": _rule_closed,
    "give": give_closed,
    "trade": trade_closed,
    "demo": _demo_closed,
    "luck": lambda state, _rest: recheck_closed(state),
}
