"""Who is looking: the language and the seat of the device behind a request, and speaking to it."""

from typing import Any

import msgspec
from flask import Response, g, request

from companion import texts
from companion.kit.say import Say
from companion.languages import LANGUAGES, SOURCE
from web.endpoints import QueryParameter
from web.errors import as_json
from web.services import Services, services
from web.snapshots import names_of

LANGUAGE = QueryParameter("lang", str, choices=LANGUAGES)
SEAT = QueryParameter("seat", str)


def choose_language() -> None:
    """Per device: `lang` in the address, else what its browser asks for."""
    wanted = LANGUAGE.value() or request.accept_languages.best_match(LANGUAGES)
    g.language = wanted if wanted in LANGUAGES else SOURCE


def seat_of_viewer() -> str | None:
    """Whose things this device may see. Who only looks sees what everybody sees; who joined as a
    seat, that seat's.
    """
    wanted, who = SEAT.value() or None, g.who
    if who.role == "look":
        return None
    return wanted if not who.seat or wanted is None else who.seat


def spoken(value: Any, given: Services, language: str) -> Any:
    """The value as plain data, every sentence in it said with the names of those at the table."""
    return texts.spoken(msgspec.to_builtins(value), language, _names(given))


def spoken_json(value: Any) -> Response:
    """The same as an answer, in the language of the device that asks."""
    return as_json(spoken(value, services(), g.language))


def say(words: Say) -> str:
    return texts.sentence(words, g.language, _names(services()))


def text_or(key: str, otherwise: str) -> str:
    return texts.texts(g.language).get(key, otherwise)


def _names(given: Services) -> dict[str, str]:
    live = given.table.live
    return names_of(live.state.seats) if live else {}
