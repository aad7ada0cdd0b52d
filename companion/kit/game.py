"""A game is one small object: pure functions over an immutable state. No I/O, no clock, no chance
of its own.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from companion.kit.asks import Ask
from companion.kit.events import Path
from companion.kit.intents import Answer, AnswerValue
from companion.kit.outcome import Figure, Outcome
from companion.kit.packs import Problem
from companion.kit.players import Chance, any_answer
from companion.kit.say import Say, Value
from companion.kit.seats import Seat
from companion.kit.story import RuleError, Story
from companion.kit.trackers import View
from companion.kit.under_way import UnderWay

S = TypeVar("S", bound=msgspec.Struct)
Options = Mapping[str, int | str]
Seats = tuple[Seat, ...]
Name = tuple[str, str, Collection[str]]  # where it stands, what stands there, what there is


class OptionSpec(msgspec.Struct, frozen=True):
    """A table option. Its texts are `<prefix>.option.<name>` and `<prefix>.option.<name>.<value>`
    in the catalogues.

    `values` are words, or whole numbers between `least` and `most`. `live`: may change during a
    game.
    """

    name: str
    values: tuple[str, ...] = ()
    default: int | str = ""
    least: int = 0
    most: int = 0
    live: bool = True

    def accepts(self, value: int | str) -> bool:
        if self.values:
            return value in self.values
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        )


class Handle(msgspec.Struct, frozen=True):
    """A value of the state that people may set by hand: a number in a range, or one of some words.

    `code` is what a value out of that range is refused with.
    """

    id: str
    path: Path
    say: Say
    least: int = 0
    most: int | None = None
    words: tuple[str, ...] = ()
    seat: str | None = None
    code: str = "out_of_range"


def _same(_state: Any, _answer: Answer, error: RuleError) -> RuleError:
    return error


def _as_given(answer: Answer) -> Answer:
    return answer


def _nothing_more(_story: Story[Any], _handle: Handle, _confirmed: bool) -> None:
    return


def _all_of_it(state: Any, _seat: str | None) -> Any:
    return state


def _at_once(_story: Story[Any], _option: str) -> None:
    return


def _no_suggestion(_players: int) -> Options:
    return {}


def _always_whole(_state: Any) -> bool:
    return False


def _as_it_stands(state: Any, _position: Mapping[str, Any]) -> Any:
    return state


def _nothing_named(_state: Any) -> Iterable[Name]:
    return ()


def _nothing_asked(_start: Any) -> UnderWay | None:
    return None


def _as_written(_state: Any) -> Mapping[str, Value]:
    return {}


def _unscored(_state: Any) -> Mapping[str, int]:
    return {}


def _no_figures(_state: Any) -> tuple[Figure, ...]:
    return ()


def _any_pack(_pack: Any) -> tuple[Problem, ...]:
    return ()


def _nothing_odd(_pack: Any) -> tuple[Say, ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """`prefix` starts the game's text keys and rule ids (sf, SF-E14). `rules` is raised whenever a
    rule changes.

    `setup` may raise RuleError (wrong number of seats, options that exclude each other).
    `broken` names every invariant that does not hold; a position that breaks one is refused with
    it.
    `known_to` blanks what a seat (or a spectator) does not know; its view must not change by it.
    `pack` is the type of its cards, `packs` those that ship; None: it is played without cards.
    `mats` are standard ones by name (`tray`, `seat docks`, `grid 5x5`), for a game without a
    `mats.toml` of its own.
    `where` says where each real piece should be: two of them compared are the pieces to move after
    an undo.
    `suggested` are options to offer to that many players, where the usual ones do not fit (a mode
    for two).
    `check_pack` says what makes a pack unplayable, `pack_warnings` what is odd about it but can be
    played.
    `short_facts` are types of facts asked for when a card is met in play that stand in the pack in
    another form.
    `open`: nothing is ever secret, so the log tells an answer as it was given where the rules tell
    nothing of it.
    `steps` are those a position may stand at; `names` says of every other name in a state where it
    stands and which ones there are: a position that names what does not exist is refused by it.
    `derived` adds to a position what follows from the rest of it and was not said (a role brings
    its shield, the bag holds what is not in sight).
    `under_way` says what people are asked of a game that is already under way, given its start.
    `called` says what a state's own words for cards, places and dice are called among people.
    `spelt` is an answer in the game's own spelling, where one thing can be written in several ways.
    `halfway`: the last answer only began a deed (who attacks, not yet whom); once it is done, one
    undo takes back all of it.
    `scores` is how everybody stands, at any time, in what decides the game and all may know.
    `figures` are numbers to be remembered of a game, for the best lists over many.
    `adjusted` and `option_changed` add consequences to what was set by hand, or refuse it.
    """

    id: str
    prefix: str
    title: str
    seats: tuple[int, int]
    rules: int
    state: type[S]
    colours: tuple[str, ...]
    setup: Callable[[Options, Seats, Any], S]
    asks: Callable[[S], tuple[Ask, ...]]
    decide: Callable[[S, Answer], Story[S]]
    view: Callable[[S, str | None], View]
    outcome: Callable[[S], Outcome | None]
    broken: Callable[[S], tuple[str, ...]]
    handles: Callable[[S], tuple[Handle, ...]]
    where: Callable[[S], Mapping[str, Say]]
    pack: type[msgspec.Struct] | None = None
    packs: tuple[str, ...] = ()
    options: tuple[OptionSpec, ...] = ()
    mats: tuple[str, ...] = ("tray",)
    open: bool = False
    spelt: Callable[[Answer], Answer] = _as_given
    halfway: Callable[[S], bool] = _always_whole
    explain: Callable[[S, Answer, RuleError], RuleError] = _same
    adjusted: Callable[[Story[S], Handle, bool], None] = _nothing_more
    option_changed: Callable[[Story[S], str], None] = _at_once
    check_pack: Callable[[Any], tuple[Problem, ...]] = _any_pack
    pack_warnings: Callable[[Any], tuple[Say, ...]] = _nothing_odd
    short_facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    known_to: Callable[[S, str | None], S] = _all_of_it
    suggested: Callable[[int], Options] = _no_suggestion
    propose: Callable[[S, Ask, Chance], AnswerValue | None] | None = None
    scores: Callable[[S], Mapping[str, int]] = _unscored
    figures: Callable[[S], tuple[Figure, ...]] = _no_figures
    steps: Collection[str] = ()
    names: Callable[[S], Iterable[Name]] = _nothing_named
    derived: Callable[[S, Mapping[str, Any]], S] = _as_it_stands
    under_way: Callable[[S], UnderWay | None] = _nothing_asked
    called: Callable[[S], Mapping[str, Value]] = _as_written

    def answer_like_a_player(self, state: S, ask: Ask, chance: Chance) -> AnswerValue:
        """A random answer that ought to be legal: the game's own idea, or what fits the form."""
        proposed = self.propose(state, ask, chance) if self.propose else None
        return proposed if proposed is not None else any_answer(ask, chance)
