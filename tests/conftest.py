"""What all tests share: one browser, and property tests that a busy machine cannot fail.

Hypothesis by itself gives each example 200 ms and takes slow drawing for a fault; on two loaded
cores, or a Pi, both are only weather. Its examples are the same in every run: looking for new ones
by chance is `make fuzz`.
"""

import fcntl
import signal
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

LONGEST_S = 400

settings.register_profile(
    "table",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("table")


def pytest_configure() -> None:
    """A `.venv` made before the server changed is said in one line, not as a hundred failures."""
    if find_spec("uvicorn") is None:
        pytest.exit("The lock has changed: run `make .venv/.run`, then the tests again.", 2)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test that waits for something that never comes is named, instead of holding up the run: a
    browser that died leaves its driver waiting without end. No test takes a fifth of this.
    """

    def give_up(*_: object) -> None:
        raise TimeoutError(f"{item.nodeid} did not end within {LONGEST_S} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LONGEST_S)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pytest_sessionfinish() -> None:
    """Under `make coverage` a worker keeps what it counted before it is told to go: a busy machine
    gives it no time afterwards.
    """
    counting = Coverage.current()
    if counting is not None:
        counting.save()


@pytest.fixture(scope="session")
def all_browsers() -> Iterator[Any]:
    from tests.web.browser import browsers

    with browsers() as made:
        yield made


@pytest.fixture
def chromium(all_browsers: Any) -> Iterator[Any]:
    """Started once, yet new to each test: no page outlives its test, calling in vain for a server
    that has gone.
    """
    running = all_browsers.running()
    yield running
    if running.is_connected():
        for context in running.contexts:
            context.close()


@pytest.fixture
def alone_on_the_loopback() -> Iterator[None]:
    """mDNS knows one group and one port: what another worker announces would be found here."""
    with Path(gettempdir(), "tableside-tests-mdns.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
