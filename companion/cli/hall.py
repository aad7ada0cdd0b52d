"""`companion hall`: one page of all tables that tell the same broker."""

import argparse
import os
import signal
import threading

import msgspec

from companion.config import DATA, read_config
from companion.errors import SetupError

HELP = "serve the page of many tables (needs a broker)"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--broker", metavar="URL", help="mqtt://host:1883; default: as config.toml says"
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="H")
    parser.add_argument("--port", type=int, default=8138, metavar="P", help="0 takes a free one")
    parser.add_argument(
        "--word", default="", help="whoever knows it may announce, and run a tournament"
    )


def run(args: argparse.Namespace) -> int:
    # Only this command pays for the libraries.
    from companion.hall.hall import Hall
    from companion.hall.server import HallSite
    from companion.hall.serving import serving

    settings = read_config(DATA / "config.toml").mqtt
    if args.broker:
        settings = msgspec.structs.replace(settings, broker=args.broker)
    if not settings.broker:
        raise SetupError("Which broker? Say --broker mqtt://host:1883, or name it in config.toml.")
    hall = Hall(settings, f"{os.getpid()}")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    folding = threading.Thread(target=hall.run, args=(stop,), name="hall", daemon=True)
    folding.start()
    with serving(HallSite(hall, args.word), args.host, args.port) as address:
        print(address, flush=True)
        stop.wait()
    folding.join(2)
    return 0
