"""`companion doctor`: is everything well? Each subject ok, or what to do."""

import argparse
import json
from pathlib import Path

from companion.cli.serve import qr_code
from companion.config import DATA, read_config
from companion.kit.say import say
from companion.languages import LANGUAGES, SOURCE
from companion.service.checks import told
from companion.service.doctor import examine
from companion.service.maintenance import support_bundle
from companion.service.panel.connection import open_panel, panel_config
from companion.texts import sentence
from firmware_bridge.check import try_out
from firmware_bridge.config import PanelConfig

HELP = "check camera, light, panel, disk, clock, network"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--camera", metavar="URL")
    parser.add_argument(
        "--panel",
        metavar="URL",
        nargs="?",
        const="",
        help="try the panel: names keys, lights lamps",
    )
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE.zip", help="write a file for whoever helps you"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default=SOURCE)
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    config = read_config(args.data / "config.toml")
    panel = args.panel or config.panel or ("serial:auto" if args.panel == "" else "")
    checks = [
        told(one, args.lang)
        for one in examine(args.data, config, args.camera or config.camera, panel)
    ]
    if args.json:
        print(json.dumps(checks))
    else:
        for one in checks:
            remedy = f"  -> {one['remedy']}" if one["remedy"] else ""
            print(f"{'ok ' if one['ok'] else '!! '} {one['name']:<8} {one['what']}{remedy}")
            if "address" in one["figures"]:
                print(qr_code(str(one["figures"]["address"])))
    if args.bundle:
        args.bundle.write_bytes(support_bundle(args.data, checks, {}))
    if args.panel is not None and not args.json:
        print(sentence(say("doctor.try"), args.lang, {}))
        try_panel(panel, panel_config(config, args.data))
    return 0 if all(one["ok"] for one in checks) else 1


def try_panel(url: str, config: PanelConfig) -> None:
    """Until Ctrl-C: each key by name as it is pressed, its lamp lit."""
    panel = open_panel(url, config)
    try:
        for seen in try_out(panel, config, lambda: False):
            print(seen, flush=True)
    finally:
        panel.close()
