"""What the tablet draws: the table in the middle, and each player's goods, hand, role, field and
base.
"""

from msgspec.structs import replace

from companion.games.mechamancers.figures import (
    attack_points,
    blocker_health,
    blockers,
    total_shield,
)
from companion.games.mechamancers.goods import type_name
from companion.games.mechamancers.pack import DRAWN, TYPES, EventCard, title
from companion.games.mechamancers.pledge import roles_left
from companion.games.mechamancers.resource import privilege_of
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    Player,
    State,
    event_card,
    hand_size,
    role_card,
    with_player,
)
from companion.games.mechamancers.view_cards import TYPE_BADGES, field_cards, role_face
from companion.kit.pieces import Piece
from companion.kit.say import Say, name_of, say
from companion.kit.trackers import (
    CardFace,
    Cards,
    Counter,
    Gauge,
    Notes,
    Order,
    Phase,
    Pile,
    Sheet,
    SheetRow,
    PhaseStep,
    Tracker,
    TurnSeat,
    View,
)

TYPE_COLOURS = {"attack": "red", "defense": "blue", "unique": "purple", "bulwark": "grey"}
TURN_PHASES = (("T2", "resource"), ("T3", "activation"), ("T4", "combat"))
SECRET = "secret_until_all"


def view(state: State, seat: str | None) -> View:
    trackers: list[Tracker] = [*_table(state, seat)]
    for who, player in state.players.items():
        trackers += _player(state, who, player, hidden=is_hidden(state, who, seat))
    if state.step == "T4":
        trackers += _combat(state)
    if state.step == "G1":
        trackers.append(_course(state))
    return View(_headline(state), tuple(trackers), _closed(state))


def is_hidden(state: State, who: str, seat: str | None) -> bool:
    """Roles lie face down until all have one, if the table plays it so."""
    return state.options["roles_face"] == SECRET and state.step == "P2" and who != seat


def known_to(state: State, seat: str | None) -> State:
    """Who holds which role is blanked while that is secret; the picker knows only which roles are
    gone.
    """
    if state.options["roles_face"] != SECRET or state.step != "P2":
        return state
    others = [who for who in state.players if who != seat]
    taken = sorted(state.players[who].role for who in others if state.players[who].role)
    if seat != state.picker:
        taken = []
    for who in others:
        role = taken.pop() if taken else ""
        state = with_player(state, who, role=role, base_shield_now=0, shield_left={})
    return state


def _closed(state: State) -> tuple[str, ...]:
    """Hands are never looked into; nor the event pile while somebody looks at it."""
    hands = tuple(f"hand:{seat}" for seat in state.players)
    looks = state.step == "T2" and privilege_of(state).do == "event_peek"
    looks = looks or any(question.kind == "peek" for question in state.questions)
    return (*hands, "event") if looks else hands


def _headline(state: State) -> Say:
    who = state.picker if state.step == "P2" else state.current
    seat: Say | str = say("mm.name", seat=name_of(who)) if who else ""
    return say(f"mm.head.{state.step}", seat=seat, round=state.round)


# The middle of the table


def last_round(state: State) -> int:
    """Which round will be the last, as far as can be known."""
    extra = 1 if state.options["end_timing"] == "extra_round" else 0
    if state.final_round or state.step == "G1":
        return state.round
    to_come = state.event_pile if state.step == "E2" else max(0, state.event_pile - 1)
    return state.round + to_come + extra


def _table(state: State, seat: str | None) -> list[Tracker]:
    found: list[Tracker] = [_rounds(state), _events(state), *_turns(state), *_roles(state, seat)]
    if state.step in ("T2", "T3", "T4"):
        steps = tuple(PhaseStep(step, say(f"mm.phase.{phase}")) for step, phase in TURN_PHASES)
        found.append(Phase(id="phase", say=say("mm.word.turn"), steps=steps, at=state.step))
        found.append(_active_field(state))
    lines = _notes(state)
    if lines:
        found.append(Notes(id="notes", say=say("mm.word.notes"), lines=lines))
    return [*found, *_piles(state)]


def _active_field(state: State) -> Cards:
    """What everybody looks at: the field of whoever's turn it is."""
    field = field_cards(state, state.current)
    return replace(
        field, id="field", seat=None, say=say("mm.word.field_of", seat=name_of(state.current))
    )


def _rounds(state: State) -> Phase:
    last = last_round(state)
    steps = tuple(
        PhaseStep(
            str(number),
            say("mm.word.round_n", n=number),
            "done" if number < state.round else "",
            _mark(number, last),
        )
        for number in range(1, last + 1)
    )
    return Phase(id="rounds", say=say("mm.word.round"), steps=steps, at=str(state.round))


def _mark(number: int, last: int) -> Say | str:
    return say("mm.word.last") if number == last else ""


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
    turns = tuple(
        TurnSeat(
            seat,
            _turn_state(state, seat),
            str(role_card(state, state.players[seat].role).order or ""),
        )
        for seat in state.turn_order
        if state.players[seat].role
    )
    return [Order(id="order", say=say("mm.word.order"), turns=turns)] if turns else []


def _turn_state(state: State, seat: str) -> str:
    if seat in state.acted:
        return "done"
    return "now" if seat == state.current else "waiting"


def _roles(state: State, seat: str | None) -> list[Tracker]:
    """The roles nobody holds; while roles are secret only the picker sees which those are."""
    if state.step.startswith("SU") or is_hidden(state, state.picker, seat):
        return []
    faces = tuple(
        role_face(role_card(state, role), faded=state.step != "P2") for role in roles_left(state)
    )
    return [Cards(id="roles", say=say("mm.word.roles_left"), cards=faces)]


def _notes(state: State) -> tuple[Say, ...]:
    lines: list[Say] = []
    if state.step == "P2":
        lines.append(say("mm.note.pledge_direction"))
    if state.final_round and state.step != "G1":
        lines.append(say("mm.note.last_round"))
    for seat, player in state.players.items():
        lines += [
            say(f"mm.note.{last.what}", seat=name_of(seat), n=last.n, part=last.part)
            for last in player.lasting
            if last.until != "next_round"
        ]
    return tuple(lines)


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


# Each player


def _player(state: State, seat: str, player: Player, *, hidden: bool) -> list[Tracker]:
    found: list[Tracker] = [
        _goods(seat, "vp", player.vp, pips="token", size=2, counts=True),
        _goods(seat, "mana", player.mana, pips="drop"),
        field_cards(state, seat),
    ]
    if player.role and not hidden:
        face = role_face(role_card(state, player.role))
        found.append(
            Cards(
                id=f"role:{seat}",
                say=say("mm.word.role"),
                seat=seat,
                cards=(face,),
                handle=f"role:{seat}",
            )
        )
        found.append(_base(state, seat, player))
    return [*found, _hand(seat, player)]


def _goods(
    seat: str, what: str, value: int, *, pips: str, size: int = 1, counts: bool = False
) -> Counter:
    handle = f"{what}:{seat}"
    words = say(f"mm.word.{what}")
    return Counter(
        id=handle,
        say=words,
        seat=seat,
        handle=handle,
        size=size,
        value=value,
        counts=counts,
        pips=pips,
    )


def _hand(seat: str, player: Player) -> Cards:
    """Card backs by type, which everybody can see; from the eighth on they are marked."""
    kinds = [kind for kind in TYPES for _ in range(player.hand[kind])]
    backs = tuple(
        CardFace(
            f"{kind}{at}",
            type_name(kind),
            face_up=False,
            colour=TYPE_COLOURS[kind],
            badge=TYPE_BADGES[kind],
            mark=say("mm.note.too_many") if at >= HAND_LIMIT else None,
            handle=f"hand:{seat}:{kind}",
        )
        for at, kind in enumerate(kinds)
    )
    note = say("mm.note.hand", n=hand_size(player), most=HAND_LIMIT)
    return Cards(
        id=f"hand:{seat}",
        say=say("mm.word.hand"),
        seat=seat,
        cards=backs,
        slots=HAND_LIMIT,
        note=note,
    )


def _base(state: State, seat: str, player: Player) -> Gauge:
    """The shield against whoever acts now; guarded while blockers stand."""
    against = state.current if state.current not in ("", seat) else ""
    value = player.shield_left.get(against, 0) if against else player.base_shield_now
    guarded = bool(blockers(state, seat))
    return Gauge(
        id=f"base:{seat}",
        say=say("mm.word.base_shield"),
        seat=seat,
        value=value,
        most=max(1, player.base_shield_now),
        handle=f"shield:{seat}:{against}" if against in player.shield_left else None,
        note=say("mm.note.guarded") if guarded else say("mm.note.open"),
        shape="ring",
        locked=guarded,
    )


def _combat(state: State) -> list[Tracker]:
    """The current player's attack points against what each opponent can take."""
    attacker = state.current
    points = attack_points(state, attacker)
    found: list[Tracker] = [
        Counter(id="attack_points", say=say("mm.word.attack_points"), seat=attacker, value=points)
    ]
    for foe, player in state.players.items():
        if foe != attacker:
            shield = total_shield(state, foe, attacker)
            guards, left = blocker_health(state, foe), player.shield_left.get(attacker, 0)
            possible = min(max(0, points - shield), player.vp)
            found.append(
                Gauge(
                    id=f"against:{foe}",
                    say=say("mm.word.against", seat=name_of(foe)),
                    seat=attacker,
                    value=points,
                    most=max(points, shield, 1),
                    against=shield,
                    against_say=say("mm.note.total_shield", guards=guards, shield=left, n=shield),
                    note=say("mm.note.possible", n=possible),
                )
            )
    return found


def _course(state: State) -> Sheet:
    """Victory points at the end of each round."""
    rows = tuple(
        SheetRow(
            str(number),
            say("mm.word.round_n", n=number),
            tuple((Piece("vp", vp),) if vp else () for vp in points),
        )
        for number, points in enumerate(state.course, 1)
    )
    columns = tuple(say("mm.name", seat=name_of(seat)) for seat in state.players)
    return Sheet(id="course", say=say("mm.word.course"), columns=columns, rows=rows)
