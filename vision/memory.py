"""Memory that is no longer needed, given back. A look at cards takes and frees tens of megabytes in
pieces, and glibc keeps the pages in between.
"""

import ctypes
from functools import cache


def give_back() -> None:
    """Elsewhere than on Linux with glibc nothing happens."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> "ctypes._NamedFuncPointer | None":
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
