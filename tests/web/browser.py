"""A real browser on the real page: Debian's Chromium, driven as a hand would."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


class Browsers:
    """One browser at a time: the one that runs or, if it died, another. To a dead one its driver
    would talk without end.
    """

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._made: Any = None

    def running(self) -> Any:
        if self._made is None or not self._made.is_connected():
            self._made = self._playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=FLAGS
            )
        return self._made

    def close(self) -> None:
        if self._made is not None and self._made.is_connected():
            self._made.close()


@contextmanager
def browsers() -> Iterator[Browsers]:
    with sync_playwright() as playwright:
        made = Browsers(playwright)
        yield made
        made.close()


@contextmanager
def browser() -> Iterator[Any]:
    with browsers() as made:
        yield made.running()


def watched(page: Page) -> list[str]:
    """Everything the page complains about; a test ends by checking that this is empty."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    return complaints
