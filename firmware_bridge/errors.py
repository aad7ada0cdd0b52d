"""The one error of this package. Its message says what happened and what to do."""


class BridgeError(Exception):
    """The panel, its configuration or its link: something a person can do something about."""
