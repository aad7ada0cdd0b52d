"""The running service looking after itself: health, self-test, backup and the support bundle."""

import importlib.metadata
import io
import json
import os
import platform
import re
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import segno

from companion.config import Config
from companion.service import checks
from companion.service.backup import back_up
from companion.service.checks import Check, bad, good, told
from companion.service.recent_log import last_lines
from companion.service.status import Status
from vision.reading import Light

# Rather too much than too little: a password may hold a slash, a space or an at sign itself.
SECRETS = (
    (re.compile(r"://[^\"'\n]*@"), "://…@"),
    (
        re.compile(r"(?i)([?&][\w-]*(?:user|login|pass|pwd|token|key)[\w-]*=)[^&\s\"']*"),
        r"\1…",
    ),
    (re.compile(r"(?im)^(\s*\w*(?:user|pass|token|secret)\w*\s*=).*$"), r"\1 …"),
)
SHOWN = ("camera", "panel", "notes", "light", "states")


class Maintenance:
    """Asks the parts that run; it never opens a camera or a port that they hold. `config` is what
    is really served.
    """

    def __init__(
        self,
        data: Path,
        config: Config,
        status: Status,
        stuck: Callable[[], list[str]],
        count_marks: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._data, self.config, self._status, self._stuck = data, config, status, stuck
        self._count_marks = count_marks
        self._begun_s = time.monotonic()

    def health(self) -> dict[str, Any]:
        stuck = self._stuck()
        return {
            "version": version(),
            "well": not stuck,
            "stuck": stuck,
            "up_s": round(time.monotonic() - self._begun_s),
        }

    def examine(self, language: str) -> list[dict[str, Any]]:
        found = [told(check, language) for check in self._checks()]
        for one in found:
            if "address" in one["figures"]:
                one["qr"] = segno.make(str(one["figures"]["address"]), error="m").svg_data_uri(
                    scale=5, border=2
                )
        return found

    def _checks(self) -> Iterator[Check]:
        yield checks.disk(self._data)
        yield checks.writes(os.getpid())
        yield checks.journal(self._data)
        yield from self._sight()
        yield self._buttons()
        yield from checks.always(self.config)

    def _sight(self) -> Iterator[Check]:
        shown = self._status.shown()
        camera, light = shown["camera"], shown["light"]
        if camera.state == "none":
            yield good("camera", "none")
            return
        if camera.state != "on":
            yield bad("camera", "away", what=camera.what)
        elif light is None:
            yield bad("camera", "no_picture")
        else:
            age_s = round(time.monotonic() - self._status.newest_s, 1)
            yield from checks.lit(msgspec.convert(light, Light), {**camera.figures, "age_s": age_s})
            found = self._count_marks()
            if found is not None:
                yield checks.marks(found)

    def _buttons(self) -> Check:
        panel = self._status.shown()["panel"]
        if panel.state == "none":
            return good("panel", "none")
        if panel.state == "on":
            return good(
                "panel", "ok", panel.figures, firmware=str(panel.figures.get("firmware", "?"))
            )
        return bad("panel", "away", panel.figures, what=panel.what)

    def bundle(self) -> bytes:
        shown = self._status.shown()
        return support_bundle(
            self._data, self.examine("en"), {name: shown[name] for name in SHOWN if name in shown}
        )

    def backup(self) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            back_up(self._data, Path(folder) / "backup.zip")
            return (Path(folder) / "backup.zip").read_bytes()


def version() -> str:
    try:
        return importlib.metadata.version("tableside")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def support_bundle(data: Path, checks: list[dict[str, Any]], shown: dict[str, Any]) -> bytes:
    """One zip for whoever helps. Never in it: pictures, the journal (it has names), PINs, tokens,
    keys, passwords.
    """
    system = {
        "tableside": version(),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
    system |= {"kernel": platform.release(), "system": _first_line(Path("/etc/os-release"))}
    parts = {
        "README.txt": "What the companion knows about this device. "
        "No pictures, names, PINs or games are in it.\n",
        "checks.json": json.dumps(
            [{key: value for key, value in one.items() if key != "qr"} for one in checks], indent=1
        ),
        "system.json": json.dumps(system, indent=1),
        "shown.json": msgspec.json.format(msgspec.json.encode(shown)).decode(),
        "files.json": json.dumps(_sizes(data), indent=1),
        "config.toml": _read(data / "config.toml"),
        "log.txt": "\n".join(last_lines.lines),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, without_secrets(text))
    return made.getvalue()


def without_secrets(text: str) -> str:
    """Who logs in where, and with what, is left out: of addresses and of the configuration."""
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


def _sizes(data: Path) -> dict[str, int]:
    """Files by name and size; of the pictures only how many there are and how large together."""
    sizes = {file.name: file.stat().st_size for file in sorted(data.glob("*")) if file.is_file()}
    pictures = [file.stat().st_size for file in (data / "evidence").glob("*")]
    return sizes | {"evidence pictures": len(pictures), "evidence bytes": sum(pictures)}


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""


def _first_line(file: Path) -> str:
    return (_read(file).splitlines() or [""])[0]
