"""Stands in for `rpicam-vid` and `rpicam-hello`: takes their words, writes Motion-JPEG and what it
measured, as they do. Put onto the PATH by the tests; imports nothing of ours.

It keeps the words it was started with in $STAND_IN/words, one start a line, and ends when
$STAND_IN/end says with what.
"""

import os
import sys
import time
from pathlib import Path

import cv2
import numpy as np

LISTED = """Available cameras
-----------------
0 : imx708_wide [4608x2592 10-bit RGGB] (/base/axi/pcie@1000120000/rp1/i2c@80000/imx708@1a)
    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]
                             2304x1296 [56.03 fps - (0, 0)/4608x2592 crop]
                             4608x2592 [14.35 fps - (0, 0)/4608x2592 crop]
"""


def value(words: list[str], name: str, default: str = "") -> str:
    return words[words.index(name) + 1] if name in words else default


def main() -> int:
    words, notes = sys.argv[1:], Path(os.environ["STAND_IN"])
    if "--list-cameras" in words:
        print(LISTED)
        return 0
    with (notes / "words").open("a") as file:
        print(*words, file=file)
    width, height = int(value(words, "--width")), int(value(words, "--height"))
    exposure = value(words, "--shutter", "16650")
    with Path(value(words, "--metadata")).open("w") as metadata:
        for number in range(100_000):
            if (notes / "end").exists():
                print((notes / "end").read_text(), file=sys.stderr)
                return 1
            pixels = np.full((height, width, 3), 40, np.uint8)
            pixels[: height // 2, : width // 2] = 200  # bright at the top left
            pixels[-1, -1] = number % 250
            sys.stdout.buffer.write(cv2.imencode(".jpg", pixels)[1].tobytes())
            sys.stdout.buffer.flush()
            print(f"ExposureTime={exposure}\nAnalogueGain=2.5", file=metadata)
            print("ColourGains=[ 1.750000, 1.500000 ]\n", file=metadata, flush=True)
            time.sleep(0.005)
    return 0


if __name__ == "__main__":
    sys.exit(main())
