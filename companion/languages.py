"""The languages there are: whoever has a catalogue beside the companion's own texts.

Nothing else lists them. The page, the commands and the configuration ask here, so a new language is
its catalogues and no change in code.
"""

from importlib import resources
from importlib.resources.abc import Traversable

SOURCE = "en"  # what everything is written in first, and shown in when nothing fits


def languages_in(folder: Traversable) -> tuple[str, ...]:
    """The source first, the others by their code."""
    names = (file.name for file in folder.iterdir())
    codes = {name.removesuffix(".po") for name in names if name.endswith(".po")}
    return (SOURCE, *sorted(codes - {SOURCE}))


LANGUAGES = languages_in(resources.files("companion") / "texts")
