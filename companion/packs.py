"""Card packs as files: TOML beside each game, and the owner's own in the data folder. Reading,
merging, writing.
"""

import re
import threading
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.errors import SetupError
from companion.kit.game import Game
from companion.kit.packs import Problem, id_of, problems, read_pack
from companion.kit.say import Say
from companion.texts import sentence

LIMIT_BYTES = 4_000_000
DEEP = re.compile(r"""(?:[\w"'-]{1,99}[ \t]{0,9}\.[ \t]{0,9}){32}""")


def shipped(game: Game[Any], name: str) -> dict[str, Any]:
    """The raw pack that ships with the game: what the book prints, or our invented demo. Nothing,
    for a game without cards.
    """
    if game.pack is None:
        return {}
    file = games.folder(game.id) / "packs" / f"{name}.toml"
    if name not in game.packs or not file.is_file():
        raise SetupError(
            f"{game.title} has no pack {name!r}; there are: {', '.join(game.packs)}, "
            "or give a file."
        )
    return tomllib.loads(file.read_text("utf-8"))


def raw_from_file(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LIMIT_BYTES:
            raise SetupError(
                f"{path} is larger than {LIMIT_BYTES // 1_000_000} MB: not a card pack."
            )
        return raw_from_text(path.read_text("utf-8"), str(path))
    except OSError as error:
        raise SetupError(
            f"Cannot read {path}: {error.strerror}. Check the name of the file."
        ) from None
    except UnicodeDecodeError:
        raise SetupError(f"{path} is not a text file: a pack is TOML, in UTF-8.") from None


def raw_from_text(text: str, name: str) -> dict[str, Any]:
    """`name`: what it is called where something is wrong with it."""
    if DEEP.search(text):  # the parser's time grows with the square of this
        raise SetupError(f"{name} is nested too deeply: not a card pack.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{name} is not TOML: {error}") from None
    except RecursionError:
        raise SetupError(f"{name} is nested too deeply: not a card pack.") from None


def merged(base: dict[str, Any], owners: dict[str, Any]) -> dict[str, Any]:
    """The base pack with the owner's cards: the same id replaces, a new id is added. Plain values
    are replaced.
    """
    result = dict(base)
    for key, value in owners.items():
        if _is_cards(value) and isinstance(result.get(key), list):
            taught = {id_of(card): card for card in value if id_of(card)}
            unnamed = [card for card in value if not id_of(card)]  # for the check to find
            kept = [card for card in result[key] if id_of(card) not in taught]
            result[key] = kept + list(taught.values()) + unnamed
        else:
            result[key] = value
    return result


def checked(game: Game[Any], raw: dict[str, Any], source: str) -> Any:
    """The pack as the game's own type, or a message that names file, card and field. None, for a
    game without cards.
    """
    found = findings(game, raw)
    if found:
        more = f" (and {len(found) - 1} more; see companion pack check)" if len(found) > 1 else ""
        raise SetupError(f"{source}: {in_english(found[0])}{more}")
    return read_pack(game.pack, raw) if game.pack is not None else None


def findings(game: Game[Any], raw: dict[str, Any]) -> list[Problem]:
    if game.pack is None:
        return [Problem("", name, "this game is played without cards") for name in raw]
    return problems(game.pack, raw) or list(game.check_pack(read_pack(game.pack, raw)))


def in_english(problem: Problem) -> str:
    """One line that names card and field, for the command line."""
    message = problem.message
    said = sentence(message, "en", {}) if isinstance(message, Say) else message
    return ": ".join(filter(None, (problem.card, problem.field, said)))


def warnings(game: Game[Any], raw: dict[str, Any]) -> tuple[Say, ...]:
    """What is odd about a pack without findings; it can be played all the same."""
    return game.pack_warnings(read_pack(game.pack, raw)) if game.pack is not None else ()


def first_pack(game: Game[Any]) -> str:
    """The one played with where nobody chooses; none for a game without cards."""
    return next(iter(game.packs), "")


class Shelf:
    """Where packs come from: those that ship, and the folder of the owner's. `files`: also any
    file, by its path; only for the command line, for a path that came over the network may be
    anybody's."""

    def __init__(self, folder: Path | None = None, *, files: bool = False) -> None:
        self.folder, self._files = folder, files
        self._writing = threading.Lock()  # the table keeps taught cards while somebody edits

    def raw(self, game: Game[Any], wanted: str | dict[str, Any] | None) -> dict[str, Any]:
        """By name, by file, or given as data; with the owner's taught cards for a pack given by
        name.
        """
        if isinstance(wanted, dict):
            return merged(shipped(game, first_pack(game)), wanted)
        name = wanted or first_pack(game)
        if name in (*game.packs, "") or not self._files:
            return merged(shipped(game, name), self.owners(game))
        return raw_from_file(Path(name))

    def pack(self, game: Game[Any], wanted: str | dict[str, Any] | None) -> Any:
        return checked(game, self.raw(game, wanted), wanted if isinstance(wanted, str) else game.id)

    def owners_file(self, game: Game[Any]) -> Path | None:
        return self.folder / game.id / "owner.toml" if self.folder else None

    def owners(self, game: Game[Any]) -> dict[str, Any]:
        file = self.owners_file(game)
        return raw_from_file(file) if file and file.is_file() else {}

    def remember(self, game: Game[Any], raw: dict[str, Any]) -> None:
        """Keeps the owner's cards, beside those already there."""
        with self._writing:
            self._write(game, merged(self.owners(game), raw))

    def forget(self, game: Game[Any], kind: str, card_id: str) -> None:
        """Takes one of the owner's cards away; what ships under that id counts again."""
        with self._writing:
            owners = self.owners(game)
            left = [card for card in owners.get(kind, []) if id_of(card) != card_id]
            self._write(
                game,
                {**owners, kind: left} if left else {k: v for k, v in owners.items() if k != kind},
            )

    def _write(self, game: Game[Any], owners: dict[str, Any]) -> None:
        """Written beside and moved into place, so a power cut never leaves half a file."""
        file = self.owners_file(game)
        if file is None:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")
        beside.write_text(as_toml(owners), "utf-8")
        beside.replace(file)


def as_toml(raw: dict[str, Any]) -> str:
    """Packs as TOML. Cards are written as arrays of tables, everything inside a card inline."""
    plain = {key: value for key, value in raw.items() if not _is_cards(value)}
    lines = [f"{_key(key)} = {_inline(value)}" for key, value in plain.items() if value is not None]
    for key, cards in raw.items():
        if _is_cards(cards):
            for card in cards:
                lines += ["", f"[[{_key(key)}]]"]
                lines += [
                    f"{_key(name)} = {_inline(value)}"
                    for name, value in card.items()
                    if value is not None
                ]
    return "\n".join(lines).lstrip("\n") + "\n"


def _is_cards(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(card, dict) for card in value)


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else msgspec.json.encode(key).decode()


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(
            f"{_key(str(key))} = {_inline(item)}" for key, item in value.items() if item is not None
        )
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_inline(item) for item in value)}]"
    # A TOML basic string, whole number, float and boolean are written as in JSON.
    return msgspec.json.encode(value).decode()


def taught(pack: Any) -> dict[str, Any]:
    """The owner's entries of a pack in play, as raw data: what is worth keeping after the game."""
    raw = msgspec.to_builtins(pack, str_keys=True)
    cards = {
        key: [card for card in value if card.get("source") == "owner"]
        for key, value in _lists(raw).items()
    }
    return {key: value for key, value in cards.items() if value}


def _lists(raw: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The card lists of a pack; a game may hold them as a list or keyed by id."""
    lists: dict[str, list[dict[str, Any]]] = {}
    for key, value in raw.items():
        cards = list(value.values()) if isinstance(value, dict) else value
        if (
            isinstance(cards, list | tuple)
            and cards
            and all(isinstance(card, dict) and "id" in card for card in cards)
        ):
            lists[key] = list(cards)
    return lists
