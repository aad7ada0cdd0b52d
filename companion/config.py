"""The one configuration file. Every key has a default; README explains each, and a test holds it to
that.
"""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import SetupError
from companion.languages import LANGUAGES, SOURCE

LEAST_MEGABYTES = 16  # an evening with everything an update needs to go back
DATA = Path.home() / ".local/share/tableside"


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
