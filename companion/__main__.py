"""The `companion` command. Each command is one module in `companion.cli`; this file finds it and
reports errors.
"""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence

from companion import cli
from companion.config import DATA, look_for_own_games
from companion.errors import CompanionError


def command_names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(cli.__path__))


def parser_of(command: str) -> argparse.ArgumentParser:
    """Only the module of the command in use is imported: `companion games` must not wait for
    OpenCV.
    """
    module = importlib.import_module(f"companion.cli.{command}")
    parser = argparse.ArgumentParser(prog=f"companion {command}", description=module.HELP)
    module.arguments(parser)
    parser.set_defaults(run=module.run)
    return parser


def overview() -> str:
    lines = ["usage: companion COMMAND [...]", "", "commands:"]
    for name in command_names():
        lines.append(f"  {name:<10} {importlib.import_module(f'companion.cli.{name}').HELP}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help"):
        print(overview())
        return 0 if words else 2
    if words[0] not in command_names():
        print(
            f"companion: no command {words[0]!r}; there are: {', '.join(command_names())}",
            file=sys.stderr,
        )
        return 2
    try:
        args = parser_of(words[0]).parse_args(words[1:])
        if not getattr(args, "safe", False):
            look_for_own_games(getattr(args, "data", DATA))
        return int(args.run(args))
    except CompanionError as error:
        print(f"companion {words[0]}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
