"""The month around the players' turns: turn order, income, event, raid, and what ends it."""

from msgspec.structs import replace

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import choose_ask, nation_name, territory_say
from companion.games.world_adventure.rules.changes import log, push, put
from companion.games.world_adventure.rules.constants import STALL_INCOME
from companion.games.world_adventure.rules.drawing import draw_outer
from companion.games.world_adventure.rules.effects import apply_all, renew
from companion.games.world_adventure.rules.possessions import gain_gold, is_forbidden
from companion.games.world_adventure.rules.set_up import needs_read, needs_sheet
from companion.games.world_adventure.state import TOKENS, Frame, GameStory, MonsterPiece, State
from companion.kit.asks import Option
from companion.kit.say import name_of, say
from companion.kit.steps import Asks, Reply, Step


def _ask_order(state: State, _frame: Frame) -> Asks:
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


def _take_order(story: GameStory, _frame: Frame, reply: Reply) -> None:
    order = reply.options
    put(story, turn_order=order, step="B2")
    log(story, "turn_order", order=tuple(name_of(seat) for seat in order))


def _income(story: GameStory, _frame: Frame) -> None:
    """Each stall pays, in turn order."""
    if not is_forbidden(story.state, "skip", "income"):
        for seat in story.state.turn_order:
            stalls = len(story.state.players[seat].stalls)
            if stalls:
                gain_gold(story, seat, stalls * STALL_INCOME, "income")
    put(story, step="B3" if story.state.month >= 2 else "B4")


def _ask_event(state: State, _frame: Frame) -> Asks:
    moved = shelf.title(state, "events", state.event_next)
    return (shelf.show(state, "B3", "events", card=moved),)


def _take_event(story: GameStory, _frame: Frame, reply: Reply) -> None:
    state = story.state
    card = shelf.meet(story, "events", reply.cards[0])
    running = state.event_next
    put(story, event_running=running, event_next=card.id, step="B4")
    renew(story)
    log(story, "event", card=shelf.title(state, "events", running), next=card.name or card.id)
    _run_events(story)


def _run_events(story: GameStory) -> None:
    """A living Legendary's event rules instead of the card."""
    state = story.state
    rulers = [piece.card for piece in state.legendaries if shelf.monster(state, piece.card).event]
    for card in rulers:
        log(story, "event_overridden", card=shelf.title(state, "monsters", card))
        apply_all(story, f"monsters:{card}")
    event = shelf.find(state, "events", state.event_running)
    if not rulers and event is not None and event.timing != "end":
        apply_all(story, f"events:{event.id}")


def _raid(story: GameStory, _frame: Frame) -> None:
    """In months 3, 5, 7 ... a Raid monster comes; one still alive vanishes."""
    month = story.state.month
    put(story, step="P8", phase="players", active="")
    if month >= 3 and month % 2 == 1 and not is_forbidden(story.state, "skip", "raid"):
        draw_outer(story, Frame("B4r", what="raid"))


def _raid_comes(story: GameStory, frame: Frame) -> None:
    card = shelf.ensure(story, frame, f"raid:{story.state.stage_lv}")
    if not card:
        return
    old = story.state.raid.territory
    if old:
        log(story, "raid_vanishes", spot=territory_say(story.state, old))
    put(story, raid=MonsterPiece(frame.names[0], card))
    log(story, "raid_comes", spot=territory_say(story.state, frame.names[0]), sound="medium")


def _monsters_home(story: GameStory, _frame: Frame) -> None:
    """E1: Minion and Destroyer leave; an event that ends the month has its say."""
    state = story.state
    put(story, step="E2", phase="end", active="", occasion=0)
    for name in ("minion", "destroyer"):
        if getattr(state, name).territory:
            put(story, **{name: MonsterPiece()})
            log(story, "monster_home", what=say(f"wa.npc.{name}"))
    event = shelf.find(state, "events", state.event_running)
    if event is not None and event.timing == "end" and not _ruled_by_legendary(state):
        apply_all(story, f"events:{event.id}")
    if state.brigand_due:
        put(story, brigand_due=False)
        push(story, Frame("TB"))


def _ruled_by_legendary(state: State) -> bool:
    return any(shelf.monster(state, piece.card).event for piece in state.legendaries)


def _turned(state: State) -> tuple[str, ...]:
    return tuple(nation for nation, good in state.need.items() if not good)


def _replace_needs(story: GameStory, _frame: Frame) -> None:
    put(story, step="E2a" if _turned(story.state) else "E3")


def _ask_new_needs(state: State, _frame: Frame) -> Asks:
    return (needs_sheet(state, "E2a", _turned(state)),)


def _take_new_needs(story: GameStory, _frame: Frame, reply: Reply) -> None:
    state = story.state
    nations = _turned(state)
    goods = needs_read(story.state, reply, nations)
    for nation in nations:
        track, used = story.state.track_markers - 1, story.state.used_markers + 1
        put(
            story,
            track_markers=track,
            used_markers=used,
            need={**story.state.need, nation: goods[nation]},
        )
        log(
            story,
            "new_need",
            nation=nation_name(state, nation),
            good=say(f"wa.good.{goods[nation]}"),
        )
        if not track:
            put(story, track_markers=TOKENS, used_markers=0)
            log(story, "markers_mixed", n=TOKENS)
    put(story, step="E3")


def _next_month(story: GameStory, _frame: Frame) -> None:
    state = story.state
    put(
        story,
        raid=replace(state.raid, met_by=()),
        legendaries=tuple(replace(piece, met_by=()) for piece in state.legendaries),
        npcs_done=(),
        month=state.month + 1,
        phase="beginning",
        step="B1",
        occasion=0,
    )
    log(story, "month", n=state.month + 1, sound="soft")


STEPS = {
    "B2": Step(run=_income),
    "B4": Step(run=_raid),
    "B4r": Step(run=_raid_comes),
    "E1": Step(run=_monsters_home),
    "E2": Step(run=_replace_needs),
    "E3": Step(run=_next_month),
    "B1": Step(_ask_order, _take_order),
    "B3": Step(_ask_event, _take_event),
    "E2a": Step(_ask_new_needs, _take_new_needs),
}
