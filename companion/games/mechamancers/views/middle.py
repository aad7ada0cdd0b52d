"""The middle of the table: rounds, events, whose turn, roles nobody holds, piles."""

from msgspec.structs import replace

from companion.games.mechamancers.pack import DRAWN, TYPES, EventCard, title
from companion.games.mechamancers.rules.goods import type_name
from companion.games.mechamancers.rules.pledge import roles_left
from companion.games.mechamancers.state import Lasting, State, event_card, role_card
from companion.games.mechamancers.views.cards import field_cards, role_face
from companion.games.mechamancers.views.secrets import is_hidden
from companion.kit.pieces import Piece
from companion.kit.say import Say, name_of, say
from companion.kit.scoreboard import turn_order
from companion.kit.trackers import (
    CardFace,
    Cards,
    Notes,
    Phase,
    PhaseStep,
    Pile,
    Sheet,
    SheetRow,
    Tracker,
)

TURN_PHASES = (("T2", "resource"), ("T3", "activation"), ("T4", "combat"))


def table_trackers(state: State, seat: str | None) -> list[Tracker]:
    found: list[Tracker] = [_rounds(state), _events(state), *_turns(state), *_roles(state, seat)]
    if state.step in ("T2", "T3", "T4"):
        steps = tuple(PhaseStep(step, say(f"mm.step.{phase}")) for step, phase in TURN_PHASES)
        found.append(Phase(id="phase", say=say("mm.word.turn"), steps=steps, at=state.step))
        found.append(_active_field(state))
    lines = _notes(state)
    if lines:
        found.append(Notes(id="notes", say=say("mm.word.notes"), lines=lines))
    return [*found, *_piles(state)]


def _active_field(state: State) -> Cards:
    """What everybody looks at: the field of whoever's turn it is."""
    field = field_cards(state, state.current)
    words = say("mm.word.field_of", seat=name_of(state.current))
    return replace(field, id="field", seat=None, say=words)


def last_round(state: State) -> int:
    """Which round will be the last, as far as can be known."""
    extra = 1 if state.options["end_timing"] == "extra_round" else 0
    if state.final_round or state.step == "G1":
        return state.round
    to_come = state.event_pile if state.step == "E2" else max(0, state.event_pile - 1)
    return state.round + to_come + extra


def _rounds(state: State) -> Phase:
    last = last_round(state)
    steps = tuple(_round(state, number, last) for number in range(1, last + 1))
    return Phase(id="rounds", say=say("mm.word.round"), steps=steps, at=str(state.round))


def _round(state: State, number: int, last: int) -> PhaseStep:
    mark: Say | str = say("mm.word.last") if number == last else ""
    done = "done" if number < state.round else ""
    return PhaseStep(str(number), say("mm.word.round_n", n=number), done, mark)


def _events(state: State) -> Pile:
    shown = state.event_now or state.event_stays
    top = event_face(event_card(state, shown)) if shown else None
    return Pile(
        id="events",
        say=say("mm.word.event_pile"),
        count=state.event_pile,
        top=top,
        handle="event_pile",
    )


def event_face(event: EventCard) -> CardFace:
    lines = (say("mm.text", text=event.text),) if event.text else ()
    return CardFace(event.id, title(event), lines=lines, source=event.source)


def _turns(state: State) -> list[Tracker]:
    """Who plays when, each with the order number of the role."""
    roles = {seat: state.players[seat].role for seat in state.turn_order}
    badges = {seat: str(role_card(state, role).order or "") for seat, role in roles.items() if role}

    def state_of(seat: str) -> str:
        if seat in state.acted:
            return "done"
        return "now" if seat == state.current else "waiting"

    order = turn_order(say("mm.word.order"), badges, state_of, badges=badges)
    return [order] if badges else []


def _roles(state: State, seat: str | None) -> list[Tracker]:
    """The roles nobody holds; while roles are secret only the picker sees which those are."""
    if state.step.startswith("SU") or is_hidden(state, state.picker, seat):
        return []
    roles = [role_card(state, role) for role in roles_left(state)]
    faces = tuple(role_face(role, faded=state.step != "P2") for role in roles)
    return [Cards(id="roles", say=say("mm.word.roles_left"), cards=faces)]


def _notes(state: State) -> tuple[Say, ...]:
    lines: list[Say] = []
    if state.step == "P2":
        lines.append(say("mm.note.pledge_direction"))
    if state.final_round and state.step != "G1":
        lines.append(say("mm.note.last_round"))
    for seat, player in state.players.items():
        now = [last for last in player.lasting if last.until != "next_round"]
        lines += [_holds(seat, last) for last in now]
    return tuple(lines)


def _holds(seat: str, last: Lasting) -> Say:
    """What holds for a player for a while; a number of it with its sign."""
    who = name_of(seat)
    match last.what:
        case "pierce":
            return say("mm.note.pierce", seat=who, part=say(f"mm.pierced.{last.part}"))
        case "cost" if last.part:
            kind = type_name(last.part)
            return say("mm.note.cost_of", seat=who, n=f"{last.n:+d}", type=kind)
        case "skip":
            return say("mm.note.skip", seat=who, part=say(f"mm.phase.{last.part}"))
        case _:
            return say(f"mm.note.{last.what}", seat=who, n=f"{last.n:+d}")


def _piles(state: State) -> list[Tracker]:
    found: list[Tracker] = []
    for kind in DRAWN:
        count = state.pile[kind]
        words = say("mm.handle.pile", type=type_name(kind))
        handle = f"pile:{kind}" if count is not None else None
        found.append(Pile(id=f"pile:{kind}", say=words, count=count, handle=handle, quiet=True))
    for kind in TYPES:
        words = say("mm.handle.discard", type=type_name(kind))
        handle = f"discard:{kind}"
        found.append(
            Pile(id=handle, say=words, count=state.discard[kind], handle=handle, quiet=True)
        )
    return found


def course_sheet(state: State) -> Sheet:
    """Victory points at the end of each round."""
    rows = tuple(_course_row(number, points) for number, points in enumerate(state.course, 1))
    columns = tuple(say("mm.name", seat=name_of(seat)) for seat in state.players)
    return Sheet(id="course", say=say("mm.word.course"), columns=columns, rows=rows)


def _course_row(number: int, points: tuple[int, ...]) -> SheetRow:
    cells = tuple((Piece("vp", vp),) if vp else () for vp in points)
    return SheetRow(str(number), say("mm.word.round_n", n=number), cells)
