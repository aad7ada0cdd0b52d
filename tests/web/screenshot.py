"""Makes the README's picture: a real game on the virtual table, photographed in a real browser.

python -m tests.web.screenshot [FILE]
"""

import random
import sys
import tempfile
from pathlib import Path

from companion.config import Config
from companion.kit.asks import Roll
from companion.kit.seats import Seat
from companion.service.service import Service
from companion.service.virtual.stage import Stage, middle
from tests.table.playing import next_answer
from tests.web.browser import TABLET, browser

PLACE = Path(__file__).parent.parent.parent / "web" / "screenshot.png"
SEATS = (Seat("red", "Ani", "red"), Seat("blue", "Budi", "blue"), Seat("green", "Citra", "green"))
DAY = 3
CAMERA = "virtual:?table=picture&felt=wood&fps=6"
SEEN = "seq => Number(document.body.dataset.seq) > seq || document.querySelector('.sight')"


def play_to_a_roll(service: Service) -> None:
    """Into the third day, up to the moment when the die is to be thrown."""
    chance = random.Random(11)
    for number in range(400):
        live = service.table.live
        assert live is not None
        if live.state.round >= DAY and any(
            isinstance(ask, Roll) for ask in live.game.asks(live.state)
        ):
            return
        service.table.submit(next_answer(service.table, chance, str(number)))


def lay_the_beast(service: Service) -> None:
    """The card that was answered for by chance lies on its mat, as it would."""
    face, live = service.table.snapshot(), service.table.live
    assert face is not None
    assert live is not None
    stage, beast = Stage.of(face), live.state.current_beast
    assert stage is not None
    ((x, y),) = stage.seen((middle(stage.layout.areas()["beast"].box_mm),))
    title = next(card.name for card in live.state.pack.beasts if card.id == beast.id)
    service.status.tell(
        {
            "to": "table",
            "do": "put",
            "kind": "card",
            "look": beast.id,
            "title": title,
            "x": x,
            "y": y,
        }
    )


def main() -> int:
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else PLACE
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder), Config(), camera=CAMERA, panel="script:demo", virtual=True)
        address = service.start("127.0.0.1", 0)
        try:
            service.table.begin("spell_from_the_future", SEATS)
            play_to_a_roll(service)
            with browser() as chromium:
                page = chromium.new_page(viewport=TABLET)
                page.goto(address)
                page.wait_for_selector("#throw")
                page.wait_for_function(
                    "() => document.querySelector('.virtual img').naturalWidth > 0", timeout=60_000
                )
                page.wait_for_selector(".badge:not(.away):has-text('camera')", timeout=60_000)
                lay_the_beast(service)
                seq = service.table.last_seq
                page.click("#throw")
                page.wait_for_function(SEEN, arg=seq, timeout=90_000)
                page.wait_for_timeout(1500)
                page.screenshot(path=str(place))
        finally:
            service.stop()
    print(f"{place}: {place.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
