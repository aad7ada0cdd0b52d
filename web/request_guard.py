"""Every request passes here first: from a page of ours, to a name of ours, by someone who may."""

import ipaddress
import socket

import msgspec
import segno
from flask import Flask, Response, current_app, g, redirect, request
from werkzeug.wrappers import Response as Answer

from web.errors import as_json, problem
from web.permissions import ROLES, Paired, Permissions

COOKIE = "tableside"
YEAR_S = 365 * 24 * 3600
# What each address needs. What is not named here needs nothing if it only reads, an admin if it
# changes anything.
NEEDS = {
    "pair": "look",
    "api.take_intent": "play",
    "api.preview": "play",
    "api.begin": "host",
    "api.resume": "host",
    "api.leave": "host",
    "api.export": "play",
    "around.picture": "play",
    "camera.draw_zone": "host",
    "camera.look": "play",
    "camera.teach": "play",
    "camera.mark_boxes": "play",
    "camera.forget": "host",
    "camera.taught_picture": "play",
    "around.evidence": "play",
    "around.virtual": "play",
    "invite": "host",
    "care.selftest": "play",
    "care.backup": "admin",
    "care.support": "admin",
    "packs.show": "host",
    "packs.check": "host",
    "packs.keep": "host",
    "packs.away": "host",
    "packs.export": "host",
}


class Key(msgspec.Struct, frozen=True):
    pin: str


def gate() -> Permissions:
    found: Permissions = current_app.config["GATE"]
    return found


def install(app: Flask, names: tuple[str, ...]) -> None:
    known = {
        "localhost",
        socket.gethostname().lower(),
        f"{socket.gethostname().lower()}.local",
        *names,
    }

    @app.before_request
    def check() -> Response | None:
        return wrong_host(known) or foreign_page() or not_allowed()

    @app.post("/api/pair")
    def pair() -> Response:
        """A PIN for a cookie. Too many wrong ones and the door stays shut for a minute."""
        address = request.remote_addr or ""
        if gate().must_wait(address):
            return problem(
                429, "too_many_tries", "Too many wrong PINs.", "Wait a minute, then try again."
            )
        token = gate().pair(msgspec.json.decode(request.get_data(), type=Key).pin, address)
        if token is None:
            return problem(
                401, "wrong_pin", "That PIN does not fit.", "Ask whoever set up the table."
            )
        return with_cookie(as_json({"role": gate().who(token).role}), token)

    @app.get("/api/me")
    def me() -> Response:
        return as_json({"role": g.who.role, "seat": g.who.seat, "open": gate().is_open})

    @app.post("/api/invites")
    def invite() -> Response:
        """A code for one more device, as a seat."""
        wanted = msgspec.json.decode(request.get_data(), type=Paired)
        if wanted.role not in ROLES or ROLES.index(wanted.role) > ROLES.index(g.who.role):
            return problem(
                403, "no_such_role", "You cannot invite to that role.", "Choose look, play or host."
            )
        code = gate().invite(wanted.role, wanted.seat)
        address = f"{request.host_url}join/{code}"
        picture = segno.make(address, error="m").svg_data_uri(scale=6, border=2)
        return as_json({"code": code, "address": address, "picture": picture})

    @app.get("/join/<code>")
    def join(code: str) -> Answer:
        accepted = gate().accept(code)
        if accepted is None:
            return problem(
                410, "invite_over", "This invitation is used or too old.", "Ask for a new code."
            )
        token, paired = accepted
        return with_cookie(
            redirect("/?view=watch" if paired.role == "look" else f"/?seat={paired.seat}"), token
        )


def with_cookie(answer: Answer, token: str) -> Response:
    answer.set_cookie(
        COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer  # type: ignore[return-value]


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
    if request.method in ("GET", "HEAD", "OPTIONS") or request.routing_exception is not None:
        return None
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if (origin is not None and origin.partition("://")[2] != request.host) or site not in (
        "same-origin",
        "none",
    ):
        return problem(
            403,
            "foreign_page",
            "Another page tried to change the table.",
            "Use the companion's own page.",
        )
    if request.mimetype != "application/json":
        return problem(415, "not_json", "Only application/json is taken here.")
    return None


def not_allowed() -> Response | None:
    g.who = gate().who(request.cookies.get(COOKIE))
    changes = request.method not in ("GET", "HEAD", "OPTIONS") and request.routing_exception is None
    needed = NEEDS.get(request.endpoint or "", "admin" if changes else "look")
    if ROLES.index(g.who.role) >= ROLES.index(needed):
        return None
    if not gate().knows(request.cookies.get(COOKIE)):
        return problem(
            401, "pin_needed", "This needs the table's PIN.", "Enter it once on this device."
        )
    return problem(
        403, "not_your_role", f"This is for the {needed} of the table.", "Ask whoever set it up."
    )
