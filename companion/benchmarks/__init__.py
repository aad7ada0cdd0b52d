"""The figures of `companion bench`, one module per subject: `HELP` and `run(shared) -> dict of
figures`.

`shared` is the folder of photographs given with `--photographs`, or None; a subject that needs them
says so. One that tries readers on made-up scenes has `NEEDS_LAB = True`: `vision.lab` is not
installed with the rest, and is found only in a development checkout.
"""

import importlib.util

import vision as vision  # before numpy is loaded: one thread for sums, as in the eye

NO_LAB = "needs vision/lab, which only a development checkout has: run it from a clone"


def has_lab() -> bool:
    return importlib.util.find_spec("vision.lab") is not None
