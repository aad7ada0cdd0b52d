"""How a device comes to its role: by a PIN, or by an invitation of whoever hosts; and how it loses
it.
"""

from typing import Annotated
from urllib.parse import quote

import msgspec
import segno
from flask import Blueprint, Response, g, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.kit.names import check_names, plain
from web.endpoints import endpoint
from web.errors import as_json, problem
from web.permissions import COOKIE, ROLES, includes
from web.services import services

pairing_routes = Blueprint("pairing", __name__)
YEAR_S = 365 * 24 * 3600
SHORTEST_PIN, LONGEST_PIN = 4, 64
LONGEST_NAME = 60


class PinEntry(msgspec.Struct, frozen=True):
    pin: Annotated[str, msgspec.Meta(max_length=LONGEST_PIN)]


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: str
    seat: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


class FirstStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN for hosting and playing; or that whoever owns the table trusts everybody in this
    network.
    """

    pin: Annotated[str, msgspec.Meta(max_length=LONGEST_PIN)] = ""
    trusted: bool = False


class DeviceRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str


@pairing_routes.post("/api/pair")
@endpoint("look", "a PIN for a cookie", answer="the role", problems=(401, 429))
def pair(body: PinEntry) -> Answer:
    """Too many wrong ones and the door stays shut, the longer the more there were."""
    permissions, address = services().permissions, request.remote_addr or ""
    if not permissions.guesses.take(address):
        minutes = max(1, round(permissions.guesses.wait_s(address) / 60))
        hint = "Wait a minute, then try again." if minutes == 1 else f"Wait {minutes} minutes."
        return problem(429, "too_many_tries", "Too many wrong PINs.", hint)
    token = permissions.paired(body.pin, address, _device_name())
    if token is None:
        return problem(401, "wrong_pin", "That PIN does not fit.", "Ask whoever set up the table.")
    return _with_cookie(as_json({"role": permissions.who(token).role}), token)


@pairing_routes.get("/api/me")
@endpoint("look", "what this device may do")
def me() -> Response:
    """`unprotected`: the network reaches this table and nobody has chosen a PIN or said that it
    needs none.
    """
    return as_json(
        {
            "role": g.who.role,
            "seat": g.who.seat,
            "open": services().permissions.is_open,
            "unprotected": _is_unprotected(),
        }
    )


def _is_unprotected() -> bool:
    given = services()
    return given.in_network and given.permissions.is_open and not given.permissions.network.is_given


@pairing_routes.post("/api/first-start")
@endpoint("admin", "a host PIN, or trust in the network", answer="the role", problems=(400, 409))
def first_start(body: FirstStart) -> Answer:
    """Asked at a table that the network reaches; while there is no PIN, one may be chosen."""
    permissions = services().permissions
    if not permissions.is_open:
        return problem(409, "decided", "There is a PIN already.", "Change it: companion pin host")
    if body.trusted:
        permissions.network.give()
        return as_json({"role": g.who.role})
    if len(body.pin) < SHORTEST_PIN:
        return problem(
            400, "short_pin", f"A PIN has at least {SHORTEST_PIN} characters.", "Choose another."
        )
    for role in ("host", "play"):  # with one for hosting alone, everybody could still play
        permissions.set_pin(role, body.pin)
    token = permissions.pair(body.pin, request.remote_addr or "", _device_name())
    if token is None:
        return problem(401, "pin_needed", "The PIN is set.", "Enter it on this device.")
    return _with_cookie(as_json({"role": permissions.who(token).role}), token)


@pairing_routes.get("/api/devices")
@endpoint("host", "who has joined", answer="role, seat and since when")
def devices() -> Response:
    return as_json(services().permissions.devices.listed(request.cookies.get(COOKIE)))


@pairing_routes.post("/api/devices/remove")
@endpoint("host", "take a device's role away", answer="those left", problems=(404,))
def remove_device(body: DeviceRemoval) -> Response:
    if not services().permissions.devices.remove(body.id, g.who.role):
        return problem(
            404,
            "no_such_device",
            "There is no such device to send away.",
            "Look at the list again.",
        )
    return as_json(services().permissions.devices.listed(request.cookies.get(COOKIE)))


@pairing_routes.post("/api/invites")
@endpoint("host", "a code for one more device", answer="it", problems=(403, 409))
def invite(body: Invitation) -> Response:
    """As a seat; nobody invites to more than they are."""
    if body.role not in ROLES or not includes(g.who.role, body.role):
        return problem(
            403, "no_such_role", "You cannot invite to that role.", "Choose look, play or host."
        )
    check_names(body.seat)
    code = services().permissions.invite(body.role, body.seat)
    address = f"{request.host_url}join/{code}"
    picture = segno.make(address, error="m").svg_data_uri(scale=6, border=2)
    return as_json({"code": code, "address": address, "picture": picture})


@pairing_routes.get("/join/<code>")
@endpoint("look", "takes an invitation", problems=(410, 507))
def join(code: str) -> Answer:
    accepted = services().permissions.accept(code, _device_name())
    if accepted is None:
        return problem(
            410, "invite_over", "This invitation is used or too old.", "Ask for a new code."
        )
    token, paired = accepted
    page = "/?view=watch" if paired.role == "look" else f"/?seat={quote(paired.seat)}"
    return _with_cookie(redirect(page), token)


def _device_name() -> str:
    """What its browser calls itself, short enough to tell a tablet from a telephone."""
    return plain(request.headers.get("User-Agent", ""))[:LONGEST_NAME]


def _with_cookie(answer: Answer, token: str) -> Answer:
    answer.set_cookie(
        COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer
