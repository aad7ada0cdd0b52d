"""Everything the engine holds of one game, in the words of the table. Frozen; every change is a new
state.
"""

import msgspec

from companion.games.spell_from_the_future.pack import Effect, Mind, Pack, mind_of
from companion.kit.seats import Seat, after, order_of
from companion.kit.story import Story

DAYS = 7
TOKENS_EACH = 3
MOST_TOKENS = 2 * TOKENS_EACH
USUAL_TOKENS = 4
USUAL_WORDS = 2
COLOURS = 10
HAND = 8
COLOURS_OF_TOKENS = ("white", "black")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SET_UP = ("S2", "S3", "S4")
OPEN_SEATS = ("P5.2", "P5.3", "P5.4", "P5.5", "P5.6", "P5.7", "P5.8")


class Tokens(msgspec.Struct, frozen=True, omit_defaults=True):
    white: int = 0
    black: int = 0

    def of(self, colour: str) -> int:
        return self.white if colour == "white" else self.black


Placement = dict[str, Tokens]


class Player(msgspec.Struct, frozen=True):
    """`placement` None: not read yet. `extra_tokens`, `mixed_allowed`: what an unknown card was
    said to allow today.
    """

    white_vp: int = 0
    black_vp: int = 0
    minds_used: tuple[str, ...] = ()
    ready: bool = False
    mind_in_play: str | None = None
    placement: Placement | None = None
    times_shown: int = 0
    times_placed: int = 0
    reused: bool = False
    void: bool = False
    extra_tokens: int = 0
    mixed_allowed: bool = False
    hits_white: int = 0
    hits_black: int = 0

    @property
    def personal(self) -> int:
        return min(self.white_vp, self.black_vp)


class BeastToday(msgspec.Struct, frozen=True):
    """The open Beast with its numbers for this table and this day."""

    id: str
    health: int
    attack: int
    damage: int
    mystic: bool = False


class Modifier(msgspec.Struct, frozen=True):
    """What a Beast left behind, for one day."""

    effect: Effect
    beast: str
    for_round: int


class Proposal(msgspec.Struct, frozen=True):
    """An effect of a Mind Card that waits for a word: yes or no, or white or black."""

    seat: str
    mind: str
    at: int
    wants: str  # yes_no, colour


class Gain(msgspec.Struct, frozen=True):
    """VP a Mind Card gives when VP are counted."""

    seat: str
    colour: str
    n: int
    mind: str


class DayPast(msgspec.Struct, frozen=True):
    beast: str
    defeated: bool
    blocked: str


class Attempt(msgspec.Struct, frozen=True):
    """One line of the campaign's log."""

    chapter: int
    difficulty: str
    won: bool
    days: int
    damage: int
    team: int


class Campaign(msgspec.Struct, frozen=True):
    chapter: int = 1
    lives: int = 3
    attempt: int = 1
    started_at_damage: int = 0
    log: tuple[Attempt, ...] = ()
    result: str = "running"  # won, lost


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    options: dict[str, int | str]
    pack: Pack
    step: str
    players: dict[str, Player]
    in_force: dict[
        str, int | str
    ]  # the options as this round is played; a change waits for the next round
    round: int = 1
    first_player: str = ""
    draws: int = 0
    village_damage: int = 0
    beast_deck_count: int = DAYS
    current_beast: BeastToday | None = None
    beasts_met: tuple[str, ...] = ()
    days_past: tuple[DayPast, ...] = ()
    beast_defeated: str = "unknown"  # yes, no
    attack_blocked: str = "unknown"  # blocked, unblocked, no_attack
    initiative_roll: int | None = None
    initiative: str = "none"  # mages, beast
    word_deck_count: int = 36
    word_discard_count: int = 0
    word_cards_open: int = 0
    word_cards_this_round: int = USUAL_WORDS
    letters: tuple[str, ...] = ()
    words: dict[str, str] = {}
    mystic_round: bool = False
    mystic_card: str | None = None
    mystic_word: str | None = None
    color_deck: int = COLOURS
    color_discard: int = 0
    color_hands: int = 0
    color_open: tuple[str, ...] = ()
    colors_discarded: tuple[str, ...] = ()
    reshuffled_after: int | None = None
    token_limit: int = USUAL_TOKENS
    called: tuple[str, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    gains: tuple[Gain, ...] = ()
    attack_total: int = 0
    defence_total: int = 0
    pending_modifiers: tuple[Modifier, ...] = ()
    result: str = "running"  # village_lost, survived
    winners: tuple[str, ...] = ()
    campaign: Campaign | None = None


GameStory = Story[State]
replace = msgspec.structs.replace


def left_of(state: State, seat: str) -> str:
    return after(order_of(state), seat)


def colour_of_seat(state: State, seat: str) -> str:
    return next(one.colour or one.id for one in state.seats if one.id == seat)


def mode(state: State) -> str:
    return str(state.options["mode"])


def is_cooperative(state: State) -> bool:
    return mode(state) != "standard"


def occasion(state: State) -> str:
    """What makes an ask's id this day's own."""
    return f"{state.campaign.attempt}.{state.round}" if state.campaign else str(state.round)


def places(state: State) -> tuple[str, ...]:
    """Where tokens count today: the letters with a word, or in a Mystic round the ten colour
    columns.
    """
    if state.mystic_round:
        return tuple(colour.id for colour in state.pack.colours)
    return state.letters


def all_letters(pack: Pack) -> tuple[str, ...]:
    return tuple(LETTERS[: pack.generator_slots * pack.words_per_slot])


def mind_in_play(state: State, seat: str) -> Mind | None:
    card = state.players[seat].mind_in_play
    return mind_of(state.pack, card, colour_of_seat(state, seat)) if card else None


def effects_in_play(state: State, seat: str) -> tuple[Effect, ...]:
    """What the seat's Mind Card does today; nothing when it is void, or the round is Mystic."""
    player = state.players[seat]
    mind = mind_in_play(state, seat)
    return () if mind is None or player.void or state.mystic_round else mind.effects


def limit_with(state: State, seat: str, mind: Mind | None) -> int:
    """How many tokens the seat may place with that card: never more than it owns."""
    own = sum(effect.n for effect in mind.effects if effect.do == "token_limit") if mind else 0
    return max(0, min(MOST_TOKENS, state.token_limit + own + state.players[seat].extra_tokens))


def placed_by(player: Player) -> Placement:
    """The tokens that count: those of a void card do not."""
    return {} if player.void or player.placement is None else player.placement


def team_result(state: State) -> int:
    """The lower of both sums over all players."""
    players = state.players.values()
    return min(sum(p.white_vp for p in players), sum(p.black_vp for p in players))
