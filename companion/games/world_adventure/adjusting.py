"""What follows when the table sets something by hand, and what cannot be set so. Every change is a
line of the log.
"""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.world_adventure.atlas import is_city
from companion.games.world_adventure.flow import settle
from companion.games.world_adventure.merchant import end_merchant
from companion.games.world_adventure.monster import end_monster
from companion.games.world_adventure.remember import (
    remember,
    remember_bounty,
    remember_symbol,
    remember_touch,
)
from companion.games.world_adventure.runes import (
    check_win,
    follow_rune,
    rune_slots,
    set_stage,
    stage_for,
)
from companion.games.world_adventure.state import Frame, MonsterPiece
from companion.games.world_adventure.tale import (
    Tale,
    battle_of,
    leave_battle,
    log,
    player,
    pop,
    push,
    put,
    put_player,
    refused,
    top,
)
from companion.games.world_adventure.units_end import end_by_death, end_by_retreat
from companion.games.world_adventure.wanted import stand_rightmost
from companion.games.world_adventure.words import (
    GOODS,
    HUNTERS,
    MONSTERS,
    STATUSES,
    THRESHOLDS,
    TOKENS,
)
from companion.kit.game import Handle
from companion.kit.say import say


def adjusted(tale: Tale, handle: Handle, _confirmed: bool) -> None:
    name = handle.id.partition(":")[0]
    if tale.state.winner:
        raise refused("over")
    following = _AFTER.get(name)
    if following is not None:
        following(tale, handle)
    settle(tale)


def _before(tale: Tale) -> int | str:
    """The value that was there, as the log tells it."""
    why = tale.events[0].why
    old = why.values["old"] if why is not None else ""
    return old if isinstance(old, int | str) else ""


def _goods(tale: Tale, handle: Handle) -> None:
    """Goods come from the stock and go back to it: their number in the game stays the same."""
    state = tale.state
    good = handle.id.partition(":")[0]
    held = sum(one.goods[good] for one in state.players.values())
    if held > len(state.seats):
        raise refused("out_of_stock", good=say(f"wa.good.{good}"), have=len(state.seats))
    put(tale, stock={**state.stock, good: len(state.seats) - held})


def _wanted(tale: Tale, handle: Handle) -> None:
    stand_rightmost(tale, handle.seat or "")


def _order(tale: Tale, handle: Handle) -> None:
    """Two players change places: the one set here, and the one who stood here."""
    name = handle.id.partition(":")[0]
    order = list(getattr(tale.state, name))
    at = int(handle.id.partition(":")[2]) - 1
    other = next(place for place, seat in enumerate(order) if seat == order[at] and place != at)
    order[other] = str(_before(tale))
    put(tale, **{name: tuple(order)})


def _rune(tale: Tale, handle: Handle) -> None:
    """Awarded now: what a rune brings follows at once. Taken back: what it brought is given back."""
    seat, objective = handle.seat or "", handle.id.split(":")[1]
    if player(tale, seat).runes[objective]:
        log(tale, "rune_awarded", seat)
        follow_rune(tale, seat)
    else:
        _take_back(tale, seat)


def _take_back(tale: Tale, seat: str) -> None:
    state = tale.state
    count = state.players[seat].rune_count
    log(tale, "rune_back", seat, n=count)
    if count + 1 in THRESHOLDS:
        push(tale, Frame("RB", seat))
    if len(state.players[seat].powers) > rune_slots(count):
        # The card goes with its slot: the newest, which the table may exchange by hand.
        powers = state.players[seat].powers
        put_player(tale, seat, powers=powers[:-1])
        put(tale, rune_faceup=(*tale.state.rune_faceup, powers[-1].card))
        log(tale, "power_back", seat)
    if stage_for(tale.state) < tale.state.stage_lv:
        set_stage(tale, stage_for(tale.state))


def _legendary_defeated(tale: Tale, handle: Handle) -> None:
    check_win(tale, handle.seat or "")


def _slot(tale: Tale, handle: Handle) -> None:
    """Two soldiers change slots, outside battle; the slot is the colour of the die."""
    seat, old = handle.seat or "", int(_before(tale))
    if tale.state.battle is not None:
        raise refused("in_battle")
    at = int(handle.path[3])
    soldiers = list(player(tale, seat).soldiers)
    slot = soldiers[at].slot
    if slot > player(tale, seat).leadership:
        raise refused("no_slot", n=player(tale, seat).leadership)
    soldiers = [
        replace(one, slot=old) if one.slot == slot and n != at else one
        for n, one in enumerate(soldiers)
    ]
    put_player(tale, seat, soldiers=tuple(sorted(soldiers, key=lambda one: one.slot)))


def _token(tale: Tale, handle: Handle) -> None:
    kind = handle.id.partition(":")[0]
    spot = getattr(tale.state, kind)[int(handle.path[1])]
    if spot and (is_city(spot) or getattr(tale.state, kind).count(spot) > 1):
        raise refused("x_place")
    if sum(bool(one) for one in getattr(tale.state, kind)) == TOKENS:
        put(tale, **{kind: ("",) * TOKENS})
        log(tale, "merchants_return" if kind == "merchant_x" else "monsters_return", n=TOKENS)


def _npc(tale: Tale, handle: Handle) -> None:
    """Home, or elsewhere; a scout roll that was due there is looked at again."""
    name = handle.id.partition(":")[0]
    piece = (
        tale.state.legendaries[int(handle.path[1])]
        if name == "legendary"
        else getattr(tale.state, name)
    )
    if is_city(piece.territory) and name != "government":
        raise refused("npc_city")
    if name in MONSTERS and not piece.territory:
        put(tale, **{name: MonsterPiece()})
    frame = top(tale.state)
    if frame.step in ("Nr", "Nq") and frame.what == name and name in HUNTERS:
        pop(tale)
        if piece.territory:
            push(tale, Frame("Ns", what=name, names=frame.names))


def _track(tale: Tale, _handle: Handle) -> None:
    put(tale, used_markers=TOKENS - tale.state.track_markers)


def _status(tale: Tale, handle: Handle) -> None:
    one, name = player(tale, handle.seat or ""), handle.id.partition(":")[0]
    if getattr(one, name) == 5 and not one.legendary_items:
        raise refused("status_four", status=say(f"wa.status.{name}"))
    if name == "leadership" and any(soldier.slot > one.leadership for soldier in one.soldiers):
        raise refused("no_slot", n=one.leadership)


def _draft(tale: Tale, handle: Handle) -> None:
    """What the table had told us wrongly, put right for the next game too."""
    kind, _, key = handle.id.removeprefix("draft_").partition(":")
    value = getattr(tale.state.learned, kind)[key]
    if kind == "touch":
        remember_touch(tale, key, value)
    elif kind == "bounty":
        remember_bounty(tale, key, value)
    else:
        remember_symbol(tale, key, **{kind: value == "yes"})


def _card(tale: Tale, handle: Handle) -> None:
    if handle.path[0] == "learned":
        kind, card = str(handle.path[1]), str(handle.path[2])
        remember(tale, kind, getattr(tale.state.learned, kind)[card])


def _battle_end(tale: Tale, _handle: Handle) -> None:
    """The table breaks the battle off: won, lost, retreated (seen from the attacking player), or
    nothing.
    """
    battle = battle_of(tale.state)
    result = battle.agreed
    log(tale, "battle_agreed")
    if result == "nothing":
        leave_battle(tale)
        put(tale, battle=None)
    elif battle.kind == "merchant":
        end_merchant(tale, result == "won")
    elif battle.kind == "monster":
        end_monster(tale, {"won": "won", "lost": "dead"}.get(result, "retreated"))
    else:
        _units_end(tale, result)


def _units_end(tale: Tale, result: str) -> None:
    battle = battle_of(tale.state)
    mine = battle.attacker if battle.attacker in tale.state.players else battle.defender
    other = battle.defender if mine == battle.attacker else battle.attacker
    if result == "retreated":
        end_by_retreat(tale, mine)
    else:
        end_by_death(tale, other if result == "won" else mine)


_CARD_HANDLES = tuple(
    f"card_{name}" for name in ("hp", "accuracy", "retreat", "exp", "cargo_dice", "loot_dice")
)
_AFTER: dict[str, Callable[[Tale, Handle], None]] = {
    **dict.fromkeys(GOODS, _goods),
    **dict.fromkeys((*HUNTERS, *MONSTERS, "legendary"), _npc),
    **dict.fromkeys(STATUSES, _status),
    "wanted": _wanted,
    "turn_order": _order,
    "wanted_order": _order,
    "rune": _rune,
    "legendary_defeated": _legendary_defeated,
    "slot": _slot,
    "merchant_x": _token,
    "monster_x": _token,
    "track_markers": _track,
    "battle_end": _battle_end,
    **dict.fromkeys(("draft_touch", "draft_merchant", "draft_monster", "draft_bounty"), _draft),
    **dict.fromkeys(_CARD_HANDLES, _card),
}
