"""Which camera and which panel this table uses, chosen from the page by name instead of written
into a file by hand. The choice is kept in `config.toml`; the service begins anew with it.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from companion.config import change_config
from companion.errors import SetupError
from companion.service.found_devices import FoundDevice, cameras_found, panels_found

TURNS = (0, 90, 180, 270)


class HardwareChoice:
    """`is_fixed`: camera and panel were named on the command line, or are virtual, so that the file
    does not decide. Whoever serves sets `begin_again`; until then a choice counts from the next
    start.
    """

    def __init__(self, data: Path, camera: str, panel: str, *, is_fixed: bool = False) -> None:
        self._data, self._camera, self._panel = data, camera, panel
        self._is_fixed = is_fixed
        self.begin_again: Callable[[], None] = lambda: None

    def shown(self) -> dict[str, Any]:
        cameras, panels = cameras_found(), panels_found()
        return {
            "camera": self._camera,
            "panel": self._panel,
            "turn": turn_of(self._camera),
            "cameras": [_told(one, self._camera) for one in cameras],
            "panels": [_told(one, self._panel) for one in panels],
            "is_fixed": self._is_fixed,
            "is_open": not self._is_fixed and not self._camera and bool(cameras),
        }

    def choose(self, camera: str, panel: str, turn: int) -> None:
        """Empty: none. What is not plugged in cannot be chosen."""
        if self._is_fixed:
            raise SetupError("This table was started with its camera: start it without --camera.")
        if turn not in TURNS:
            raise SetupError(f"A picture is turned by 0, 90, 180 or 270 degrees, not by {turn}.")
        chosen = turned(self._known(camera, self._camera, cameras_found()), turn)
        buttons = self._known(panel, self._panel, panels_found())
        change_config(self._data / "config.toml", {"camera": chosen, "panel": buttons})
        self.begin_again()

    @staticmethod
    def _known(url: str, in_use: str, found: list[FoundDevice]) -> str:
        """With the options it has been given before, such as its width."""
        if not url or url == in_use:
            return url
        if url == plain(in_use):
            return in_use
        if url not in {one.url for one in found}:
            raise SetupError(
                f"Nothing is plugged in at {url}: look at the cable, and choose again."
            )
        return url


def _told(one: FoundDevice, in_use: str) -> dict[str, Any]:
    return {**asdict(one), "is_used": one.url == plain(in_use)}


def plain(url: str) -> str:
    return url.partition("?")[0]


def turn_of(camera: str) -> int:
    given = dict(parse_qsl(camera.partition("?")[2])).get("rotate", "0")
    return int(given) if given.isdecimal() else 0


def turned(camera: str, degrees: int) -> str:
    """The same camera with its picture turned."""
    if not camera:
        return ""
    options = {
        name: value for name, value in parse_qsl(camera.partition("?")[2]) if name != "rotate"
    }
    if degrees:
        options["rotate"] = str(degrees)
    return f"{plain(camera)}?{urlencode(options)}" if options else plain(camera)
