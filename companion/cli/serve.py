"""`companion serve`: builds every part, serves until stopped. Threads and processes are made and ended here alone."""

import argparse
import signal
import threading
from pathlib import Path

import segno

from companion.journal import Journal
from companion.packs import Shelf
from companion.table.owner import Table
from web.app import create_app
from web.server import WebServer

HELP = "serve the table (with --virtual: no hardware needed)"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--virtual", action="store_true", help="a virtual table instead of camera and panel")
    parser.add_argument(
        "--camera", metavar="URL", help="v4l2:/dev/video0, picamera2:, video:FILE, folder:DIR, virtual:"
    )
    parser.add_argument("--panel", metavar="URL", help="serial:auto, serial:/dev/..., gpio:, script:")
    parser.add_argument("--host", default="127.0.0.1", metavar="H")
    parser.add_argument("--port", type=int, default=8137, metavar="P")
    parser.add_argument("--data", type=Path, default=Path.home() / ".local/share/tableside", metavar="DIR")


def run(args: argparse.Namespace) -> int:
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    journal = Journal(args.data / "journal.sqlite")
    table = Table(journal, Shelf(args.data / "packs"))
    table.start()
    server = WebServer(create_app(table), args.host, args.port)
    try:
        address = server.start()
        print(address, flush=True)
        if journal.recovered:
            print(journal.recovered, flush=True)
        print(segno_code(address), flush=True)
        stopping.wait()
    finally:
        server.stop()
        table.stop()
    return 0


def segno_code(address: str) -> str:
    """The address as a QR code of characters, for the phone in your hand."""
    rows = [bytes(row) for row in segno.make(address, error="l").matrix_iter(scale=1, border=2)]
    blocks = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
    pairs = [(rows[at], rows[at + 1] if at + 1 < len(rows) else bytes(len(rows[at]))) for at in range(0, len(rows), 2)]
    return "\n".join(
        "".join(blocks[1 - int(a > 0), 1 - int(b > 0)] for a, b in zip(top, low, strict=True)) for top, low in pairs
    )
