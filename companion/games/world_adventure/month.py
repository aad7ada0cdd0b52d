"""The month around the players' turns: turn order, income, event, raid, and the tidying at its end."""

from msgspec.structs import replace

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.draws import choose_ask, draw_outer, nation_name, territory_say
from companion.games.world_adventure.effects import apply_all, renew
from companion.games.world_adventure.purse import gain_gold, is_forbidden
from companion.games.world_adventure.setup import needs_read, needs_sheet
from companion.games.world_adventure.state import Frame, MonsterPiece, State
from companion.games.world_adventure.tale import Tale, cards, chosen, log, push, put
from companion.games.world_adventure.words import STALL_INCOME, TOKENS
from companion.kit.asks import Ask, Option
from companion.kit.intents import Answer
from companion.kit.say import name_of, say


def _ask_order(state: State, _frame: Frame) -> tuple[Ask, ...]:
    options = tuple(
        Option(
            seat.id,
            say("wa.do.seat", seat=name_of(seat.id)),
            seat=seat.id,
            colour=seat.colour or None,
        )
        for seat in state.seats
    )
    return (
        choose_ask(state, "B1", options, least=len(options), most=len(options), n=len(options)),
    )


def _take_order(tale: Tale, _frame: Frame, _part: str, answer: Answer) -> None:
    order = chosen(answer)
    put(tale, turn_order=order, step="B2")
    log(tale, "turn_order", order=tuple(name_of(seat) for seat in order))


def _income(tale: Tale, _frame: Frame) -> None:
    """Each stall pays, in turn order."""
    if not is_forbidden(tale.state, "skip", "income"):
        for seat in tale.state.turn_order:
            stalls = len(tale.state.players[seat].stalls)
            if stalls:
                gain_gold(tale, seat, stalls * STALL_INCOME, "income")
    put(tale, step="B3" if tale.state.month >= 2 else "B4")


def _ask_event(state: State, _frame: Frame) -> tuple[Ask, ...]:
    moved = shelf.title(state, "events", state.event_next)
    return (shelf.show(state, "B3", "events", card=moved),)


def _take_event(tale: Tale, _frame: Frame, _part: str, answer: Answer) -> None:
    state = tale.state
    card = shelf.meet(tale, "events", cards(answer)[0])
    running = state.event_next
    put(tale, event_running=running, event_next=card.id, step="B4")
    renew(tale)
    log(tale, "event", card=shelf.title(state, "events", running), next=card.name or card.id)
    _run_events(tale)


def _run_events(tale: Tale) -> None:
    """A living Legendary's event rules instead of the card."""
    state = tale.state
    rulers = [piece.card for piece in state.legendaries if shelf.monster(state, piece.card).event]
    for card in rulers:
        log(tale, "event_overridden", card=shelf.title(state, "monsters", card))
        apply_all(tale, f"monsters:{card}")
    event = shelf.find(state, "events", state.event_running)
    if not rulers and event is not None and event.timing != "end":
        apply_all(tale, f"events:{event.id}")


def _raid(tale: Tale, _frame: Frame) -> None:
    """In months 3, 5, 7 ... a Raid monster comes; one still alive vanishes."""
    month = tale.state.month
    put(tale, step="P8", phase="players", active="")
    if month >= 3 and month % 2 == 1 and not is_forbidden(tale.state, "skip", "raid"):
        draw_outer(tale, Frame("B4r", what="raid"))


def _raid_comes(tale: Tale, frame: Frame) -> None:
    card = shelf.ensure(tale, frame, f"raid:{tale.state.stage_lv}")
    if not card:
        return
    old = tale.state.raid.territory
    if old:
        log(tale, "raid_vanishes", spot=territory_say(tale.state, old))
    put(tale, raid=MonsterPiece(frame.names[0], card))
    log(tale, "raid_comes", spot=territory_say(tale.state, frame.names[0]), sound="medium")


def _monsters_home(tale: Tale, _frame: Frame) -> None:
    """E1: Minion and Destroyer leave; an event that ends the month has its say."""
    state = tale.state
    put(tale, step="E2", phase="end", active="", occasion=0)
    for name in ("minion", "destroyer"):
        if getattr(state, name).territory:
            put(tale, **{name: MonsterPiece()})
            log(tale, "monster_home", what=say(f"wa.npc.{name}"))
    event = shelf.find(state, "events", state.event_running)
    if event is not None and event.timing == "end" and not _ruled_by_legendary(state):
        apply_all(tale, f"events:{event.id}")
    if state.brigand_due:
        put(tale, brigand_due=False)
        push(tale, Frame("TB"))


def _ruled_by_legendary(state: State) -> bool:
    return any(shelf.monster(state, piece.card).event for piece in state.legendaries)


def _turned(state: State) -> tuple[str, ...]:
    return tuple(nation for nation, good in state.need.items() if not good)


def _replace_needs(tale: Tale, _frame: Frame) -> None:
    put(tale, step="E2a" if _turned(tale.state) else "E3")


def _ask_new_needs(state: State, _frame: Frame) -> tuple[Ask, ...]:
    return (needs_sheet(state, "E2a", _turned(state)),)


def _take_new_needs(tale: Tale, _frame: Frame, _part: str, answer: Answer) -> None:
    state = tale.state
    nations = _turned(state)
    goods = needs_read(tale.state, answer, nations)
    for nation in nations:
        track, used = tale.state.track_markers - 1, tale.state.used_markers + 1
        put(
            tale,
            track_markers=track,
            used_markers=used,
            need={**tale.state.need, nation: goods[nation]},
        )
        log(
            tale,
            "new_need",
            nation=nation_name(state, nation),
            good=say(f"wa.good.{goods[nation]}"),
        )
        if not track:
            put(tale, track_markers=TOKENS, used_markers=0)
            log(tale, "markers_mixed", n=TOKENS)
    put(tale, step="E3")


def _next_month(tale: Tale, _frame: Frame) -> None:
    state = tale.state
    put(
        tale,
        raid=replace(state.raid, met_by=()),
        legendaries=tuple(replace(piece, met_by=()) for piece in state.legendaries),
        npcs_done=(),
        month=state.month + 1,
        phase="beginning",
        step="B1",
        occasion=0,
    )
    log(tale, "month", n=state.month + 1, sound="soft")


AUTO = {
    "B2": _income,
    "B4": _raid,
    "B4r": _raid_comes,
    "E1": _monsters_home,
    "E2": _replace_needs,
    "E3": _next_month,
}
ASKS = {"B1": _ask_order, "B3": _ask_event, "E2a": _ask_new_needs}
ANSWERS = {"B1": _take_order, "B3": _take_event, "E2a": _take_new_needs}
