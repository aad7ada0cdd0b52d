"""How a device comes to its role: by a PIN, or by an invitation of whoever hosts."""

import msgspec
import segno
from flask import Blueprint, Response, g, redirect, request
from werkzeug.wrappers import Response as Answer

from web.endpoints import endpoint
from web.errors import as_json, problem
from web.permissions import COOKIE, ROLES, Paired, includes
from web.services import services

pairing_routes = Blueprint("pairing", __name__)
YEAR_S = 365 * 24 * 3600


class PinEntry(msgspec.Struct, frozen=True):
    pin: str


@pairing_routes.post("/api/pair")
@endpoint("look", "a PIN for a cookie", answer="the role", problems=(401, 429))
def pair(body: PinEntry) -> Answer:
    """Too many wrong ones and the door stays shut for a minute."""
    permissions, address = services().permissions, request.remote_addr or ""
    if permissions.must_wait(address):
        return problem(
            429, "too_many_tries", "Too many wrong PINs.", "Wait a minute, then try again."
        )
    token = permissions.pair(body.pin, address)
    if token is None:
        return problem(401, "wrong_pin", "That PIN does not fit.", "Ask whoever set up the table.")
    return _with_cookie(as_json({"role": permissions.who(token).role}), token)


@pairing_routes.get("/api/me")
@endpoint("look", "what this device may do")
def me() -> Response:
    is_open = services().permissions.is_open
    return as_json({"role": g.who.role, "seat": g.who.seat, "open": is_open})


@pairing_routes.post("/api/invites")
@endpoint("host", "a code for one more device", answer="it", problems=(403,))
def invite(body: Paired) -> Response:
    """As a seat; nobody invites to more than they are."""
    if body.role not in ROLES or not includes(g.who.role, body.role):
        return problem(
            403, "no_such_role", "You cannot invite to that role.", "Choose look, play or host."
        )
    code = services().permissions.invite(body.role, body.seat)
    address = f"{request.host_url}join/{code}"
    picture = segno.make(address, error="m").svg_data_uri(scale=6, border=2)
    return as_json({"code": code, "address": address, "picture": picture})


@pairing_routes.get("/join/<code>")
@endpoint("look", "takes an invitation", problems=(410,))
def join(code: str) -> Answer:
    accepted = services().permissions.accept(code)
    if accepted is None:
        return problem(
            410, "invite_over", "This invitation is used or too old.", "Ask for a new code."
        )
    token, paired = accepted
    page = "/?view=watch" if paired.role == "look" else f"/?seat={paired.seat}"
    return _with_cookie(redirect(page), token)


def _with_cookie(answer: Answer, token: str) -> Answer:
    answer.set_cookie(
        COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer
