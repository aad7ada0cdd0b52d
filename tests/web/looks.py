"""Looking at a page as people and machines do: what axe finds, and text that does not fit into what
holds it.
"""

from importlib import resources
from typing import Any

from playwright.sync_api import Page

from tests.web.browser import TABLET

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
FINDINGS = """async ([within, rules]) =>
  (await axe.run(within, rules ? { runOnly: rules } : {})).violations
    .map((one) => [one.id, ...one.nodes.slice(0, 3).map((node) =>
        node.html.slice(0, 140) + ' ' + (node.any[0] ? node.any[0].message : ''))].join(' | '))"""
# Text that does not fit into what holds it: hidden by an overflow, past the side of the page, or
# broken inside a word.
CUT = """() => {
  const isBroken = (one) => [...one.childNodes].filter((node) => node.nodeType === 3).some((node) =>
    [...node.data.matchAll(/[^\\s\\/·-]+/g)].some((word) => {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    }));
  return [...document.querySelectorAll('body *')].filter((one) => {
    if (!one.offsetParent || one.closest('svg, .hidden-text, .sr-only, select')) return false;
    if (one.closest('details:not([open]) > :not(summary)')) return false;
    const [style, box] = [getComputedStyle(one), one.getBoundingClientRect()];
    const text = one.textContent.trim();
    const hides = (overflow) => ['hidden', 'clip'].includes(overflow);
    const wide = hides(style.overflowX) && one.clientWidth > 0
      && one.scrollWidth > one.clientWidth + 1;
    const tall = hides(style.overflowY) && one.clientHeight > 0
      && one.scrollHeight > one.clientHeight + 1;
    // a row of the supply is moved sideways by hand; its name stays in sight
    const slides = one.closest('.grid-box, .sheet-box, .chips') || one.matches('[data-supply]');
    const off = !slides && text
      && (box.right > innerWidth + 1 || box.left < -1);
    return wide || tall || off || (style.writingMode === 'horizontal-tb' && isBroken(one));
}).map((one) => one.tagName + '.' + one.className + ' ' + one.textContent.trim().slice(0, 40))
  .slice(0, 8)
}"""
SHEET = ".sheet-over"  # what lies over the page; the page under it is looked at by itself
SETTINGS = "localStorage.setItem('tableside', JSON.stringify({}))"


def opened(
    chromium: Any, address: str, settings: str = "still: true", size: dict[str, int] = TABLET
) -> Page:
    page: Page = chromium.new_context(viewport=size).new_page()
    page.add_init_script(SETTINGS.replace("{}", "{" + settings + "}"))
    page.goto(address)
    page.wait_for_selector(".table-page .figure, .setup")
    return page


def faults(page: Page, rules: list[str] | None = None, within: str = "html") -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FINDINGS, [within, rules])
    return found
