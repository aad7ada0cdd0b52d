"""What an address states of itself, once: who may call it, what it takes and what it answers.

The guard (`request_guard.py`) and the description (`openapi.py`) follow from the statement; an
address without one is refused to everybody.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec
from flask import Flask, request
from werkzeug.routing import IntegerConverter, Map
from werkzeug.wrappers import Response

from web.permissions import Role

JSON = "application/json"
JPEG = "image/jpeg"
ZIP = "application/zip"
EVENT_STREAM = "text/event-stream"
LARGEST = 2**63 - 1  # no file holds a larger number; so it names nothing, as does the largest
T = TypeVar("T", str, int)


@dataclass(frozen=True, slots=True)
class QueryParameter(Generic[T]):
    """What may stand after the question mark. A view reads it by this, so the two cannot differ."""

    name: str
    kind: type[T]
    meaning: str = ""
    choices: tuple[str, ...] = ()

    def value(self) -> T | None:
        """None: not given, or not of its kind."""
        given = request.args.get(self.name, type=self.kind)
        return min(max(given, -LARGEST), LARGEST) if isinstance(given, int) else given


class HeldNumber(IntegerConverter):
    """A number in an address: one that no file holds is no address of ours."""

    def __init__(self, urls: Map, *args: Any, **more: Any) -> None:
        super().__init__(urls, *args, **{"max": LARGEST, **more})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The statement. `body` is the type of what is sent, none where nothing is read."""

    role: Role  # the least that may call it
    summary: str
    query: tuple[QueryParameter[Any], ...]
    body: Any
    answer: str
    status: int
    media: str
    problems: tuple[int, ...]


class StatedView:
    """A view with its statement. One that has an argument `body` gets what was sent, decoded."""

    def __init__(self, view: Callable[..., Response], endpoint: Endpoint) -> None:
        update_wrapper(self, view)
        self._view = view
        self._decoder = None if endpoint.body is None else msgspec.json.Decoder(endpoint.body)
        self.endpoint = endpoint

    def __call__(self, **path: Any) -> Response:
        if self._decoder is None:
            return self._view(**path)
        return self._view(**path, body=self._decoder.decode(request.get_data()))


def endpoint(
    role: Role,
    summary: str,
    *query: QueryParameter[Any],
    answer: str = "",
    status: int = 200,
    media: str = JSON,
    problems: tuple[int, ...] = (),
) -> Callable[[Callable[..., Response]], StatedView]:
    """States a view. `answer`: what a good answer holds, where the summary does not say it."""

    def stated(view: Callable[..., Response]) -> StatedView:
        body = get_type_hints(view).get("body")
        said = answer or summary
        return StatedView(view, Endpoint(role, summary, query, body, said, status, media, problems))

    return stated


def stated_by(app: Flask, name: str | None) -> Endpoint | None:
    """The statement of the view that Flask knows by this name."""
    view = app.view_functions.get(name or "")
    return view.endpoint if isinstance(view, StatedView) else None
