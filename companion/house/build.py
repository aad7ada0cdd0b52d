"""The house, built from the configuration: started in order, stopped in reverse, each part failing by itself."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.config import Config
from companion.errors import CompanionError, SetupError
from companion.house.board import Board, Device
from companion.house.eyes import Eyes
from companion.house.hands import PanelHands
from companion.journal import Journal
from companion.packs import Shelf
from companion.table.owner import Table
from firmware_bridge.config import PanelConfig
from firmware_bridge.transports import open_panel
from web.app import create_app
from web.gate import Gate
from web.server import WebServer

log = logging.getLogger(__name__)


class House:
    """`camera` and `panel` are URLs, or empty for none. `virtual` opens both to the page's virtual table."""

    def __init__(self, data: Path, config: Config, *, camera: str = "", panel: str = "", virtual: bool = False) -> None:
        self.journal = Journal(data / "journal.sqlite")
        self.table = Table(self.journal, Shelf(data / "packs"))
        self.board = Board(data / "evidence", self.table.nudge)
        self._data = data
        self._config, self._camera, self._panel, self._virtual = config, camera, panel, virtual
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._server: WebServer | None = None
        self._eyes: Eyes | None = None
        self._talks: dict[str, Callable[[dict[str, Any]], None]] = {}

    def start(self, host: str, port: int) -> str:
        self.journal.trim(self._config.keep_megabytes * 2**20)
        self.table.start()
        gate = Gate(self._data / "secrets.json")
        server = WebServer(create_app(self.table, self.board, gate, (host,)), host, port)
        address = server.start()
        self._server = server
        if self._camera:
            self._open_eyes()
        if self._panel:
            self._open_hands()
        if self._virtual:
            self.board.listen(lambda message: tell(self._talks, message))
        return address

    def _open_eyes(self) -> None:
        self.board.pictures_per_s = 8.0 if self._virtual else 2.0
        self._eyes = Eyes(self.table, self.board, self._camera, {})
        self._talks["camera"] = self._eyes.tell
        self._mind("eyes", self._eyes.run)

    def _open_hands(self) -> None:
        config = PanelConfig.of(self._config.roles, self._config.pins)
        panel = open_panel(self._panel, config)
        self._talks["panel"] = lambda message: press(panel, config, message)
        hands = PanelHands(self.table, self.board, panel, config, self._config.language, self._look)
        self._mind("hands", hands.run)

    def _look(self) -> None:
        if self._eyes is not None:
            self._eyes.look()

    def _mind(self, name: str, run: Callable[[threading.Event], None]) -> None:
        """A device that fails shows its badge; the game goes on by touch."""

        def minded() -> None:
            try:
                run(self._stop)
            except CompanionError as error:
                self.board.show(**{_BADGE[name]: Device("away", str(error))})
            except Exception:
                log.exception("the part that minds the %s failed", name)
                self.board.show(**{_BADGE[name]: Device("away", "it failed; the service log has the details")})

        thread = threading.Thread(target=minded, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    @property
    def is_well(self) -> bool:
        """Whether every part that was started still lives: the watchdog is fed only then."""
        parts = [self.table.is_running, self._server is not None and self._server.is_running]
        return all(parts) and all(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        self._stop.set()
        if self._server is not None:
            self._server.stop()
        for thread in self._threads:
            thread.join(3)
        self.table.stop()


_BADGE = {"eyes": "camera", "hands": "panel"}


def tell(talks: dict[str, Callable[[dict[str, Any]], None]], message: dict[str, Any]) -> None:
    """A message of the virtual table, to the part it is for."""
    what = message.get("to")
    if what not in talks:
        raise SetupError(f"The virtual table has no {what!r}; there are: {', '.join(talks)}.")
    talks[str(what)]({key: value for key, value in message.items() if key != "to"})


def press(panel: Any, config: PanelConfig, message: dict[str, Any]) -> None:
    """A finger on the virtual panel."""
    match message.get("do"):
        case "press" | "release" as deed:
            role = str(message.get("role"))
            if role not in config.roles:
                raise SetupError(f"The panel has no button {role!r}.")
            getattr(panel, deed)(config.roles[role])
        case "turn":
            panel.turn(1 if int(message.get("by", 1)) > 0 else -1)
        case "unplug" | "plug" as deed:
            getattr(panel, deed)()
        case other:
            raise SetupError(f"The virtual panel cannot {other!r}.")
