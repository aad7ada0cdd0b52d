"""Errors of vision, which knows nothing of the companion, as errors of the companion."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import SetupError, SightError
from vision.errors import VisionError, VisionSetupError


@contextmanager
def vision_errors_translated() -> Iterator[None]:
    try:
        yield
    except VisionSetupError as error:
        raise SetupError(str(error)) from error
    except VisionError as error:
        raise SightError(str(error)) from error
