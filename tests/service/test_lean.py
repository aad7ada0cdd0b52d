"""A Pi has little memory: whoever keeps the game does not hold the libraries of whoever looks at
pictures.
"""

import subprocess
import sys

LOADED = (
    "import sys, companion.cli.serve; "
    "print([name for name in ('cv2', 'numpy', 'PIL') if name in sys.modules])"
)


def test_the_service_of_a_real_table_has_no_picture_library_in_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
