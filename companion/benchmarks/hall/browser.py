"""The hall's page in a real browser while the tables play: frames a second, and how soon a score is
drawn, not only heard of.
"""

import importlib
import shutil
from typing import Any

SIZE = {"width": 1920, "height": 1080}
COUNT = """(seconds) => new Promise((done) => {
    const begun = performance.now(), gaps = [];
    let before = begun;
    const step = (now) => {
        gaps.push(now - before);
        before = now;
        if (now - begun < 1000 * seconds) return requestAnimationFrame(step);
        gaps.sort((a, b) => a - b);
        done([gaps.length / ((now - begun) / 1000), gaps[Math.floor(gaps.length * 0.95)],
            document.querySelectorAll("[data-table]").length]);
    };
    requestAnimationFrame(step);
})"""


def frames(address: str, seconds: float) -> dict[str, Any]:
    try:
        playwright = importlib.import_module("playwright.sync_api")
    except ModuleNotFoundError:
        return {"frames": "needs the development tools: make test installs them"}
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with playwright.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE)
        page.goto(address)
        page.wait_for_selector("[data-table]")
        rate, slow_ms, drawn = page.evaluate(COUNT, seconds)
        browser.close()
    return {
        "tables drawn": drawn,
        "frames a second": round(rate, 1),
        "frame, p95, ms": round(slow_ms, 1),
    }
