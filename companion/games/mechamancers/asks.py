"""What is open now. Ids are `<round>.<answers so far>:<what>`, so none is ever asked twice."""

from functools import cache

from companion.games.mechamancers import options as opt
from companion.games.mechamancers.activation import ability_of, affordable, free_slots
from companion.games.mechamancers.events import last_to_act
from companion.games.mechamancers.figures import attacks_of, damage_now, over_limit
from companion.games.mechamancers.pack import (
    EVENT_FACTS,
    FEWEST_EVENTS,
    MECH_FACTS,
    ROLE_FACTS,
    MechCard,
    RoleCard,
    is_taught,
    pack_warnings,
    title,
)
from companion.games.mechamancers.pledge import roles_left
from companion.games.mechamancers.resource import (
    armed,
    draw_options,
    names_in_combat,
    privilege_of,
    privilege_targets,
)
from companion.games.mechamancers.rotation import clockwise, expected
from companion.games.mechamancers.state import (
    SLOTS,
    START_MANA,
    START_VP,
    Player,
    State,
    hand_size,
    mech_card,
    playing,
    role_card,
    standing,
)
from companion.games.mechamancers.turn import slots_to_turn, unconfirmed
from companion.games.mechamancers.words import (
    discard_options,
    mech_option,
    pending_lines,
    proposal_ask,
    question_ask,
    transmute_ask,
)
from companion.kit.asks import (
    Ask,
    CardKnown,
    Cell,
    Choose,
    Count,
    Option,
    PieceWanted,
    Place,
    Ready,
    Show,
)
from companion.kit.memo import by_identity
from companion.kit.pieces import Cells, Piece
from companion.kit.say import Say, name_of, say

CELLS = tuple(Cell(slot, say("mm.slot", slot=slot), 1) for slot in SLOTS)
TOKEN_CELLS = (Cell("vp", say("mm.word.vp")), Cell("mana", say("mm.word.mana")))
TOKENS = (PieceWanted("token"),)


def asks(state: State) -> tuple[Ask, ...]:
    at = f"{state.round}.{state.asked}:"
    if state.step.startswith("SU"):
        return _set_up(state, at)
    if state.step == "G1":
        return ()
    if state.questions:
        main: list[Ask] = [question_ask(state, state.questions[0], at)]
    else:
        main = [*_main(state, at), *(proposal_ask(state, one, at) for one in state.proposals)]
    if unconfirmed(state):
        main.append(Ready(id=f"{at}ok", say=say("mm.ask.ok"), lines=pending_lines(state)))
    main += [_field(state, seat, at) for seat in state.players]
    return tuple(main)


def _set_up(state: State, at: str) -> tuple[Ask, ...]:
    if state.step == "SU1":
        people = tuple(
            Option(seat, say("mm.option_seat", seat=name_of(seat)), seat=seat)
            for seat in state.players
        )
        return (Choose(id=f"{at}SU1", say=say("mm.ask.youngest"), options=people),)
    if state.step == "SU2":
        piles = say(f"mm.setup.piles_{state.options['piles_face']}")
        mats = (
            say("mm.setup.bulwarks"),
            piles,
            say("mm.setup.events", n=FEWEST_EVENTS),
            say("mm.setup.spare"),
        )
        lines = (*mats, *pack_warnings(state.pack))
        return (
            Count(
                id=f"{at}SU2", say=say("mm.ask.piles"), lines=lines, of="event", start=FEWEST_EVENTS
            ),
        )
    lines = tuple(
        say(
            "mm.setup.done" if seat in state.laid else "mm.setup.hand_out",
            seat=name_of(seat),
            vp=START_VP,
            mana=START_MANA,
        )
        for seat in state.players
    )
    waiting = [_field(state, seat, at) for seat in state.players if seat not in state.laid]
    return (Ready(id=f"{at}SU3", say=say("mm.ask.hand_out"), lines=lines), *waiting)


def _main(state: State, at: str) -> list[Ask]:
    match state.step:
        case "P2":
            return [_pick(state, at), *_token_checks(state, at)]
        case "T2":
            return _resource(state, at)
        case "T3":
            return _activation(state, at)
        case "T4":
            return _combat(state, at)
        case "E1":
            return [_event(state, at)]
        case _:
            return []


def _pick(state: State, at: str) -> Ask:
    cards = [role_card(state, role) for role in roles_left(state)]
    seat = state.picker
    return Show(
        id=f"{at}P2",
        say=_by(seat, "mm.ask.pick"),
        seats=(seat,),
        zone=f"role:{seat}",
        cards="role",
        deck="roles",
        known=tuple(_role(card) for card in cards),
    )


@by_identity
def _role(card: RoleCard) -> CardKnown:
    """A role whose numbers nobody has typed in yet is asked for them when it is taken."""
    return CardKnown(card.id, title(card), card.source, () if is_taught(card) else ROLE_FACTS)


@cache
def _known(card: str, name: str, source: str) -> CardKnown:
    return CardKnown(card, name, source)


@cache
def _by(seat: str, key: str) -> Say:
    return say(key, seat=name_of(seat))


def _resource(state: State, at: str) -> list[Ask]:
    seat = state.current
    player = state.players[seat]
    role = role_card(state, player.role)
    options = [opt.draw(kind, n) for kind, n in draw_options(state)]
    found: list[Ask] = []
    if not player.privilege_used:
        targets = privilege_targets(state)
        if targets == ["hand"]:
            rate = privilege_of(state).n
            found.append(
                transmute_ask(
                    f"{at}T2.transmute",
                    seat,
                    player,
                    say("mm.ask.transmute", n=rate),
                    optional=True,
                )
            )
        else:
            options += [_privilege(state, target) for target in targets]
    surplus = over_limit(player)
    if surplus:
        options += discard_options(player, surplus)
    words = say("mm.ask.resource", seat=name_of(seat), mana=role.mana or 0, role=title(role))
    lines = (say("mm.ask.over_limit", n=surplus),) if surplus else ()
    main = Choose(
        id=f"{at}T2",
        say=words,
        seats=(seat,),
        lines=lines,
        options=(*options, opt.done("resource")),
    )
    return [main, *found]


def _privilege(state: State, target: str) -> Option:
    """One way to use the current player's privilege."""
    do = privilege_of(state).do
    if do == "event_peek":
        looked = min(privilege_of(state).n, state.event_pile)
        return opt.peek(
            f"privilege:{target}", looked, int(target), str(state.options["quirk_return"])
        )
    if names_in_combat(state) and do == "add_attacks":
        return opt.announce()
    return mech_option(state, f"privilege:{target}", f"mm.do.{do}", target)


def _activation(state: State, at: str) -> list[Ask]:
    seat = state.current
    player = state.players[seat]
    field = standing(player)
    options = [
        _ability(state, slot) for slot, mech in field if ability_of(mech_card(state, mech.card))
    ]
    if not free_slots(state, seat):
        options += [
            mech_option(state, f"replace:{slot}", "mm.do.replace", f"{seat}:{slot}")
            for slot in SLOTS
        ]
    words = say("mm.ask.activation", seat=name_of(seat), mana=player.mana)
    found: list[Ask] = []
    if hand_size(player):
        found.append(_lay(state, at))
    main = Choose(
        id=f"{at}T3", say=words, seats=(seat,), options=(*options, opt.done("activation"))
    )
    return [main, *found]


def _lay(state: State, at: str) -> Show:
    seat = state.current
    return Show(
        id=f"{at}T3.activate",
        say=_by(seat, "mm.ask.activate"),
        seats=(seat,),
        optional=not affordable(state, seat) or (not free_slots(state, seat) and not state.room),
        cards="mech",
        deck="mechs",
        known=_mechs_known(state.pack.mechs),
        new=True,
        needs=MECH_FACTS,
    )


def _ability(state: State, slot: str) -> Option:
    seat = state.current
    used = int(state.players[seat].field[slot].ability_used)
    return mech_option(state, f"ability:{slot}", "mm.do.ability", f"{seat}:{slot}", used)


def _combat(state: State, at: str) -> list[Ask]:
    seat = state.current
    options: list[Option] = []
    any_left = False
    for slot, mech in standing(state.players[seat]):
        card = mech_card(state, mech.card)
        if card.type == "attack":
            of = attacks_of(state, seat, slot)
            left = max(0, of - mech.attacks_made)
            any_left = any_left or left > 0
            options.append(
                mech_option(state, f"attack:{slot}", "mm.do.attack", f"{seat}:{slot}", left, of)
            )
        if ability_of(card):
            options.append(_ability(state, slot))
    if state.unnamed_attacks:
        options += [
            mech_option(state, f"name:{ref[-1]}", "mm.do.add_attacks", ref) for ref in armed(state)
        ]
    # The phase never ends by itself; when nobody can attack any more, that is only said.
    words = _by(seat, "mm.ask.combat" if any_left else "mm.ask.nothing_left")
    main = Choose(id=f"{at}T4", say=words, seats=(seat,), options=(*options, opt.done("combat")))
    return [_target(state, at), main] if state.attacker else [main]


def _target(state: State, at: str) -> Choose:
    """Everything that may be attacked; what is guarded is listed too, for the table may know
    better.
    """
    seat = state.current
    options: list[Option] = []
    for foe, player in state.players.items():
        for slot, _mech in standing(player):
            if (foe, slot) != (seat, state.attacker):
                ref = f"{foe}:{slot}"
                options.append(mech_option(state, ref, "mm.do.target", ref))
        if foe != seat:
            options.append(opt.base(foe, player.shield_left.get(seat, 0)))
    name = title(mech_card(state, state.players[seat].field[state.attacker].card))
    words = say("mm.ask.target", mech=name, n=damage_now(state, seat, state.attacker))
    return Choose(id=f"{at}T4.target", say=words, seats=(seat,), options=tuple(options))


def _event(state: State, at: str) -> Show:
    used = state.events_used
    known = [card for card in state.pack.events if used.count(card.id) < card.copies]
    return Show(
        id=f"{at}E1",
        say=_by(last_to_act(state), "mm.ask.event"),
        zone="event",
        cards="event",
        deck="events",
        known=tuple(_known(card.id, title(card), card.source) for card in known),
        new=True,
        needs=EVENT_FACTS,
    )


# What the camera may answer at any time


def _field(state: State, seat: str, at: str) -> Place:
    return Place(
        id=f"{at}field.{seat}",
        say=_by(seat, "mm.ask.field"),
        zone=f"field:{seat}",
        optional=True,
        sheet="field",
        cells=CELLS,
        pieces=_mech_pieces(state.pack.mechs),
        per_cell=1,
        now=field_cells(state.players[seat]),
        awaited=_awaited(state, seat),
    )


def _awaited(state: State, seat: str) -> tuple[str, ...]:
    """Slots where the camera's word is waited for: a card to turn, to take away, to explain, or to
    lay at the start.
    """
    if state.step == "SU3":
        return (SLOTS[0],)
    gone = tuple(one.slot for one in state.gone if one.seat == seat)
    unexplained = tuple(one.slot for one in state.proposals if one.seat == seat and one.slot)
    return (*slots_to_turn(state.players[seat]), *gone, *unexplained)


@by_identity
def _mech_pieces(mechs: tuple[MechCard, ...]) -> tuple[PieceWanted, ...]:
    return tuple(
        PieceWanted(card.id, say("mm.card", name=title(card)), turns=True, kind="card")
        for card in mechs
    )


@by_identity
def _mechs_known(mechs: tuple[MechCard, ...]) -> tuple[CardKnown, ...]:
    return tuple(CardKnown(card.id, title(card), card.source) for card in mechs)


@cache
def _lying(card: str, quarter: int) -> tuple[Piece, ...]:
    return (Piece(card, turn=clockwise(quarter)),)


@by_identity
def field_cells(player: Player) -> Cells:
    """How the field should lie, as pieces."""
    return {slot: _lying(mech.card, expected(mech.d)) for slot, mech in standing(player)}


def _token_checks(state: State, at: str) -> list[Ask]:
    """After a round, each player's tokens may be counted once."""
    if state.round == 1:
        return []
    return [
        Place(
            id=f"{at}tokens.{seat}",
            say=_by(seat, "mm.ask.tokens"),
            zone=f"tokens:{seat}",
            optional=True,
            sheet="tokens",
            cells=TOKEN_CELLS,
            pieces=TOKENS,
            now=token_cells(state, seat),
        )
        for seat in playing(state)
        if seat not in state.checked
    ]


def token_cells(state: State, seat: str) -> Cells:
    player = state.players[seat]
    counts = {"vp": player.vp, "mana": player.mana}
    return {kind: (Piece("token", n),) for kind, n in counts.items() if n}
