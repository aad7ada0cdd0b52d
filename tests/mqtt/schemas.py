"""Writes the JSON schemas of what travels anew: `python -m tests.mqtt.schemas`."""

import json
from pathlib import Path
from typing import Any

import msgspec

from companion.broadcast.messages import SCHEMAS

FOLDER = Path(__file__).parents[2] / "companion" / "broadcast" / "schemas"


def written(kind: object) -> str:
    made: dict[str, Any] = msgspec.json.schema(kind)
    told = {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
    return json.dumps(told, indent=2, sort_keys=True) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, kind in SCHEMAS.items():
        (FOLDER / f"{name}.json").write_text(written(kind), "utf-8")


if __name__ == "__main__":
    main()
