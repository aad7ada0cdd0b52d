"""Where every real piece should be, in words: two of these compared are the pieces to move after an
undo.
"""

from collections.abc import Iterator, Mapping

from companion.games.world_adventure.rules.asking import nation_name, territory_say
from companion.games.world_adventure.rules.board import tokens_out
from companion.games.world_adventure.rules.cards import title
from companion.games.world_adventure.rules.runes import objective_say
from companion.games.world_adventure.rules.wanted import ranks
from companion.games.world_adventure.state import (
    GOODS,
    HUNTERS,
    MONSTERS,
    STATUSES,
    TOKENS,
    UPGRADES,
    State,
)
from companion.kit.say import Say, name_of, say


def where(state: State) -> Mapping[str, Say]:
    found = dict((*_table(state), *_pieces(state)))
    for seat in state.players:
        found |= dict((*_mat(state, seat), *_cards(state, seat)))
    return found


def _table(state: State) -> Iterator[tuple[str, Say]]:
    yield "stage_marker", say("wa.where.stage", n=state.stage_lv)
    yield "commodity_track", say("wa.where.track", n=state.track_markers, used=state.used_markers)
    for nation, good in state.need.items():
        key = "wa.where.need" if good else "wa.where.need_turned"
        values = {"good": say(f"wa.good.{good}")} if good else {}
        yield f"need:{nation}", say(key, nation=nation_name(state, nation), **values)
    for good in GOODS:
        yield (
            f"stock:{good}",
            say("wa.where.stock", good=say(f"wa.good.{good}"), n=state.stock[good]),
        )
    for kind in ("merchant_x", "monster_x"):
        tokens = getattr(state, kind)
        yield f"{kind}_track", say(f"wa.where.{kind}_track", n=TOKENS - tokens_out(tokens))
        for spot in sorted(spot for spot in tokens if spot):
            yield f"{kind}:{spot}", say(f"wa.where.{kind}", spot=territory_say(state, spot))
    if state.event_running:
        yield "event", say("wa.where.event", card=title(state, "events", state.event_running))
    for at, seat in enumerate(ranks(state), 1):
        yield (
            f"wanted:{seat}",
            say("wa.where.wanted", who=name_of(seat), n=state.players[seat].wanted, rank=at),
        )


def _pieces(state: State) -> Iterator[tuple[str, Say]]:
    for name in (*HUNTERS, *MONSTERS):
        spot = getattr(state, name).territory
        what = say(f"wa.npc.{name}")
        yield (
            name,
            say("wa.where.npc", what=what, spot=territory_say(state, spot))
            if spot
            else say("wa.where.home", what=what),
        )
    for piece in state.legendaries:
        card = title(state, "monsters", piece.card)
        yield (
            f"legendary:{piece.card}",
            say("wa.where.npc", what=card, spot=territory_say(state, piece.territory)),
        )


def _mat(state: State, seat: str) -> Iterator[tuple[str, Say]]:
    one, who = state.players[seat], name_of(seat)
    if one.territory:
        yield (
            f"hero:{seat}",
            say("wa.where.hero", who=who, spot=territory_say(state, one.territory)),
        )
    yield f"gold:{seat}", say("wa.where.gold", who=who, tens=one.gold // 10, ones=one.gold % 10)
    for status in STATUSES:
        yield (
            f"{status}:{seat}",
            say(
                "wa.where.status",
                who=who,
                status=say(f"wa.status.{status}"),
                n=getattr(one, status),
            ),
        )
    yield f"hero_exp:{seat}", say("wa.where.exp", who=who, n=one.hero_exp, level=one.hero_level)
    for soldier in one.soldiers:
        key = "wa.where.soldier" if soldier.active else "wa.where.soldier_down"
        values = {"slot": soldier.slot, "level": soldier.level, "exp": soldier.exp}
        yield f"soldier{soldier.slot}:{seat}", say(key, who=who, **values)
    for kind in UPGRADES:
        yield (
            f"{kind}:{seat}",
            say("wa.where.upgrade", who=who, what=say(f"wa.upgrade.{kind}"), n=getattr(one, kind)),
        )
    for good in GOODS:
        if one.goods[good]:
            yield (
                f"{good}:{seat}",
                say("wa.where.good", who=who, good=say(f"wa.good.{good}"), n=one.goods[good]),
            )


def _cards(state: State, seat: str) -> Iterator[tuple[str, Say]]:
    """Stalls, gems and cards."""
    one, who = state.players[seat], name_of(seat)
    for nation in one.stalls:
        yield f"stall:{nation}", say("wa.where.stall", who=who, nation=nation_name(state, nation))
    for objective, gem in one.runes.items():
        if gem:
            yield (
                f"gem:{objective}:{seat}",
                say("wa.where.gem", who=who, objective=objective_say(objective)),
            )
    for held in one.powers:
        yield (
            f"power:{held.card}:{seat}",
            say("wa.where.power", who=who, card=title(state, "powers", held.card)),
        )
    if one.quest is not None:
        yield (
            f"quest:{seat}",
            say("wa.where.quest", who=who, card=title(state, "quests", one.quest.card)),
        )
        for spot in one.quest.places:
            yield (
                f"quest_meeple:{seat}:{spot}",
                say("wa.where.meeple", who=who, spot=territory_say(state, spot)),
            )
