"""The README's animation, made anew: the virtual table plays its own demo in a real browser.

.venv/bin/python -m tests.web.animation web/animation.webp
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Page

from companion.config import Config
from companion.service.service import Service
from tests.web.browser import TABLET, browser
from vision.arrays import Pixels

SMALL = (800, 500)
GAME = "spell_from_the_future"
BEGIN = """(game) => fetch("/api/virtual", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ to: "demo", do: "start", games: [game] }),
})"""
SHOWN_MS = 350
PATIENCE_MS = 180_000  # on a busy machine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=25.0)
    args = parser.parse_args()
    frames = differing(recorded(args.seconds))
    animation = cv2.Animation()
    animation.frames = frames
    animation.durations = np.full(len(frames), SHOWN_MS)
    cv2.imwriteanimation(str(args.file), animation, [cv2.IMWRITE_WEBP_QUALITY, 60])
    print(f"{args.file}: {len(frames)} pictures, {args.file.stat().st_size / 1000:.0f} KB")


def recorded(seconds: float) -> list[Pixels]:
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        service = Service(
            Path(folder),
            Config(),
            camera="virtual:?table=house&felt=wood",
            panel="script:demo",
            virtual=True,
        )
        try:
            page = chromium.new_page(viewport=TABLET)
            page.set_default_timeout(PATIENCE_MS)
            page.goto(service.start("127.0.0.1", 0))
            page.locator("#watch-demo").wait_for()
            page.evaluate(BEGIN, GAME)
            page.wait_for_selector(".table-page")
            return [shrunk(picture) for picture in shots(page, seconds)]
        finally:
            service.stop()


def shots(page: Page, seconds: float) -> Iterator[bytes]:
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        yield page.screenshot()
        page.wait_for_timeout(SHOWN_MS)


def shrunk(png: bytes) -> Pixels:
    whole = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(cv2.resize(whole, SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def differing(frames: list[Pixels]) -> list[Pixels]:
    """Without those that show nothing new."""
    kept = frames[:1]
    for frame in frames[1:]:
        if np.abs(frame.astype(int) - kept[-1]).max() > 16:
            kept.append(frame)
    return kept


if __name__ == "__main__":
    main()
