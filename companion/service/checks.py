"""Is everything well? One check per subject, each ok or with a remedy in plain words. Nothing is
changed by looking.

Nothing is opened here: `companion.service.doctor` does that, for the command, and
`companion.service.maintenance` asks the parts that run. No OpenCV either: the service has this
module in memory.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.config import Config
from companion.errors import CompanionError
from companion.journal import is_sound
from companion.kit.say import Say, say
from companion.service import power as supply
from companion.service.addresses import local_name, own_addresses
from companion.service.panel.connection import condition_said
from companion.service.places import mats_for
from companion.texts import sentence
from firmware_bridge.panel import PanelHealth
from vision.reading import Light

FREE_BYTES = 200 * 2**20
EARLIEST_YEAR = 2026
SLOWEST_RATE = 4  # pictures a second: below this a roll is noticed late
# Each measure of the light, under the name people know it by, and what may be wrong with it.
MEASURES = (
    ("light", "brightness", ("dark", "bright")),
    ("glare", "glare", ("glare",)),
    ("focus", "sharpness", ("blurred",)),
    ("flicker", "flicker", ("flicker",)),
    ("contrast", "contrast", ("alike",)),
)
Figures = dict[str, float | int | str]


class Check(msgspec.Struct, frozen=True):
    """`remedy` is None when all is well. `figures` are for those who want to know exactly."""

    name: str
    ok: bool
    what: Say
    remedy: Say | None = None
    figures: Figures = {}


def good(name: str, key: str, figures: Figures | None = None, **values: Any) -> Check:
    return Check(name, True, say(f"doctor.{name}.{key}", **values), None, figures or {})


def bad(name: str, key: str, figures: Figures | None = None, **values: Any) -> Check:
    """Every fault has its remedy in the catalogues, under the same key and `.do`."""
    return Check(
        name,
        False,
        say(f"doctor.{name}.{key}", **values),
        say(f"doctor.{name}.{key}.do"),
        figures or {},
    )


def told(check: Check, language: str) -> dict[str, Any]:
    remedy = sentence(check.remedy, language, {}) if check.remedy else ""
    what = sentence(check.what, language, {})
    return {
        "name": check.name,
        "ok": check.ok,
        "what": what,
        "remedy": remedy,
        "figures": check.figures,
    }


def always(config: Config) -> Iterator[Check]:
    """What is the same whether the service runs or not."""
    yield all_games()
    yield pins()
    yield power(supply.flags())
    yield clock(time.localtime().tm_year)
    yield network(config)


def all_games() -> Check:
    """Whether every game can be loaded, and its mats are described rightly."""
    wrong = [*games.faults().values(), *(what for game in games.ids() if (what := _mats(game)))]
    if wrong:
        return bad("games", "faulty", what="; ".join(wrong))
    return good("games", "ok", {"games": len(games.ids())}, number=len(games.ids()))


def _mats(game: str) -> str:
    try:
        mats_for(game)
    except CompanionError as error:
        return str(error)
    return ""


def disk(data: Path) -> Check:
    folder = next(parent for parent in (data, *data.parents) if parent.exists())
    free = shutil.disk_usage(folder).free
    figures: Figures = {"free_megabytes": free // 2**20}
    if not _writable(folder):
        return bad("disk", "read_only", figures, folder=str(folder))
    if free < FREE_BYTES:
        return bad("disk", "full", figures, free=free // 2**20)
    return good("disk", "ok", figures, free=free // 2**20)


def _writable(folder: Path) -> bool:
    try:
        probe = folder / ".tableside-probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError:
        return False
    return True


def writes(service: int | None) -> Check:
    """What the running service has written to the disk, by the kernel's own count."""
    try:
        lines = Path(f"/proc/{service}/io").read_text().splitlines() if service else []
        written = next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))
        hours = max(
            _running_s(service or 0) / 3600, 1 / 4
        )  # the start itself writes more than an hour of play
    except (OSError, StopIteration, ValueError):
        return good("writes", "unknown")
    rate = written / 2**20 / hours
    return good("writes", "ok", {"megabytes_an_hour": round(rate, 1)}, rate=f"{rate:.1f}")


def _running_s(process: int) -> float:
    return time.time() - Path(f"/proc/{process}").stat().st_ctime


def journal(data: Path) -> Check:
    file = data / "journal.sqlite"
    try:
        if not file.exists():
            return good("journal", "none")
        if is_sound(file):
            return good(
                "journal",
                "ok",
                size=sum(part.stat().st_size for part in data.glob("journal.sqlite*")) // 1024,
            )
    except (CompanionError, OSError) as error:
        return bad("journal", "unreadable", what=str(error))
    return bad("journal", "damaged")


def lit(light: Light, figures: Figures) -> Iterator[Check]:
    """The camera and its light as the eye's own meter sees it: one check per measure, each with its
    own remedy.
    """
    wrong = {why.key.rpartition(".")[2] for why in light.advice}
    rate = float(figures.get("frames_per_s", SLOWEST_RATE))
    if 0 < rate < SLOWEST_RATE:  # none at all: it has only just begun, or it would be away
        yield bad("camera", "slow", figures, rate=f"{rate:g}")
    else:
        key = "fresh" if "age_s" in figures else "ok"
        yield good("camera", key, figures, rate=f"{rate:g}", age=str(figures.get("age_s", "")))
    for name, measure, faults in MEASURES:
        value = getattr(light, measure)
        known: Figures = {} if value is None else {measure: value}
        fault = next((fault for fault in faults if fault in wrong), "")
        if fault:
            yield bad(name, fault, known)
        else:
            yield good(name, "unknown" if value is None else "ok", known)


def marks(found: int) -> Check:
    return good("marks", "ok" if found else "none", {"marks": found}, found=found)


def panel(health: PanelHealth) -> Check:
    names = (
        "bad_frames",
        "panel_bad_frames",
        "repeats",
        "duplicates",
        "resets",
        "reconnects",
        "dropped",
        "healed",
    )
    figures: Figures = {name: getattr(health, name) for name in names}
    if health.is_connected:
        return good("panel", "ok", figures, firmware=health.firmware or "?")
    return bad("panel", "away", figures, what=condition_said(health))


def pins(chips: Callable[[], list[Path]] = lambda: sorted(Path("/dev").glob("gpiochip*"))) -> Check:
    found = chips()
    if not found:
        return good("pins", "none")
    try:
        found[0].open("rb").close()
    except OSError:
        return bad("pins", "closed", {"chips": len(found)})
    return good("pins", "ok", {"chips": len(found)}, chips=len(found))


def power(flags: int | None) -> Check:
    """Undervoltage, where the firmware says so."""
    if flags is None:
        return good("power", "unknown")
    if flags & supply.NOW:
        return bad("power", "low")
    if flags & supply.SINCE_START:
        return bad("power", "was_low")
    return good("power", "ok")


def clock(year: int) -> Check:
    if year < EARLIEST_YEAR:
        return bad("clock", "unset", year=year)
    return good("clock", "ok", now=time.strftime("%Y-%m-%d %H:%M"))


def network(config: Config) -> Check:
    scheme = "https" if config.tls else "http"
    found = [f"{scheme}://{address}:{config.port}" for address in own_addresses()]
    if config.host in ("127.0.0.1", "localhost", "::1"):
        return good(
            "network", "alone", {"address": f"{scheme}://127.0.0.1:{config.port}"}, port=config.port
        )
    if not found:
        return bad("network", "none")
    figures: Figures = {"address": found[0], "name": local_name(config.port, scheme)}
    return good(
        "network", "ok", figures, addresses=", ".join(found), local=local_name(config.port, scheme)
    )
