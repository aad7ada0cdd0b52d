"""python -m tests.fuzz TARGET [--seconds 60]: guided by coverage, with atheris (pip install
atheris; x86 only, so it is in no lock). Prints how many inputs were tried and what was found; a
finding is kept in tests/fuzz/found."""

import argparse
import hashlib
import os
import sys
import tempfile
import time
from pathlib import Path

FOUND = Path(__file__).with_name("found")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("target")
    parser.add_argument("--seconds", type=int, default=60)
    args = parser.parse_args()
    try:
        import atheris
    except ImportError:
        print("fuzz: atheris is missing: pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(
        include=["companion", "firmware_bridge", "vision", "tomllib", "PIL"]
    ):
        from tests.fuzz.targets import TARGETS, seeds
    target = TARGETS[args.target]
    corpus = Path(tempfile.mkdtemp(prefix=f"fuzz-{args.target}-"))
    for number, seed in enumerate(seeds(args.target)):
        (corpus / f"seed{number}").write_bytes(seed)
    counts = {"tried": 0, "found": 0, "slowest_ms": 0}
    kinds: set[str] = set()

    def one(data: bytes) -> None:
        counts["tried"] += 1
        begun_s = time.perf_counter()
        try:
            target(data)
        except Exception as error:  # every kind once; the search goes on
            where = error.__traceback__
            while where is not None and where.tb_next is not None:
                where = where.tb_next
            kind = (
                f"{type(error).__name__} at {where.tb_frame.f_code.co_qualname if where else '?'}"
            )
            if kind not in kinds:
                kinds.add(kind)
                counts["found"] += 1
                name = hashlib.sha256(data).hexdigest()[:12]
                (FOUND / f"{args.target}-{name}").write_bytes(data)
                print(f"found: {kind}: {str(error)[:200]} ({args.target}-{name})", flush=True)
        took_ms = int(1000 * (time.perf_counter() - begun_s))
        if took_ms > counts["slowest_ms"]:
            counts["slowest_ms"] = took_ms
            if took_ms > 2000:
                name = f"slow-{hashlib.sha256(data).hexdigest()[:12]}"
                (corpus / name).write_bytes(data)
                print(f"slow: {took_ms} ms ({corpus / name})", flush=True)
        if time.monotonic() > ends_s:
            print(
                f"{args.target}: " + ", ".join(f"{what} {count}" for what, count in counts.items()),
                flush=True,
            )
            os._exit(1 if counts["found"] else 0)  # the fuzzer itself never ends

    ends_s = time.monotonic() + args.seconds
    atheris.Setup(
        [sys.argv[0], str(corpus), "-max_len=8192", "-timeout=120", "-rss_limit_mb=3000"], one
    )
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
