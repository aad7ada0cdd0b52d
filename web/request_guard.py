"""Every request passes here first: from a page of ours, to a name of ours, by someone who may."""

import ipaddress
import socket

from flask import Flask, Response, current_app, g, request

from web.endpoints import stated_by
from web.errors import problem
from web.permissions import COOKIE, includes, sent_token
from web.services import services

READING = ("GET", "HEAD", "OPTIONS")


def install(app: Flask, names: tuple[str, ...]) -> None:
    """`names`: by which this device is reached, besides its own."""
    own = socket.gethostname().lower()
    known = {"localhost", own, f"{own}.local", *names}

    @app.before_request
    def check() -> Response | None:
        return wrong_host(known) or foreign_page() or not_allowed()


def wrong_host(known: set[str]) -> Response | None:
    """A foreign name that points at this device is how a page elsewhere would reach it (DNS
    rebinding).
    """
    name = (request.host or "").rsplit(":", 1)[0].strip("[]").lower()
    if name in known or _is_address(name):
        return None
    return problem(
        421, "wrong_host", f"This is not {name!r}.", "Use the address the companion printed."
    )


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def foreign_page() -> Response | None:
    """Only our own page may change anything; and only with JSON, which no form of another page can
    send.
    """
    if request.method in READING or request.routing_exception is not None:
        return None
    origin = request.headers.get("Origin")
    is_elsewhere = origin is not None and origin.partition("://")[2] != request.host
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if is_elsewhere or site not in ("same-origin", "none"):
        return problem(
            403,
            "foreign_page",
            "Another page tried to change the table.",
            "Use the companion's own page.",
        )
    if request.mimetype != "application/json":
        return problem(415, "not_json", "Only application/json is taken here.")
    return None


def request_token() -> str | None:
    return sent_token(request.headers.get("Authorization", ""), request.cookies.get(COOKIE))


def not_allowed() -> Response | None:
    """The role an address states, or more. One that states none is open to nobody."""
    permissions, token = services().permissions, request_token()
    g.who = permissions.who(token)
    if request.routing_exception is not None:
        return None  # there is no such address: said by whoever finds that out
    endpoint = stated_by(current_app, request.endpoint)
    if endpoint is None:
        return problem(
            403,
            "not_stated",
            "This address does not say who may use it.",
            "Use another one from /api/openapi.json.",
        )
    if includes(g.who.role, endpoint.role):
        return None
    if not permissions.knows(token):
        return problem(
            401, "pin_needed", "This needs the table's PIN.", "Enter it once on this device."
        )
    return problem(
        403,
        "not_your_role",
        f"This is for the {endpoint.role} of the table.",
        "Ask whoever set it up.",
    )
