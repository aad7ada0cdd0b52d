"""The description of the HTTP face, made of what its addresses state of themselves."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Flask
from werkzeug.routing import Rule

from web.endpoints import EVENT_STREAM, JSON, Endpoint, QueryParameter, stated_by

REFERENCE = "#/components/schemas/{name}"
IN_PATH = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
KINDS = {int: "integer", str: "string"}


def described(app: Flask) -> dict[str, Any]:
    """The addresses with what they take; what bodies are made of is described once, at the end."""
    stated = list(_stated(app))
    bodies = [endpoint.body for _, _, endpoint in stated if endpoint.body is not None]
    schemas, parts = msgspec.json.schema_components(bodies, ref_template=REFERENCE)
    schema_of = iter(schemas)
    paths: dict[str, Any] = {}
    for rule, method, endpoint in stated:
        path = IN_PATH.sub(r"{\g<name>}", rule.rule)
        schema = None if endpoint.body is None else next(schema_of)
        paths.setdefault(path, {})[method] = _operation(rule, endpoint, schema)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tableside", "version": "1"},
        "paths": paths,
        "components": {"schemas": {**parts, "Error": _error()}},
    }


def _stated(app: Flask) -> Iterator[tuple[Rule, str, Endpoint]]:
    """Every method of every address for programs; the page's own files are not described."""
    for rule in app.url_map.iter_rules():
        endpoint = stated_by(app, rule.endpoint)
        if endpoint is None or not rule.rule.startswith("/api/"):
            continue
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield rule, method.lower(), endpoint


def _operation(rule: Rule, endpoint: Endpoint, schema: Any) -> dict[str, Any]:
    in_path = [_path_parameter(found) for found in IN_PATH.finditer(rule.rule)]
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "x-role": endpoint.role,
        "parameters": [*in_path, *(_query_parameter(one) for one in endpoint.query)],
        "responses": _answers(endpoint),
    }
    if schema is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    return operation


def _path_parameter(found: re.Match[str]) -> dict[str, Any]:
    kind = "integer" if found["kind"] == "int" else "string"
    return {"name": found["name"], "in": "path", "required": True, "schema": {"type": kind}}


def _query_parameter(parameter: QueryParameter[Any]) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": KINDS[parameter.kind]}
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    told: dict[str, Any] = {"name": parameter.name, "in": "query", "schema": schema}
    return told | ({"description": parameter.meaning} if parameter.meaning else {})


def _answers(endpoint: Endpoint) -> dict[str, Any]:
    error = {"schema": {"$ref": REFERENCE.format(name="Error")}}
    good = {"schema": {"type": "string"} if endpoint.media == EVENT_STREAM else {}}
    answer = {"description": endpoint.answer, "content": {endpoint.media: good}}
    problems = {
        str(code): {"description": "an error", "content": {JSON: error}}
        for code in endpoint.problems
    }
    return {str(endpoint.status): answer, **problems}


def _error() -> dict[str, Any]:
    text = {"type": "string"}
    inner = {
        "type": "object",
        "properties": {"code": text, "message": text, "hint": text},
        "required": ["code"],
    }
    return {"type": "object", "properties": {"error": inner}, "required": ["error"]}
