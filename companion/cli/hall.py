"""`companion hall`: one page of all tables that tell the same broker."""

import argparse
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

import msgspec

from companion.config import DATA, MqttSettings, read_config
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.hall.hall import Hall

HELP = "serve the page of many tables (needs a broker, and finds it on the network)"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--broker",
        metavar="URL",
        help="mqtt://host:1883; default: as config.toml says, else the one of this network",
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="H")
    parser.add_argument("--port", type=int, default=8138, metavar="P", help="0 takes a free one")
    parser.add_argument(
        "--word", default="", help="whoever knows it may announce, and run a tournament"
    )
    parser.add_argument(
        "--interface",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="look for tables only from this address of ours; default: from all",
    )


def run(args: argparse.Namespace) -> int:
    # Only this command pays for the libraries.
    from companion.hall.hall import Hall
    from companion.hall.server import HallSite
    from companion.hall.serving import serving

    stop = threading.Event()
    hall = Hall(settings_for(args), f"{os.getpid()}")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    folding = threading.Thread(target=hall.run, args=(stop,), name="hall", daemon=True)
    finding = threading.Thread(target=find, args=(hall, stop, args.interface), daemon=True)
    folding.start()
    finding.start()
    with serving(HallSite(hall, args.word), args.host, args.port) as address:
        print(address, flush=True)
        stop.wait()
    folding.join(2)
    finding.join(2)
    return 0


def settings_for(args: argparse.Namespace) -> MqttSettings:
    from companion.hall.finding import broker_found

    settings = read_config(DATA / "config.toml").mqtt
    if args.broker:
        return msgspec.structs.replace(settings, broker=args.broker)
    if settings.broker:
        return settings
    broker = broker_found(args.interface)
    print(f"Found the broker {broker}.", file=sys.stderr, flush=True)
    return msgspec.structs.replace(settings, broker=broker)


def find(hall: "Hall", stop: threading.Event, interfaces: list[str]) -> None:
    """Without multicast the hall still shows all that tell the broker."""
    from companion.hall.finding import watch

    try:
        watch(hall.see, stop, interfaces)
    except CompanionError as error:
        print(error, file=sys.stderr, flush=True)
