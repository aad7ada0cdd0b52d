"""python -m tests.fuzz TARGET [--seconds 60]: guided by coverage, with atheris (pip install
atheris; x86 only, so it is in no lock). Prints how many inputs were tried and what was found; a
finding is kept in tests/fuzz/found."""

import argparse
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

FOUND = Path(__file__).with_name("found")
SLOW_MS = 2000


@dataclass
class Search:
    """One target under fire: every kind of failure is kept once, and the slowest input is named."""

    name: str
    target: Callable[[bytes], None]
    corpus: Path
    ends_s: float
    tried: int = 0
    slowest_ms: int = 0
    kinds: set[str] = field(default_factory=set)

    def one(self, data: bytes) -> None:
        self.tried += 1
        begun_s = time.perf_counter()
        try:
            self.target(data)
        except Exception as error:  # every kind once; the search goes on
            self._found(error, data)
        self._timed(int(1000 * (time.perf_counter() - begun_s)), data)
        if time.monotonic() > self.ends_s:
            counts = f"tried {self.tried}, found {len(self.kinds)}, slowest_ms {self.slowest_ms}"
            print(f"{self.name}: {counts}", flush=True)
            os._exit(1 if self.kinds else 0)  # the fuzzer itself never ends

    def _found(self, error: Exception, data: bytes) -> None:
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        place = where.tb_frame.f_code.co_qualname if where else "?"
        kind = f"{type(error).__name__} at {place}"
        if kind not in self.kinds:
            self.kinds.add(kind)
            name = f"{self.name}-{_digest(data)}"
            (FOUND / name).write_bytes(data)
            print(f"found: {kind}: {str(error)[:200]} ({name})", flush=True)

    def _timed(self, took_ms: int, data: bytes) -> None:
        if took_ms <= self.slowest_ms:
            return
        self.slowest_ms = took_ms
        if took_ms > SLOW_MS:
            file = self.corpus / f"slow-{_digest(data)}"
            file.write_bytes(data)
            print(f"slow: {took_ms} ms ({file})", flush=True)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


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
    packages = ["companion", "firmware_bridge", "vision", "tomllib", "PIL"]
    with atheris.instrument_imports(include=packages):
        from tests.fuzz.targets import TARGETS, seeds
    corpus = Path(tempfile.mkdtemp(prefix=f"fuzz-{args.target}-"))
    for number, seed in enumerate(seeds(args.target)):
        (corpus / f"seed{number}").write_bytes(seed)
    ends_s = time.monotonic() + args.seconds
    search = Search(args.target, TARGETS[args.target], corpus, ends_s)
    limits = ["-max_len=8192", "-timeout=120", "-rss_limit_mb=3000"]
    atheris.Setup([sys.argv[0], str(corpus), *limits], search.one)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
