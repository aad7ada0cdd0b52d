"""The figures of `companion bench`, one module per subject: `HELP` and `run(shared) -> dict of
figures`.

`shared` is the folder of photographs given with `--photographs`, or None; a subject that needs them
says so.
"""

import vision as vision  # before numpy is loaded: one thread for sums, as in the eye
