"""`companion serve`: builds every part, serves until stopped. Threads and processes are made and
ended here alone.
"""

import argparse
import logging
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import segno

from companion.config import DATA, read_config
from companion.errors import SetupError
from companion.languages import SOURCE
from companion.service.addresses import reachable
from companion.service.checks import all_games
from companion.service.notify import tell_systemd
from companion.service.recent_log import remember_log
from companion.service.service import Service
from companion.texts import sentence

log = logging.getLogger(__name__)
REPLY_S = 0.3  # for the reply to whoever wanted a new beginning
WATCH_S = 5.0  # well below the WatchdogSec of the unit
HELP = "serve the table (with --virtual: no hardware needed)"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--virtual", action="store_true", help="a virtual table instead of camera and panel"
    )
    parser.add_argument(
        "--camera",
        metavar="URL",
        help="v4l2:/dev/video0, rpicam:0, picamera2:, video:FILE, folder:DIR, virtual:",
    )
    parser.add_argument(
        "--panel", metavar="URL", help="serial:auto, serial:/dev/..., gpio:, script:"
    )
    parser.add_argument(
        "--host", metavar="H", help="where to serve; default 127.0.0.1, or as config.toml says"
    )
    parser.add_argument(
        "--port",
        type=int,
        metavar="P",
        help="default 8137, or as config.toml says; 0 takes a free one",
    )
    parser.add_argument(
        "--safe", action="store_true", help="no camera, no panel, no packs of yours: starts always"
    )
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    stopping = StopSign()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    reap()
    remember_log()
    config = read_config(args.data / "config.toml", lenient=args.safe)
    if args.port is not None and not 0 <= args.port <= 65535:
        raise SetupError(f"There is no port {args.port}: take one from 1024 to 65535, or 0.")
    camera = (
        args.camera or config.camera or ("virtual:?table=house&felt=wood" if args.virtual else "")
    )
    panel = args.panel or config.panel or ("script:demo" if args.virtual else "")
    service = Service(
        args.data, config, camera=camera, panel=panel, virtual=args.virtual, safe=args.safe
    )
    service.hardware.begin_again = stopping.to_begin_again
    try:
        address = service.start(
            args.host or config.host, config.port if args.port is None else args.port
        )
        service.let_power_be_cut(begin_again)
        address, *others = reachable(address)
        print(address, *others, sep="\n", flush=True)
        if service.journal.recovered:
            print(service.journal.recovered, flush=True)
        print(qr_code(address), flush=True)
        say_of_games()
        tell_systemd("READY=1")
        while not stopping.wait(WATCH_S):
            stuck = service.stuck()
            if stuck:
                log.error("no sign of life from: %s", ", ".join(stuck))
            else:
                tell_systemd("WATCHDOG=1")
        if stopping.is_to_begin_again:
            time.sleep(REPLY_S)
        else:
            tell_systemd("STOPPING=1")
    finally:
        service.stop()
    if stopping.is_to_begin_again:
        begin_again(urlsplit(address).port or 0)
    leave()
    return 0


class StopSign(threading.Event):
    """Set when the service is to end; and whether it is to be there again at once."""

    is_to_begin_again = False

    def to_begin_again(self) -> None:
        self.is_to_begin_again = True
        self.set()


def say_of_games() -> None:
    """A game that cannot be loaded, or whose mats are described wrongly, is never passed over in
    silence.
    """
    check = all_games()
    if check.remedy is not None:
        for words in (check.what, check.remedy):
            print(sentence(words, SOURCE, {}), file=sys.stderr, flush=True)


def leave() -> None:
    """At once: everything is closed, and the interpreter's own tidying up takes seconds on a busy
    Pi.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def begin_again(port: int) -> None:
    """The virtual power was cut and is back, or another camera was chosen: the same command in the
    same process, from nothing, on the same port.
    """
    sys.stdout.flush()
    os.execv(sys.executable, [*sys.orig_argv, "--port", str(port)])


def reap() -> None:
    """An eye that died with the power is still a child of this process."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def qr_code(address: str) -> str:
    """The address as a QR code of characters, for the phone in your hand."""
    rows = [bytes(row) for row in segno.make(address, error="l").matrix_iter(scale=1, border=2)]
    blocks = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
    pairs = [
        (rows[at], rows[at + 1] if at + 1 < len(rows) else bytes(len(rows[at])))
        for at in range(0, len(rows), 2)
    ]
    return "\n".join(
        "".join(blocks[1 - int(a > 0), 1 - int(b > 0)] for a, b in zip(top, low, strict=True))
        for top, low in pairs
    )
