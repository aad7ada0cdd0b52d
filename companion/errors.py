"""The errors people may see. Each says what happened and what to do, in table words."""


class CompanionError(Exception):
    """Something a person can do something about; the message says what."""


class SightError(CompanionError):
    """The camera, a picture or a reading."""


class PanelError(CompanionError):
    """The button panel or its link."""


class SetupError(CompanionError):
    """Files, options, addresses: what is needed before a game can start."""
