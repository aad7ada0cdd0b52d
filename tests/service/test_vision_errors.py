"""Errors of vision become errors of the companion: the page and the command line know
only those.
"""

import pytest

from companion.errors import CompanionError, SetupError, SightError
from companion.service.vision_errors import vision_errors_translated
from vision.errors import CameraError, PictureError, VisionError, VisionSetupError


@pytest.mark.parametrize(
    ("raised", "becomes"),
    [
        (CameraError, SightError),
        (PictureError, SightError),
        (VisionSetupError, SetupError),
    ],
)
def test_an_error_of_vision_keeps_its_words(
    raised: type[VisionError], becomes: type[CompanionError]
) -> None:
    with pytest.raises(becomes, match="check the cable"), vision_errors_translated():
        raise raised("no picture: check the cable")


def test_other_errors_pass_unchanged() -> None:
    with pytest.raises(KeyError), vision_errors_translated():
        raise KeyError("zone")
