"""The tests' own browser: one that died must not take the tests after it along."""

from contextlib import suppress

from playwright.sync_api import Error

from tests.web.browser import Browsers


def test_after_a_browser_died_there_is_another(all_browsers: Browsers) -> None:
    dead = all_browsers.running()
    with suppress(Error):
        dead.new_browser_cdp_session().send("Browser.crash")
    page = all_browsers.running().new_page()
    assert page.evaluate("1 + 1") == 2
    assert not dead.is_connected()
    page.close()
