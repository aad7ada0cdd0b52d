"""What can go wrong with seeing, for people: each message says what happened and what to do.

Whoever uses vision translates these into errors of its own.
"""


class VisionError(Exception):
    """Something a person can do something about; the message says what."""


class CameraError(VisionError):
    """The camera: it is not there, gives no picture, or cannot do what it was told."""


class PictureError(VisionError):
    """A picture that cannot be read, or does not show what it should."""


class VisionSetupError(VisionError):
    """Files and options: what is needed before anything can be seen."""
