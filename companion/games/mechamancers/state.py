"""The table as the engine knows it, in the words of the rules. Only values and small ways to change
them.
"""

from typing import Literal

import msgspec

from companion.games.mechamancers.pack import (
    EMPTY,
    Effect,
    EventCard,
    MechamancersPack,
    MechCard,
    RoleCard,
)
from companion.kit.memo import by_identity
from companion.kit.seats import Seat, with_player
from companion.kit.steps import PlainStep, Step
from companion.kit.story import Story

ROUND_STEPS = ("SU1", "SU2", "SU3", "P2", "T1", "T2", "T3", "T4", "E1", "E2", "G1")
SLOTS = ("1", "2", "3", "4", "5", "6")
START_VP, START_MANA, EVENTS = 7, 2, 6
HAND_LIMIT, BULWARKS, MOST_TRIGGERS = 7, 4, 50

Until = Literal["turn", "round", "next_round", "field", "next_attack"]


class Boost(msgspec.Struct, frozen=True):
    """Something a mech has for a while. `source` is who gives it as long as that mech stands."""

    what: Literal["attacks", "damage", "prevent"]
    n: int
    until: Until
    source: str = ""


class Mech(msgspec.Struct, frozen=True):
    """A card in a field slot. `turning` is damage (below zero: repair) the table has not yet shown
    by turning it.
    """

    card: str = EMPTY
    d: int = 0
    turning: int = 0
    attacks_made: int = 0
    ability_used: bool = False
    fresh: bool = False
    boosts: tuple[Boost, ...] = ()


class Lasting(msgspec.Struct, frozen=True):
    """Something that holds for a player for a while: pierce, dearer or cheaper mechs, a skipped
    phase, a shield.
    """

    what: Literal["pierce", "cost", "skip", "shield"]
    until: Until
    n: int = 0
    part: str = ""  # what is pierced, which type costs less, which phase is skipped


class Player(msgspec.Struct, frozen=True):
    """`shield_left` is by attacker. `hits` are this round's blows against the base, for a role
    corrected later.
    """

    vp: int
    mana: int
    hand: dict[str, int]
    field: dict[str, Mech]
    role: str = ""
    base_shield_now: int = 0
    passive_shield: int = 0
    shield_left: dict[str, int] = {}
    hits: dict[str, tuple[int, ...]] = {}
    privilege_used: bool = False
    drawn_this_turn: dict[str, int] = {}
    lasting: tuple[Lasting, ...] = ()
    status: Literal["playing", "left"] = "playing"


class Gone(msgspec.Struct, frozen=True):
    """A card that is out of play but, as far as we know, still lies in its slot."""

    seat: str
    slot: str
    card: str
    to: Literal["discard", "hand"] = "discard"


class Work(msgspec.Struct, frozen=True):
    """An effect waiting to be carried out. `picked` are mechs chosen so far ("ann:2"), `asked`
    whose side is done.
    """

    effect: Effect
    owner: str = ""
    slot: str = ""
    card: str = ""
    attacker: str = ""
    foe: str = ""
    asked: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """What must be answered before anything else. The oldest is open."""

    kind: Literal["foe", "mechs", "discard", "peek", "transmute", "manual", "spill", "draw"]
    seat: str
    n: int = 1
    choices: tuple[str, ...] = ()
    side: str = ""  # whose mechs are chosen
    text: str = ""
    card: str = ""


class Proposal(msgspec.Struct, frozen=True):
    """Something the camera saw that nothing explains. It changes nothing until somebody says what
    it was.
    """

    kind: Literal["turned", "gone", "tokens"]
    seat: str
    slot: str = ""
    quarter: int = 0
    vp: int = 0
    mana: int = 0


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    options: dict[str, int | str]
    pack: MechamancersPack
    step: str
    mech_at: dict[str, int]
    role_at: dict[str, int]
    event_at: dict[str, int]
    players: dict[str, Player]
    pile: dict[str, int | None]
    discard: dict[str, int]
    vp_supply: int
    mana_supply: int
    vp_total: int
    youngest: str = ""
    round: int = 1
    final_round: bool = False
    event_pile: int = EVENTS
    event_now: str = ""
    event_stays: str = ""
    events_used: tuple[str, ...] = ()
    first_picker: str = ""
    picker: str = ""
    turn_order: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    current: str = ""
    first_actor: str = ""
    ruler_holder: str = ""
    first_next: str = ""
    attacker: str = ""  # slot of the mech about to attack
    room: str = ""  # slot of the mech to be replaced by the next one activated
    unnamed_attacks: int = 0  # the Warlock's, announced and not yet given to a mech
    gone: tuple[Gone, ...] = ()
    queue: tuple[Work, ...] = ()
    questions: tuple[Question, ...] = ()
    chain: int = 0
    proposals: tuple[Proposal, ...] = ()
    laid: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    course: tuple[tuple[int, ...], ...] = ()
    asked: int = 0


GameStory = Story[State]
GameStep = Step[State, PlainStep]


def mech_card(state: State, card: str) -> MechCard:
    return state.pack.mechs[state.mech_at[card]]


def role_card(state: State, role: str) -> RoleCard:
    return state.pack.roles[state.role_at[role]]


def event_card(state: State, event: str) -> EventCard:
    return state.pack.events[state.event_at[event]]


def with_mech(state: State, seat: str, slot: str, mech: Mech) -> State:
    return with_player(state, seat, field={**state.players[seat].field, slot: mech})


def mech_in(state: State, ref: str) -> Mech | None:
    """The mech meant by "ann:2", if one stands there."""
    seat, _, slot = ref.partition(":")
    player = state.players.get(seat)
    mech = player.field.get(slot) if player else None
    return mech if mech is not None and mech.card != EMPTY else None


@by_identity
def standing(player: Player) -> tuple[tuple[str, Mech], ...]:
    """The mechs of a field, by slot."""
    return tuple((slot, player.field[slot]) for slot in SLOTS if player.field[slot].card != EMPTY)


def hand_size(player: Player) -> int:
    return sum(player.hand.values())


def playing(state: State) -> tuple[str, ...]:
    return tuple(seat for seat, player in state.players.items() if player.status == "playing")


def in_turn_order(state: State) -> tuple[str, ...]:
    """Everybody who plays, in this round's order as far as it is known."""
    return state.turn_order or playing(state)


def trigger_order(state: State) -> tuple[str, ...]:
    """The current player first, then the others from the top of the turn order; whoever left comes
    last.
    """
    order = in_turn_order(state)
    rest = tuple(seat for seat in order if seat != state.current)
    left = tuple(seat for seat in state.players if seat not in order and seat != state.current)
    return ((state.current,) if state.current else ()) + rest + left
