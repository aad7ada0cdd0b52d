"""The one configuration file. Every key has a default; README explains each, and a test holds it to that."""

import tomllib
from pathlib import Path

import msgspec

from companion.errors import SetupError

DATA = Path.home() / ".local/share/tableside"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8137
    camera: str = ""
    panel: str = ""
    language: str = "en"
    roles: dict[str, str] = {}
    pins: dict[str, int] = {}
    keep_megabytes: int = 256


def read_config(path: Path) -> Config:
    """The file if it is there, else the defaults; a wrong key is named."""
    if not path.is_file():
        return Config()
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Config)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise SetupError(f"{path}: {error}. The keys are: {', '.join(Config.__struct_fields__)}.") from None
