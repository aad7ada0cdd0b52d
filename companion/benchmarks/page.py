"""The tablet page in a real browser: bytes of the first load, and from opening it to the first
instruction.
"""

import importlib
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from companion.benchmarks.web import begin, served

HELP = "first load of the tablet page in Chromium: bytes and seconds"
LOADS = 7
SIZE = {"width": 1280, "height": 800}


def run(_photographs: Any) -> dict[str, Any]:
    """Each load in a fresh context, so that nothing is cached."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        playwright = importlib.import_module("playwright.sync_api")
    except ModuleNotFoundError:
        return {"note": "needs the development tools: make test installs them"}
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as (address, _),
        playwright.sync_playwright() as player,
    ):
        begin(address)
        browser = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        loads = [load(browser, address) for _ in range(LOADS)]
        browser.close()
    seconds = sorted(took for took, _ in loads)
    return {
        "first load, bytes": max(size for _, size in loads),
        "open to first instruction, s (median)": round(statistics.median(seconds), 2),
        "open to first instruction, s (worst)": round(seconds[-1], 2),
    }


def load(browser: Any, address: str) -> tuple[float, int]:
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(address)
    page.wait_for_selector(".ask")
    took, size = page.evaluate(
        """() => [performance.now() / 1000, performance.getEntriesByType('resource')
            .filter((one) => !['/api/events', '/api/picture'].some((it) => one.name.includes(it)))
            .reduce((sum, one) => sum + one.transferSize, 0)]"""
    )
    page.context.close()
    return float(took), int(size)
