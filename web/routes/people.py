"""Who plays here: what is counted of each, and renaming, merging and forgetting them."""

from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.kit.names import check_names
from companion.records import statistics
from companion.records.forgetting import forget as forget_person
from companion.records.importing import merge_people
from companion.records.records import Records
from web.endpoints import endpoint
from web.errors import as_json
from web.services import services
from web.viewer import LANGUAGE, choose_language

people_routes = Blueprint("people", __name__, url_prefix="/api/people")
people_routes.before_request(choose_language)

AT_ONCE = 2  # games summarised while somebody waits


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Dress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    shape: int


class Into(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: int


def caught_up() -> Records:
    records = services().records
    records.catch_up(AT_ONCE)
    return records


@people_routes.get("")
@endpoint("play", "everybody who is remembered", LANGUAGE)
def people() -> Response:
    return as_json(statistics.everyone(caught_up()))


@people_routes.get("/<int:number>")
@endpoint("play", "what is counted of one person", LANGUAGE, problems=(409,))
def person(number: int) -> Response:
    return as_json(statistics.of_person(caught_up(), number))


@people_routes.get("/<int:number>/against/<int:other>")
@endpoint("play", "two people, head to head", LANGUAGE, problems=(409,))
def against(number: int, other: int) -> Response:
    return as_json(statistics.head_to_head(caught_up(), number, other))


@people_routes.post("/<int:number>/name")
@endpoint("host", "give a person another name", problems=(400, 409))
def rename(number: int, body: NewName) -> Response:
    caught_up().people.rename(number, body.name)
    return _known(number)


@people_routes.post("/<int:number>/dress")
@endpoint("host", "give a person a colour and a shape", problems=(400, 409))
def dress(number: int, body: Dress) -> Response:
    check_names(body.colour)
    caught_up().people.dress(number, body.colour[:20], body.shape)
    return _known(number)


@people_routes.post("/<int:number>/merge")
@endpoint("host", "two names are one person", problems=(400, 409))
def merge(number: int, body: Into) -> Response:
    merge_people(caught_up(), number, body.person)
    return _known(body.person)


@people_routes.post("/<int:number>/forget")
@endpoint("host", "forget a person everywhere", problems=(409,))
def forget(number: int) -> Response:
    given = services()
    forget_person(given.records, number)
    given.replays.forget()
    return as_json({"forgotten": number})


def _known(number: int) -> Response:
    told: dict[str, Any] = services().records.people.get(number)._asdict()
    return as_json(told)
