"""One shape for everything that goes wrong: {"error": {"code", "message", "hint"}}."""

import errno
from typing import Any

import msgspec
from flask import Flask, Response, current_app, g
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError
from companion.kit.story import RuleError
from companion.languages import SOURCE
from companion.texts import rule_behind, sentence

HINTS = {
    400: "See /api/openapi.json for what is expected.",
    404: "See /api/openapi.json for what there is.",
    405: "See /api/openapi.json for the methods of this address.",
    413: "Send less at once.",
    415: "Send application/json.",
    500: "Nothing was changed. Try again; if it happens again, the service log has the details.",
}


def as_json(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, mimetype="application/json")


def problem(status: int, code: str, message: str, hint: str = "", **more: Any) -> Response:
    return as_json(
        {
            "error": {"code": code, "message": message, "hint": hint or HINTS.get(status, "")},
            **more,
        },
        status,
    )


def refused(
    code: str,
    message: str,
    hint: str = "",
    *,
    may_force: bool = False,
    line: int | None = None,
    path: str = "",
) -> Response:
    """409: the rules say no. `may_force`: the table may insist, with a reason; `rule`: the rule
    behind it, in words; `line`: the line of the log that came first and could be undone; `path`:
    where in a position it stands.
    """
    rule = rule_behind(code, g.get("language", SOURCE))
    more = {"refused": message, "may_force": may_force, "rule": rule, "line": line, "path": path}
    return problem(409, code, message, hint, **more)


def the_disk_says_no(error: OSError) -> Response:
    """A name that no disk takes is the sender's business, all else the disk's."""
    if error.errno == errno.ENAMETOOLONG:
        return problem(400, "too_long", "That name is too long.", "Choose a shorter one.")
    current_app.logger.error("the disk: %s", error)
    hint = "Is it full or read-only? The self-test says more."
    return problem(507, "disk", f"The disk says: {error.strerror}.", hint)


def install(app: Flask) -> None:
    app.register_error_handler(OSError, the_disk_says_no)

    @app.errorhandler(RuleError)
    def rules_say_no(error: RuleError) -> Response:
        language = g.get("language", SOURCE)
        hint = sentence(error.hint, language, {}) if error.hint else ""
        words, path = sentence(error.say, language, {}), str(error.say.values.get("path", ""))
        return refused(error.code, words, hint, may_force=error.may_force, path=path)

    @app.errorhandler(CompanionError)
    def people_can_mend_it(error: CompanionError) -> Response:
        return problem(400, "setup", str(error))

    @app.errorhandler(msgspec.ValidationError)
    def not_what_was_expected(error: msgspec.ValidationError) -> Response:
        return problem(400, "invalid", str(error))

    @app.errorhandler(msgspec.DecodeError)
    def not_json(error: msgspec.DecodeError) -> Response:
        return problem(400, "not_json", str(error))

    @app.errorhandler(UnicodeDecodeError)
    def not_text(error: UnicodeDecodeError) -> Response:
        return problem(400, "not_json", f"This is not UTF-8: {error.reason}.")

    @app.errorhandler(RecursionError)
    def nested_too_deeply(_: RecursionError) -> Response:
        return problem(400, "too_deep", "This is nested too deeply.", "Send what the page sends.")

    @app.errorhandler(HTTPException)
    def known_to_http(error: HTTPException) -> Response:
        return problem(
            error.code or 500,
            (error.name or "error").lower().replace(" ", "_"),
            error.description or "",
        )

    @app.errorhandler(Exception)
    def a_fault(error: Exception) -> Response:
        app.logger.exception("a fault in the service", exc_info=error)
        return problem(500, "fault", "Something went wrong inside the companion.")
