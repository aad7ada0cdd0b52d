"""What the tablet draws of a player: runes, gold, points, statuses, clan, caravan, cards. Drawing
only.
"""

from companion.games.world_adventure.pack.atlas import nation_of
from companion.games.world_adventure.rules.asking import nation_name, territory_say
from companion.games.world_adventure.rules.cards import find, title
from companion.games.world_adventure.rules.cards import soldier as soldier_stats
from companion.games.world_adventure.rules.constants import EXP_MOST, SLOT_DICE, STATUS_MOST
from companion.games.world_adventure.rules.possessions import capacity
from companion.games.world_adventure.rules.runes import rune_slots, standing, target
from companion.games.world_adventure.state import STATUSES, UPGRADES, Player, Soldier, State
from companion.kit.say import Say, name_of, say
from companion.kit.scoreboard import score
from companion.kit.trackers import (
    Abacus,
    CardFace,
    Cards,
    Counter,
    Gauge,
    Loose,
    Notes,
    Tokens,
    Tracker,
)


def mat(state: State, seat: str) -> list[Tracker]:
    one = state.players[seat]
    trackers: list[Tracker] = [_runes(state, seat, one), _gold(seat, one)]
    if state.active == seat:
        trackers += [_turn(state, seat, name) for name in ("moves", "actions")]
    trackers += [_status(seat, one, status) for status in STATUSES]
    if one.hero:
        trackers.append(_clan(state, seat, one))
    if one.caravan:
        trackers += [_caravan(state, seat, one), _goods(state, seat, one)]
    trackers += [_wanted(seat, one), _powers(state, seat, one), _notes(state, seat, one)]
    return trackers


def _runes(state: State, seat: str, one: Player) -> Counter:
    most = target(state)
    note = say("wa.team_sum", n=standing(state, seat), target=most) if one.team else None
    made_of = (("players", seat, "runes"),)
    what = say("wa.tracker.runes")
    return score(
        seat, "runes", what, one.rune_count, most=most, counts=True, made_of=made_of, note=note
    )


def _gold(seat: str, one: Player) -> Abacus:
    return Abacus(
        id=f"gold:{seat}",
        say=say("wa.tracker.gold", who=name_of(seat)),
        seat=seat,
        handle=f"gold:{seat}",
        value=one.gold,
        wasted=one.gold_wasted,
        size=2,
    )


def _turn(state: State, seat: str, name: str) -> Counter:
    value = getattr(state.turn, name)
    return Counter(
        id=f"{name}:{seat}", say=say(f"wa.tracker.{name}"), seat=seat, handle=name, value=value
    )


def _status(seat: str, one: Player, status: str) -> Gauge:
    value = getattr(one, status)
    note = say(f"wa.status_note.{status}_5") if value == STATUS_MOST else None
    if value == STATUS_MOST - 1:
        note = say(f"wa.status_note.{status}_4")
    return Gauge(
        id=f"{status}:{seat}",
        say=say(f"wa.status.{status}"),
        seat=seat,
        handle=f"{status}:{seat}",
        value=value,
        most=STATUS_MOST,
        against=STATUS_MOST - 1,
        against_say=say("wa.limit_at", n=STATUS_MOST - 1),
        note=note,
    )


def _clan(state: State, seat: str, one: Player) -> Cards:
    hero = CardFace(
        "hero",
        title(state, "heroes", one.hero),
        colours=("silver", "gold"),
        badge=f"Lv{one.hero_level}",
        figures=(("exp", one.hero_exp),),
        lines=_skill(state, one),
        source=getattr(find(state, "heroes", one.hero), "source", ""),
        handle=f"hero_exp:{seat}",
    )
    soldiers = tuple(_soldier(state, seat, soldier) for soldier in one.soldiers)
    return Cards(
        id=f"clan:{seat}",
        say=say("wa.tracker.clan"),
        seat=seat,
        cards=(hero, *soldiers),
        slots=1 + one.leadership,
    )


def _skill(state: State, one: Player) -> tuple[Say, ...]:
    card = find(state, "heroes", one.hero)
    if card is None:
        return ()
    stats = card.lv2 if one.hero_level == 2 else card.lv1
    hp = say("wa.facts.hero", hp=stats.hp or 0, attack=stats.attack, accuracy=stats.accuracy)
    return (
        (hp, say("wa.facts.skill", skill=stats.skill.name, n=stats.cast))
        if stats.cast is not None
        else (hp,)
    )


def _soldier(state: State, seat: str, soldier: Soldier) -> CardFace:
    health = soldier_stats(state, soldier.level).hp if soldier.active else 0
    return CardFace(
        f"soldier{soldier.slot}",
        say("wa.soldier", n=soldier.slot),
        turn=0 if soldier.active else 1,
        colour=SLOT_DICE[soldier.slot - 1],
        badge=f"Lv{soldier.level}",
        figures=(("health", health), ("exp", soldier.exp)),
        faded=not soldier.active,
        mark=None if soldier.active else say("wa.fainted"),
        lines=(say("wa.ready_to_train"),) if soldier.exp == EXP_MOST and soldier.level == 1 else (),
        handle=f"condition:{soldier.slot}:{seat}",
    )


def _caravan(state: State, seat: str, one: Player) -> Cards:
    card = find(state, "caravans", one.caravan)
    pieces = tuple(
        CardFace(
            kind, say(f"wa.upgrade.{kind}"), badge=str(getattr(one, kind)), handle=f"{kind}:{seat}"
        )
        for kind in UPGRADES
        if getattr(one, kind)
    )
    figures = (
        ("cargo", capacity(state, seat)),
        ("chase", (card.chaser or 0) + one.mount_pet),
        ("barrier", card.barrier or 0),
    )
    face = CardFace(
        one.caravan, card.name or card.id, badge=f"Lv{card.level}", figures=figures, attached=pieces
    )
    return Cards(id=f"caravan:{seat}", say=say("wa.tracker.caravan"), seat=seat, cards=(face,))


def _goods(state: State, seat: str, one: Player) -> Tokens:
    aboard = loose({good: count for good, count in one.goods.items() if count})
    note = say("wa.hold", n=sum(one.goods.values()), most=capacity(state, seat))
    return Tokens(
        id=f"goods:{seat}", say=say("wa.tracker.goods"), seat=seat, pieces=aboard, note=note
    )


def loose(goods: dict[str, int]) -> tuple[Loose, ...]:
    return tuple(Loose(good, say(f"wa.good.{good}"), count) for good, count in goods.items())


def _wanted(seat: str, one: Player) -> Counter:
    return Counter(
        id=f"wanted:{seat}",
        say=say("wa.tracker.wanted", who=name_of(seat)),
        seat=seat,
        handle=f"wanted:{seat}",
        value=one.wanted,
    )


def _powers(state: State, seat: str, one: Player) -> Cards:
    cards = []
    for held in one.powers:
        card = find(state, "powers", held.card)
        cards.append(
            CardFace(
                held.card,
                card.name or card.id,
                colour=card.color,
                badge=str(held.uses),
                lines=(say("wa.text", text=card.text),),
                source=card.source,
                handle=f"uses:{held.card}:{seat}",
            )
        )
    slots = rune_slots(one.rune_count)
    return Cards(
        id=f"powers:{seat}",
        say=say("wa.tracker.powers"),
        seat=seat,
        cards=tuple(cards),
        slots=slots,
    )


def _notes(state: State, seat: str, one: Player) -> Notes:
    lines: list[Say] = []
    if one.penalty:
        lines.append(say("wa.penalty_note"))
    if one.quest is not None:
        card = title(state, "quests", one.quest.card)
        places = tuple(
            territory_say(state, spot) for spot in (one.quest.places or (one.quest.city,))
        )
        lines.append(say("wa.quest_note", card=card, places=places))
    if one.stalls:
        lines.append(
            say("wa.stalls_note", places=tuple(nation_name(state, nation) for nation in one.stalls))
        )
    last = one.shop_month.get(nation_of(one.territory)) if one.territory else None
    if last is not None and one.territory.endswith(".0"):
        lines.append(say("wa.shop_note", n=last + int(state.options["shop_wait"])))
    return Notes(
        id=f"notes:{seat}",
        say=say("wa.tracker.notes"),
        seat=seat,
        lines=tuple(lines),
        quiet=not lines,
    )
