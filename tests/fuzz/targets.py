"""What is fuzzed: one function per door. Each takes any bytes and must come back; only our own
refusals are allowed.
"""

import json
import random
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from companion import games
from companion.errors import CompanionError
from companion.journal import Journal, listed_games
from companion.kit.intents import Adjust, Intent
from companion.kit.names import is_plain
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.packs import Shelf, as_toml, findings, merged, raw_from_file, shipped
from companion.service.backup import restore
from companion.service.taught_pictures import TaughtPictures
from companion.service.virtual.messages import heard
from companion.simulate import Player, set_up
from companion.table.live_game import LiveGame
from companion.table.table import Table
from firmware_bridge.frames import FRAME_MAX, Decoder, to_frame
from firmware_bridge.link import Link
from firmware_bridge.messages import Ack, AskHello, Events, Hello, Kind, State, WireEvent, decode
from tests.web.odd_messages import messages
from vision.errors import PictureError
from vision.picture import LONGEST_SIDE_PX, load

_INTENT = msgspec.json.Decoder(Intent)
MOST_STATES = 60
SCRATCH = Path(tempfile.gettempdir()) / "tableside-fuzz"


def frames(data: bytes) -> None:
    """The serial line: the first byte chooses how the rest is cut into reads, or makes it a valid
    frame.
    """
    decoder, link = Decoder(), Link("fuzz")
    link.opened(0.0)
    cut = data[:1] or b"\0"
    if cut[0] & 1 and 0 < len(data) - 1 < FRAME_MAX - 4:
        data = cut + to_frame(
            data[1:]
        )  # a valid frame around any content: past the CRC lies the interesting part
    step, rest = cut[0] // 2 + 1, data[1:]
    for number, start in enumerate(range(0, len(rest), step)):
        for message in decoder.receive(rest[start : start + step]):
            decode(message)
        link.receive(rest[start : start + step], number / 100)
        link.to_send(number / 100)
        link.health(number / 100)


@cache
def _states(name: str) -> list[Any]:
    """A game by chance, state by state, as far as sixty answers go."""
    game, chance = games.find(name), random.Random(5)
    states = [set_up(game)]
    for _ in range(600):
        if len(states) > MOST_STATES or game.outcome(states[-1]) is not None:
            break
        try:
            answer = Player(game, chance).answer(states[-1], game.asks(states[-1]), 0)
            states.append(answered(game, states[-1], answer).state)
        except RuleError:
            continue
    return states


def intents(data: bytes) -> None:
    """An intent over HTTP. The first byte chooses the game, the second how far it has come."""
    names = games.ids()
    try:
        intent = _INTENT.decode(data[2:])
        name = names[data[0] % len(names)]
        states = _states(name)
        live = LiveGame(games.find(name), states[data[1] % len(states)])
        body, state = live.consider(intent)
        live.enter(1, body, 0.0, state)
        live.game.asks(live.state)
        live.game.view(live.state, None)
        assert not live.game.broken(live.state), "an accepted intent broke the game"
    except (
        msgspec.ValidationError,
        msgspec.DecodeError,
        UnicodeDecodeError,
        RuleError,
        RecursionError,
    ):
        pass


def packs(data: bytes) -> None:
    """A card pack from anybody: read, checked, and written again the same."""
    file = _scratch("pack.toml", data[1:])
    try:
        raw = raw_from_file(file)
    except CompanionError:
        return
    game = games.find(games.ids()[(data or b"\0")[0] % len(games.ids())])
    findings(game, raw)
    text = as_toml(raw)
    assert isinstance(text, str)


def images(data: bytes) -> None:
    try:
        picture = load(_scratch("picture", data))
    except PictureError:
        return
    assert max(picture.pixels.shape[:2]) <= LONGEST_SIDE_PX
    assert picture.pixels.shape[2] == 3


def virtual(data: bytes) -> None:
    """A message to the virtual table: what passes is what its parts may read."""
    try:
        words = heard(msgspec.json.decode(data))
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    assert isinstance(words["to"], str)
    assert all(is_plain(word) for word in words.values() if isinstance(word, str))


def cards(data: bytes) -> None:
    """A card as a browser sends it, laid over a pack that ships."""
    try:
        raw = msgspec.json.decode(data[1:])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    game = games.find(games.ids()[(data or b"\0")[0] % len(games.ids())])
    if isinstance(raw, dict):
        findings(game, merged(shipped(game, game.packs[0]), raw))


def taught(data: bytes) -> None:
    """What is to be forgotten or shown again, by any name: nothing beside the folder is touched."""
    folder = SCRATCH / "taught" / "game"
    folder.mkdir(parents=True, exist_ok=True)
    beside = _scratch("taught/beside.jpg", b"x")
    name = data.decode("utf-8", "replace")
    with suppress(OSError, ValueError):  # what no disk takes as a name
        pictures = TaughtPictures(folder)
        pictures.face(name, name)
        pictures.forget_card(name)
    assert beside.is_file()


def journals(data: bytes) -> None:
    """A journal with other bytes anywhere in it: opened, and what is left of it can be read."""
    folder = SCRATCH / "journals"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sound = bytearray(_journal_bytes())
    at = int.from_bytes(data[:3], "big") % len(sound)
    sound[at : at + len(data[3:])] = data[3:]
    (folder / "journal.sqlite").write_bytes(bytes(sound))
    with suppress(CompanionError):
        journal = Journal(folder / "journal.sqlite")
        for game in listed_games(journal):
            list(journal.lines(game.id))
        journal.close()


@cache
def _journal_bytes() -> bytes:
    """A short game, as it lies on the disk after a clean end."""
    folder = Path(tempfile.mkdtemp(prefix="tableside-fuzz-"))
    table = Table(Journal(folder / "journal.sqlite"), Shelf())
    table.start()
    game, chance = games.find(games.ids()[0]), random.Random(3)
    table.begin(game.id, set_up(game).seats)
    for number in range(12):
        assert table.live is not None
        state = table.live.state
        table.submit(Player(game, chance).answer(state, game.asks(state), number))
    table.stop()
    found = (folder / "journal.sqlite").read_bytes()
    shutil.rmtree(folder)
    return found


def backups(data: bytes) -> None:
    there = SCRATCH / "there"
    try:
        restore(_scratch("backup.zip", data), there)
    except CompanionError:
        return


def _scratch(name: str, data: bytes) -> Path:
    (SCRATCH / name).parent.mkdir(parents=True, exist_ok=True)
    (SCRATCH / name).write_bytes(data)
    return SCRATCH / name


TARGETS: dict[str, Callable[[bytes], None]] = {
    "frames": frames, "intents": intents, "packs": packs, "images": images, "backups": backups,
    "virtual": virtual, "cards": cards, "taught": taught, "journals": journals,
}  # fmt: skip


def seeds(name: str) -> Iterator[bytes]:
    """Something sound of each kind to begin with."""
    yield from {
        "frames": _frames,
        "intents": _intents,
        "packs": _packs,
        "images": _images,
        "backups": _backups,
        "virtual": _virtual,
        "cards": _cards,
        "taught": _taught,
        "journals": _journals,
    }[name]()


def _frames() -> Iterator[bytes]:
    hello = Hello(1, 77, 1, 0, 16, 16, 1, 20, 4, 0, 0, 0)
    state = State(77, 9, 8, 0, 2, 0, 1, 2, 3, 0, 0, 0, 1, 90, (1, 2, 3, 4))
    events = Events(77, 0, (WireEvent(Kind.PRESS, 3, 0, 5), WireEvent(Kind.RELEASE, 3, 0, 1)))
    for message in (hello, state, events, Ack(77, 2), AskHello()):
        yield b"\x01" + message.encode()
        yield b"\x08" + to_frame(message.encode())


def _intents() -> Iterator[bytes]:
    """Real answers and adjustments from each game, at several moments."""
    for number, name in enumerate(games.ids()):
        game, states = games.find(name), _states(name)
        for at in range(0, len(states), 7):
            live, head = LiveGame(game, states[at]), bytes([number, at])
            with suppress(RuleError, IndexError):
                answer = Player(game, random.Random(at)).answer(
                    states[at], game.asks(states[at]), 0
                )
                yield head + msgspec.json.encode(answer)
            for handle in live.handles()[:3]:
                yield head + msgspec.json.encode(
                    Adjust(id="a", handle=str(handle["id"]), to=1, reason="so it was")
                )
    yield b"\0\0" + b'{"kind": "undo", "id": "1", "line": 1}'
    yield b"\0\0" + b'{"kind": "redo", "id": "1"}'
    yield b"\0\0" + b'{"kind": "set", "id": "1", "option": "x", "to": 1}'


def _packs() -> Iterator[bytes]:
    for number, name in enumerate(games.ids()):
        game = games.find(name)
        yield bytes([number]) + as_toml(shipped(game, game.packs[0])).encode()[:6000]
    yield b"\0a = 1\n[[cards]]\nid = 'x'\n"


def _images() -> Iterator[bytes]:
    for form in ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF", "PPM"):
        made = BytesIO()
        Image.effect_noise((40, 40), 50).convert("RGB").save(made, form)
        yield made.getvalue()


def _backups() -> Iterator[bytes]:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("journal.sqlite", b"SQLite format 3\0" + bytes(100))
        file.writestr("config.toml", "port = 1\n")
    yield made.getvalue()


def _virtual() -> Iterator[bytes]:
    for message in messages(random.Random(1), 40):
        yield json.dumps(message).encode()


def _cards() -> Iterator[bytes]:
    for number, name in enumerate(games.ids()):
        game = games.find(name)
        lists = (kept for kept in shipped(game, game.packs[0]).items() if isinstance(kept[1], list))
        for kind, some in lists:
            yield bytes([number]) + msgspec.json.encode({kind: some[:1]})


def _taught() -> Iterator[bytes]:
    yield from (b"D01", b"../beside", b"a/b", "…".encode(), b"x" * 300, b"..", b"")


def _journals() -> Iterator[bytes]:
    for at in (0, 100, 4096, 20_000):
        yield at.to_bytes(3, "big") + b"\xff\x00\xff"
