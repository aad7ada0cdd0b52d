"""What the facts of a card look like, told from its type: one description for whoever asks people
for them.

Whatever a pack may hold has a shape here; a type without one is refused, so that nobody is ever
asked for raw data.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from companion.languages import LANGUAGES

# Types for packs that say more than their Python type does.
Prose = Annotated[str, Meta(extra={"is_long": True})]
Swatch = Annotated[str, Meta(extra={"is_colour": True})]  # #rrggbb
ByLanguage = dict[Annotated[str, Meta(examples=list(LANGUAGES))], str]


class _Shape(msgspec.Struct, frozen=True, tag_field="ask", omit_defaults=True):
    pass


class Number(_Shape, frozen=True, tag="number"):
    least: float | None = None
    most: float | None = None


class Text(_Shape, frozen=True, tag="text"):
    is_long: bool = False
    is_colour: bool = False


class YesNo(_Shape, frozen=True, tag="yes_no"):
    pass


class Choice(_Shape, frozen=True, tag="choice"):
    """`parts`: which other facts go with a word, and their shape where the word narrows it.
    `is_optional`: the empty word is one of them and says nothing."""

    choices: tuple[str | int, ...]
    is_optional: bool = False
    parts: dict[str, dict[str, "Shape | None"]] = {}


class Letters(_Shape, frozen=True, tag="letters"):
    """Words written as one letter each, one after the other in one text."""

    letters: tuple[str, ...]
    most: int | None = None


class Pattern(_Shape, frozen=True, tag="grid"):
    """A pattern, row by row: each cell is one of the signs, rows are parted by a slash."""

    signs: tuple[str, ...]
    most: int


class Several(_Shape, frozen=True, tag="several"):
    of: "Shape"
    least: int | None = None
    most: int | None = None


class Keyed(_Shape, frozen=True, tag="keyed"):
    """`is_whole`: every key has its value, none is added or taken away."""

    keys: tuple[str, ...]
    of: "Shape"
    is_whole: bool = False


class Cells(_Shape, frozen=True, tag="cells"):
    """Words in rows of so many, one in each cell."""

    choices: tuple[str, ...]
    number: int
    across: int


class Group(_Shape, frozen=True, tag="group"):
    """The facts of a part, by the name of its type; `tag`: what tells it from the others it may be
    instead.
    """

    part: str
    tag: dict[str, str | int] = {}


class OneOf(_Shape, frozen=True, tag="one_of"):
    of: tuple["Shape", ...]


Shape = Number | Text | YesNo | Choice | Letters | Pattern | Several | Keyed | Cells | Group | OneOf


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    shape: Shape
    needed: bool = False
    default: Any = None


Parts = dict[str, tuple[Fact, ...]]


def described(*kinds: type[msgspec.Struct]) -> Parts:
    """The facts of these cards, and of each part inside them, by the names of their types."""
    parts: Parts = {}
    for kind in kinds:
        _group(kind, parts)
    return parts


def described_shortly(
    kind: type[msgspec.Struct], names: Iterable[str], otherwise: Mapping[str, Any]
) -> Parts:
    """Only these facts of a card, and the parts inside them; `otherwise`: types of facts that stand
    in it elsewhere.
    """
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)} | dict(
        otherwise
    )
    parts: Parts = {}
    facts = tuple(Fact(name, _shape(types[name], parts)) for name in names)
    return {**parts, part_name(kind): facts}


def part_name(kind: type[msgspec.Struct]) -> str:
    return kind.__name__.lower()


def _group(kind: type[msgspec.Struct], parts: Parts) -> Group:
    name = part_name(kind)
    if name not in parts:
        parts[name] = ()  # known from here on: a part may hold parts of its own kind
        parts[name] = tuple(_fact(field, parts) for field in msgspec.structs.fields(kind))
    known = kind.__struct_config__
    return Group(
        name, {known.tag_field: known.tag} if known.tag_field and known.tag is not None else {}
    )


def _fact(field: msgspec.structs.FieldInfo, parts: Parts) -> Fact:
    default = (
        None
        if field.required or field.default is msgspec.NODEFAULT
        else msgspec.to_builtins(field.default)
    )
    return Fact(field.encode_name, _shape(field.type, parts), field.required, default)


def _shape(kind: Any, parts: Parts, meta: Meta | None = None) -> Shape:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _shape(args[0], parts, args[1])
    if origin is Literal:
        return Choice(tuple(one for one in args if one != ""), "" in args, _narrowed(meta, parts))
    if origin in (Union, UnionType):
        shapes = tuple(_shape(one, parts) for one in args if one is not type(None))
        return shapes[0] if len(shapes) == 1 else OneOf(shapes)
    if origin is tuple:
        return _several(args, parts, meta)
    if origin is dict:
        return Keyed(_keys(args[0]), _shape(args[1], parts))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _group(kind, parts)
    return _plain(kind, meta)


def _several(args: tuple[Any, ...], parts: Parts, meta: Meta | None) -> Several:
    if args[-1] is ...:
        least, most = (meta.min_length, meta.max_length) if meta else (None, None)
        return Several(_shape(args[0], parts), least, most)
    return Several(_shape(args[0], parts), len(args), len(args))


def _keys(kind: Any) -> tuple[str, ...]:
    """The keys that are usual, where the type names them."""
    return tuple(get_args(kind)[1].examples or ()) if get_origin(kind) is Annotated else ()


def _narrowed(meta: Meta | None, parts: Parts) -> dict[str, dict[str, Shape | None]]:
    told = _extra(meta).get("parts", {})
    return {
        word: {name: None if kind is None else _shape(kind, parts) for name, kind in facts.items()}
        for word, facts in told.items()
    }


def _plain(kind: Any, meta: Meta | None) -> Shape:
    extra = _extra(meta)
    if kind is bool:
        return YesNo()
    if kind in (int, float):
        return Number(meta.ge, meta.le) if meta else Number()
    if kind is str and "letters" in extra:
        return Letters(tuple(extra["letters"]), extra.get("most"))
    if kind is str and "grid" in extra:
        return Pattern(tuple(extra["grid"]), extra["most"])
    if kind is str:
        return Text(**extra)
    raise TypeError(f"{kind} has no shape: people could not be asked for it")


def _extra(meta: Meta | None) -> dict[str, Any]:
    return (meta.extra if meta else None) or {}


def lacking(
    parts: Parts, part: str, value: dict[str, Any], path: str = ""
) -> Iterator[tuple[str, str]]:
    """Where in a card a word asks for a fact that is not stated, and its name: which number of an
    enemy changes.
    """
    for fact in parts[part]:
        if isinstance(fact.shape, Choice):
            asked = fact.shape.parts.get(str(value.get(fact.name, fact.default)), {})
            yield from (
                (path, name)
                for name, shape in asked.items()
                if _is_must(shape) and not value.get(name)
            )
        if value.get(fact.name):
            yield from _lacking_inside(
                parts, fact.shape, value[fact.name], f"{path}.{fact.name}".lstrip(".")
            )


def _is_must(shape: Shape | None) -> bool:
    return isinstance(shape, Choice) and not shape.is_optional


def _lacking_inside(parts: Parts, shape: Shape, value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(shape, Group):
        yield from lacking(parts, shape.part, value, path)
    elif isinstance(shape, Several):
        for at, one in enumerate(value):
            yield from _lacking_inside(parts, shape.of, one, f"{path}.{at}")
