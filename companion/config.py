"""The one configuration file. Every key has a default; README explains each, and a test holds it to
that.
"""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

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
    mqtt: MqttSettings = MqttSettings()

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ValueError(f"There is no port {self.port}; take one from 1024 to 65535")
        if self.keep_megabytes < LEAST_MEGABYTES:
            raise ValueError(f"keep_megabytes must be {LEAST_MEGABYTES} or more")
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise ValueError(f"There is no language {self.language!r}; there are: {known}")


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


def _right(plain: dict[str, Any]) -> Config:
    config = Config()
    for name, value in plain.items():
        with suppress(msgspec.ValidationError):
            given = msgspec.convert({name: value}, Config)
            config = msgspec.structs.replace(config, **{name: getattr(given, name)})
    return config
