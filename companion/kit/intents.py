"""What a device may send. Small intents, never states; each has an id made by the device, so a
repeat is harmless.
"""

import msgspec

from companion.kit.pieces import CardSeen, Cells, Die


class _Value(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind"):
    pass


class Rolled(_Value, frozen=True, tag="roll"):
    dice: tuple[Die, ...]


class Placed(_Value, frozen=True, tag="place"):
    cells: Cells
    unplaced: dict[str, int] = {}  # pieces of the same owner lying beside: a checksum


class Shown(_Value, frozen=True, tag="show"):
    cards: tuple[CardSeen, ...]


class Chosen(_Value, frozen=True, tag="choose"):
    options: tuple[str, ...]


class Counted(_Value, frozen=True, tag="count"):
    number: int


class Readied(_Value, frozen=True, tag="ready"):
    ready: bool = True


AnswerValue = Rolled | Placed | Shown | Chosen | Counted | Readied


class _Intent(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
):
    id: str
    device: str = ""


class Answer(_Intent, frozen=True, kw_only=True, tag="answer"):
    """`force` is a reason: it happened anyway, whatever the rule says. `evidence` names the picture
    it came from.
    """

    ask: str
    answer: AnswerValue
    seat: str | None = None
    force: str | None = None
    evidence: str | None = None


class Adjust(_Intent, frozen=True, kw_only=True, tag="adjust"):
    """A tracker set by hand. `confirmed` answers the game's own 'are you sure' (a marker on its
    last space).
    """

    handle: str
    to: int | str
    reason: str = ""
    confirmed: bool = False


class Correct(_Intent, frozen=True, kw_only=True, tag="correct"):
    """The answer in that line of the log was wrong; this is the right one."""

    line: int
    answer: AnswerValue
    confirmed: bool = False


class Undo(_Intent, frozen=True, kw_only=True, tag="undo"):
    """Back to just before that line; without one, the last line."""

    line: int | None = None


class Redo(_Intent, frozen=True, kw_only=True, tag="redo"):
    """Forward again, through that line; without one, one line."""

    line: int | None = None


class Set(_Intent, frozen=True, kw_only=True, tag="set"):
    """A table option."""

    option: str
    to: int | str


Intent = Answer | Adjust | Correct | Undo | Redo | Set
