"""The one configuration file. Every key has a default; README explains each, and a test holds it to
that.
"""

import json
import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from companion import games
from companion.errors import SetupError
from companion.languages import LANGUAGES, SOURCE

LEAST_MEGABYTES = 16  # an evening with everything an update needs to go back
DATA = Path.home() / ".local/share/tableside"


PORTS = {"mqtt": 1883, "mqtts": 8883}


class MqttSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[mqtt]`. `broker` empty: nothing is sent and nothing is opened."""

    broker: str = ""
    user: str = ""
    password: str = ""
    ca: str = ""
    certificate: str = ""
    key: str = ""
    base: str = "tableside"
    table: str = ""
    name: str = ""
    commands: bool = False
    home_assistant: str = ""

    def __post_init__(self) -> None:
        if not self.broker:
            return
        place = urlsplit(self.broker)
        if place.scheme not in PORTS or not place.hostname:
            raise ValueError(
                f"mqtt.broker {self.broker!r} is no broker's address; "
                "write mqtt://host:1883, or mqtts://host:8883 with TLS"
            )
        if place.username or place.password:
            raise ValueError(
                "mqtt.broker holds a name or password; they go into mqtt.user and mqtt.password"
            )
        if bool(self.certificate) != bool(self.key):
            raise ValueError("mqtt.certificate and mqtt.key belong together; one is missing")

    @property
    def host(self) -> str:
        return urlsplit(self.broker).hostname or ""

    @property
    def port(self) -> int:
        place = urlsplit(self.broker)
        return place.port or PORTS[place.scheme]

    @property
    def is_encrypted(self) -> bool:
        return urlsplit(self.broker).scheme == "mqtts"


EVENTS = ("roll", "score", "begun", "ended", "question", "device", "judge")
LEAST_SECRET = 16


class WebhookSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[webhooks]]`: where events are posted, signed with `secret`; `events` empty: all."""

    url: str
    secret: str
    events: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        place = urlsplit(self.url)
        if place.scheme not in ("http", "https") or not place.hostname or place.username:
            raise ValueError(
                f"webhooks.url {self.url!r} is no address to post to; write https://host/path"
            )
        if len(self.secret) < LEAST_SECRET:
            raise ValueError(f"webhooks.secret must have {LEAST_SECRET} signs or more")
        unknown = sorted(set(self.events) - set(EVENTS))
        if unknown:
            raise ValueError(f"There is no event {unknown[0]!r}; there are: {', '.join(EVENTS)}")


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8137
    camera: str = ""
    panel: str = ""
    language: str = SOURCE
    roles: dict[str, str] = {}
    pins: dict[str, int] = {}
    keep_megabytes: int = 256
    tls: bool = False
    names: tuple[str, ...] = ()
    newest: str = ""
    own_games: bool = False
    mqtt: MqttSettings = MqttSettings()
    webhooks: tuple[WebhookSettings, ...] = ()
    announce: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ValueError(f"There is no port {self.port}; take one from 1024 to 65535")
        if self.keep_megabytes < LEAST_MEGABYTES:
            raise ValueError(f"keep_megabytes must be {LEAST_MEGABYTES} or more")
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise ValueError(f"There is no language {self.language!r}; there are: {known}")


def look_for_own_games(data: Path) -> None:
    """Games in the data folder's `games` are found too, where its owner has allowed it."""
    folder = data / "games"
    if read_config(data / "config.toml", lenient=True).own_games and folder.is_dir():
        games.look_in(str(folder))


def read_config(path: Path, *, lenient: bool = False) -> Config:
    """The file if it is there, else the defaults; a wrong key is named. `lenient` takes what is
    right and goes on.
    """
    if not path.is_file():
        return Config()
    try:
        plain = tomllib.loads(path.read_text("utf-8"))
        return _right(plain) if lenient else msgspec.convert(plain, Config)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError, OSError) as error:
        if lenient:
            return Config()
        raise SetupError(
            f"{path}: {error}. The keys are: {', '.join(Config.__struct_fields__)}."
        ) from None


def change_config(path: Path, changes: Mapping[str, str]) -> Config:
    """Writes texts into the file, each in its own line, and leaves everything else in it as its
    owner wrote it. All or nothing: what would not be understood is refused.
    """
    before = path.read_text("utf-8") if path.is_file() else ""
    head, tables = _before_tables(before)
    for name, value in changes.items():
        line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
        kept = [old for old in head.splitlines() if not re.match(rf"\s*{name}\s*=", old)]
        head = "\n".join([*kept, line]) + "\n"
    whole = head + tables
    try:
        config = msgspec.convert(tomllib.loads(whole), Config)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SetupError(f"{path}: {error}. Nothing was changed.") from None
    _write_whole(path, whole)
    return config


def _before_tables(text: str) -> tuple[str, str]:
    """The lines that belong to no table, and the rest."""
    table = re.search(r"(?m)^\s*\[", text)
    at = table.start() if table else len(text)
    return text[:at], text[at:]


def _write_whole(path: Path, text: str) -> None:
    """Beside it first: a power cut leaves the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise SetupError(
            f"{path} cannot be written ({error.strerror}): look at the disk with the self-test."
        ) from error


def _right(plain: dict[str, Any]) -> Config:
    config = Config()
    for name, value in plain.items():
        with suppress(msgspec.ValidationError):
            given = msgspec.convert({name: value}, Config)
            config = msgspec.structs.replace(config, **{name: getattr(given, name)})
    return config
