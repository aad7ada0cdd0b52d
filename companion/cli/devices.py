"""`companion devices`: where tablets find this table, and what is plugged in, by name."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from companion.cli.serve import qr_code
from companion.config import DATA, Config, read_config
from companion.kit.say import say
from companion.languages import LANGUAGES, SOURCE
from companion.service import checks
from companion.service.found_devices import FoundDevice, cameras_found, panels_found
from companion.texts import sentence

HELP = "the address for tablets, and the cameras and panels that are plugged in"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")
    parser.add_argument("--lang", choices=LANGUAGES, default=SOURCE)
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    config = read_config(args.data / "config.toml", lenient=True)
    address = str(checks.network(config).figures.get("address", ""))
    cameras, panels = cameras_found(), panels_found()
    if args.json:
        found = {"cameras": [asdict(one) for one in cameras], "panels": [asdict(p) for p in panels]}
        print(json.dumps({"address": address, **found}))
        return 0
    if address:
        print(sentence(say("devices.address", address=address), args.lang, {}))
        print(qr_code(address))
    for kind, found_here in (("camera", cameras), ("panel", panels)):
        print("\n".join(_told(kind, found_here, config, args)))
    return 0


def _told(
    kind: str, found: list[FoundDevice], config: Config, args: argparse.Namespace
) -> list[str]:
    """Each by name, the one in use marked; how to choose one where none is chosen."""
    chosen = str(getattr(config, kind))
    if not found:
        return [sentence(say(f"devices.{kind}.none"), args.lang, {})]
    lines = [sentence(say(f"devices.{kind}"), args.lang, {})]
    lines += [f"  {'*' if is_chosen(one, chosen) else ' '} {one.title}: {one.url}" for one in found]
    if not chosen:
        file = str(args.data / "config.toml")
        words = say("devices.choose", file=file, line=f'{kind} = "{found[0].url}"')
        lines.append(sentence(words, args.lang, {}))
    return lines


def is_chosen(one: FoundDevice, chosen: str) -> bool:
    return chosen.partition("?")[0] == one.url
