"""What follows when the table sets something by hand, and what cannot be set so. Every change is a
line of the log.
"""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.world_adventure.pack.atlas import is_city
from companion.games.world_adventure.rules.battle.merchant import end_merchant
from companion.games.world_adventure.rules.battle.monster import end_monster
from companion.games.world_adventure.rules.battle.units_end import end_by_death, end_by_retreat
from companion.games.world_adventure.rules.changes import (
    battle_of,
    leave_battle,
    log,
    player,
    pop,
    push,
    put,
    put_player,
)
from companion.games.world_adventure.rules.constants import THRESHOLDS
from companion.games.world_adventure.rules.refusals import refused
from companion.games.world_adventure.rules.remember import (
    remember,
    remember_bounty,
    remember_symbol,
    remember_touch,
)
from companion.games.world_adventure.rules.runes import (
    check_win,
    follow_rune,
    rune_slots,
    set_stage,
    stage_for,
)
from companion.games.world_adventure.rules.wanted import stand_rightmost
from companion.games.world_adventure.state import (
    GOODS,
    HUNTERS,
    MONSTERS,
    STATUSES,
    TOKENS,
    Frame,
    GameStory,
    MonsterPiece,
    top,
)
from companion.kit.game import Handle
from companion.kit.say import say


def follow_adjustment(story: GameStory, handle: Handle) -> None:
    """What the change brings with it."""
    following = _AFTER.get(handle.id.partition(":")[0])
    if following is not None:
        following(story, handle)


def _before(story: GameStory) -> int | str:
    """The value that was there, as the log tells it."""
    why = story.events[0].why
    old = why.values["was"] if why is not None else ""
    return old if isinstance(old, int | str) else ""


def _goods(story: GameStory, handle: Handle) -> None:
    """Goods come from the stock and go back to it: their number in the game stays the same."""
    state = story.state
    good = handle.id.partition(":")[0]
    held = sum(one.goods[good] for one in state.players.values())
    if held > len(state.seats):
        raise refused("out_of_stock", good=say(f"wa.good.{good}"), have=len(state.seats))
    put(story, stock={**state.stock, good: len(state.seats) - held})


def _wanted(story: GameStory, handle: Handle) -> None:
    stand_rightmost(story, handle.seat or "")


def _order(story: GameStory, handle: Handle) -> None:
    """Two players change places: the one set here, and the one who stood here."""
    name = handle.id.partition(":")[0]
    order = list(getattr(story.state, name))
    at = int(handle.id.partition(":")[2]) - 1
    other = next(place for place, seat in enumerate(order) if seat == order[at] and place != at)
    order[other] = str(_before(story))
    put(story, **{name: tuple(order)})


def _rune(story: GameStory, handle: Handle) -> None:
    """Awarded now: what a rune brings follows. Taken back: what it brought is given back."""
    seat, objective = handle.seat or "", handle.id.split(":")[1]
    if player(story, seat).runes[objective]:
        log(story, "rune_awarded", seat)
        follow_rune(story, seat)
    else:
        _take_back(story, seat)


def _take_back(story: GameStory, seat: str) -> None:
    state = story.state
    count = state.players[seat].rune_count
    log(story, "rune_back", seat, n=count)
    if count + 1 in THRESHOLDS:
        push(story, Frame("RB", seat))
    if len(state.players[seat].powers) > rune_slots(count):
        # The card goes with its slot: the newest, which the table may exchange by hand.
        powers = state.players[seat].powers
        put_player(story, seat, powers=powers[:-1])
        put(story, rune_faceup=(*story.state.rune_faceup, powers[-1].card))
        log(story, "power_back", seat)
    if stage_for(story.state) < story.state.stage_lv:
        set_stage(story, stage_for(story.state))


def _legendary_defeated(story: GameStory, handle: Handle) -> None:
    check_win(story, handle.seat or "")


def _slot(story: GameStory, handle: Handle) -> None:
    """Two soldiers change slots, outside battle; the slot is the colour of the die."""
    seat, old = handle.seat or "", int(_before(story))
    if story.state.battle is not None:
        raise refused("in_battle")
    at = int(handle.path[3])
    soldiers = list(player(story, seat).soldiers)
    slot = soldiers[at].slot
    if slot > player(story, seat).leadership:
        raise refused("no_slot", n=player(story, seat).leadership)
    soldiers = [
        replace(one, slot=old) if one.slot == slot and n != at else one
        for n, one in enumerate(soldiers)
    ]
    put_player(story, seat, soldiers=tuple(sorted(soldiers, key=lambda one: one.slot)))


def _token(story: GameStory, handle: Handle) -> None:
    kind = handle.id.partition(":")[0]
    spot = getattr(story.state, kind)[int(handle.path[1])]
    if spot and (is_city(spot) or getattr(story.state, kind).count(spot) > 1):
        raise refused("x_place")
    if sum(bool(one) for one in getattr(story.state, kind)) == TOKENS:
        put(story, **{kind: ("",) * TOKENS})
        log(story, "merchants_return" if kind == "merchant_x" else "monsters_return", n=TOKENS)


def _npc(story: GameStory, handle: Handle) -> None:
    """Home, or elsewhere; a scout roll that was due there is looked at again."""
    name = handle.id.partition(":")[0]
    piece = (
        story.state.legendaries[int(handle.path[1])]
        if name == "legendary"
        else getattr(story.state, name)
    )
    if is_city(piece.territory) and name != "government":
        raise refused("npc_city")
    if name in MONSTERS and not piece.territory:
        put(story, **{name: MonsterPiece()})
    frame = top(story.state)
    if frame.step in ("Nr", "Nq") and frame.what == name and name in HUNTERS:
        pop(story)
        if piece.territory:
            push(story, Frame("Ns", what=name, names=frame.names))


def _track(story: GameStory, _handle: Handle) -> None:
    put(story, used_markers=TOKENS - story.state.track_markers)


def _status(story: GameStory, handle: Handle) -> None:
    one, name = player(story, handle.seat or ""), handle.id.partition(":")[0]
    if getattr(one, name) == 5 and not one.legendary_items:
        raise refused("status_four", status=say(f"wa.status.{name}"))
    if name == "leadership" and any(soldier.slot > one.leadership for soldier in one.soldiers):
        raise refused("no_slot", n=one.leadership)


def _draft(story: GameStory, handle: Handle) -> None:
    """What the table had told us wrongly, put right for the next game too."""
    kind, _, key = handle.id.removeprefix("draft_").partition(":")
    value = getattr(story.state.learned, kind)[key]
    if kind == "touch":
        remember_touch(story, key, value)
    elif kind == "bounty":
        remember_bounty(story, key, value)
    else:
        remember_symbol(story, key, **{kind: value == "yes"})


def _card(story: GameStory, handle: Handle) -> None:
    if handle.path[0] == "learned":
        kind, card = str(handle.path[1]), str(handle.path[2])
        remember(story, kind, getattr(story.state.learned, kind)[card])


def _battle_end(story: GameStory, _handle: Handle) -> None:
    """The table breaks the battle off: won, lost, retreated (seen from the attacking player), or
    nothing.
    """
    battle = battle_of(story.state)
    result = battle.agreed
    log(story, "battle_agreed")
    if result == "nothing":
        leave_battle(story)
        put(story, battle=None)
    elif battle.kind == "merchant":
        end_merchant(story, result == "won")
    elif battle.kind == "monster":
        end_monster(story, {"won": "won", "lost": "dead"}.get(result, "retreated"))
    else:
        _units_end(story, result)


def _units_end(story: GameStory, result: str) -> None:
    battle = battle_of(story.state)
    mine = battle.attacker if battle.attacker in story.state.players else battle.defender
    other = battle.defender if mine == battle.attacker else battle.attacker
    if result == "retreated":
        end_by_retreat(story, mine)
    else:
        end_by_death(story, other if result == "won" else mine)


_CARD_HANDLES = tuple(
    f"card_{name}" for name in ("hp", "accuracy", "retreat", "exp", "cargo_dice", "loot_dice")
)
_AFTER: dict[str, Callable[[GameStory, Handle], None]] = {
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
