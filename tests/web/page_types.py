"""The types of what the service sends to the page, made from its own structs:
`python -m tests.web.page_types` writes web/page.d.ts, with which the page's scripts are checked.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import inspect

from companion.kit.asks import Ask
from companion.kit.say import Say
from companion.kit.trackers import Tracker, View
from companion.service.camera_line import CameraLine
from companion.service.status import Device, Hint, Note, Said, Sight
from companion.table import TableSnapshot

FILE = Path(__file__).parents[2] / "web" / "page.d.ts"
HEAD = """// What is sent to the page. Made by `python -m tests.web.page_types`, not by hand.
// Every sentence has been said in the device's language already, so a Say is a string here.

"""
# What the page gets together: fields from a struct, and what only the web adds.
TABLE = "  facts: Record<string, any>;\n"
OF_ASKS = "more: string"  # below the headline
AROUND = """  type Why = (handle: string, tracker?: Tracker) => void;
  type Give = (answer: any, seat?: string) => void;
  type DrawTracker<One> = (one: One, table: Table, why: Why) => any;
  type DrawAsk<One> = (ask: One, table: Table, give: Give, before?: any) => any;
  interface Around {
    camera: Device;
    panel: Device;
    sights: Sight[];
    hints: Hint[];
    notes: Note[];
    desk: Note[];
    judge: boolean;
    said: Said | null;
    line: CameraLine | null;
    states: Record<string, any>;
    places: Record<string, any>;
    light: any;
    face: any;
    virtual: boolean;
    scene?: any;
    demo?: any;
    read?: any;
  }
"""
PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}


class Writer:
    """Collects every struct that is reached from those asked for."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def named(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.StructType(cls=cls):
                return "string" if cls is Say else self.struct(kind)
            case inspect.UnionType(types=types):
                return " | ".join(dict.fromkeys(self.named(one) for one in types))
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"{_bracketed(self.named(item))}[]"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(self.named(one) for one in items)}]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.named(value)}>"
            case inspect.LiteralType(values=values):
                return " | ".join(f'"{value}"' for value in values)
            case _:
                return PLAIN[type(kind)]

    def struct(self, kind: inspect.StructType) -> str:
        name = kind.cls.__name__
        assert self._classes.setdefault(name, kind.cls) is kind.cls, f"{name} is two structs"
        if name not in self.interfaces:
            self.interfaces[name] = ""  # a card may lie on a card
            tag = (f'{kind.tag_field}: "{kind.tag}"',) if kind.tag_field else ()
            is_lean = kind.cls.__struct_config__.omit_defaults
            told = (OF_ASKS,) if kind.cls in Ask.__args__ else ()
            lines = [*tag, *self.fields(kind.fields, is_lean), *told]
            body = "".join(f"    {line};\n" for line in lines)
            self.interfaces[name] = f"  interface {name} {{\n{body}  }}\n"
        return name

    def fields(self, fields: Iterable[inspect.Field], is_lean: bool) -> list[str]:
        made = []
        for one in fields:
            mark = "?" if is_lean and not one.required else ""
            made.append(f"{one.encode_name}{mark}: {self.named(one.type)}")
        return made


def _bracketed(name: str) -> str:
    return f"({name})" if " | " in name else name


def _struct(cls: Any) -> inspect.StructType:
    found = inspect.type_info(cls)
    assert isinstance(found, inspect.StructType)
    return found


def written() -> str:
    writer = Writer()
    unions = {
        name: writer.named(inspect.type_info(kind))
        for name, kind in {"Ask": Ask, "Tracker": Tracker}.items()
    }
    for cls in (Device, CameraLine, Sight, Hint, Note, Said):
        writer.struct(_struct(cls))
    whole = [one for one in _struct(TableSnapshot).fields if one.name not in {"view", "version"}]
    table = writer.fields([*whole, *_struct(View).fields], is_lean=False)
    parts = [
        "declare namespace Sent {\n",
        "  interface Table {\n",
        *(f"    {line};\n" for line in table),
        f"  {TABLE}  }}\n",
        AROUND,
        *(f"  type {name} =\n    | {_lines(union)};\n" for name, union in unions.items()),
        *writer.interfaces.values(),
        "}\n",
    ]
    text = "".join(parts)
    for name, union in unions.items():
        text = text.replace(f"({union})[]", f"{name}[]")
    return HEAD + text


def _lines(union: str) -> str:
    return union.replace(" | ", "\n    | ")


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
