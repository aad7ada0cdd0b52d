"""Deciding: a game tells, step by step, how the state changes and why; or refuses, and nothing has
happened.
"""

from typing import Generic, TypeVar

from companion.errors import CompanionError
from companion.kit.events import Event, diff
from companion.kit.say import Say, Value, say

S = TypeVar("S")


class RuleError(CompanionError):
    """Refused. `code` is the rules file's own (SF-E14) or one of the kit's; `say` what is wrong,
    `hint` what would do.

    `may_force`: the rule forbids it, but it has a meaning, so the table may say "it happened
    anyway". `line`: the line of the log that stands against it and could be undone.
    """

    def __init__(
        self,
        code: str,
        why: Say,
        hint: Say | None = None,
        *,
        may_force: bool = False,
        line: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {why.key}")
        self.code = code
        self.say = why
        self.hint = hint
        self.may_force = may_force
        self.line = line


class Story(Generic[S]):
    """One answer's consequences, told in order. Made fresh for each `decide` and thrown away after
    it.
    """

    def __init__(self, state: S, force: str | None = None) -> None:
        self.state = state
        self.force = force
        self.events: list[Event] = []
        self.bent: list[RuleError] = []
        self._told = state

    def keep(self, state: S) -> None:
        """Goes on to this state without a word of its own; the next telling covers it."""
        self.state = state

    def tell(
        self,
        state: S,
        what: str | Say,
        /,
        *,
        about: tuple[str, ...] = (),
        only: tuple[str, ...] | None = None,
        sound: str | None = None,
        **values: Value,
    ) -> None:
        """Goes on to this state and says why, by key and values or as a whole sentence. `about`:
        seats it concerns.
        """
        self.state = state
        changes = diff(self._told, state)
        self._told = state
        why = what if isinstance(what, Say) else say(what, **values)
        self.events.append(Event(why, changes, about, only, sound))

    def end(self) -> tuple[Event, ...]:
        """All events; what was kept silently and not told since becomes an event without words."""
        changes = diff(self._told, self.state)
        if changes:
            self._told = self.state
            self.events.append(Event(None, changes))
        return tuple(self.events)

    def refuse_if(
        self,
        broken: bool,
        code: str,
        what: str | Say,
        /,
        *,
        hint: Say | None = None,
        **values: Value,
    ) -> None:
        """A rule that the table may bend: refused, unless it happened anyway. Bending is part of
        the story.
        """
        if not broken:
            return
        why = what if isinstance(what, Say) else say(what, **values)
        if any(error.code == code and error.say == why for error in self.bent):
            return  # one rule is bent once, however many places look at it
        error = RuleError(code, why, hint, may_force=True)
        if self.force is None:
            raise error
        self.bent.append(error)
        self.events.append(Event(say("kit.forced", what=error.say, reason=self.force)))


def refuse(code: str, what: str | Say, /, *, hint: Say | None = None, **values: Value) -> RuleError:
    """A refusal to raise for what has no meaning at all; it cannot be forced."""
    return RuleError(code, what if isinstance(what, Say) else say(what, **values), hint)


def unless_sure(code: str, what: str | Say, /, **values: Value) -> RuleError:
    """A refusal to raise for what is done all the same once the table says that it is so."""
    return RuleError(code, what if isinstance(what, Say) else say(what, **values), may_force=True)
