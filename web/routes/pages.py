"""The tablet page, its files, and the description of the service."""

import mimetypes
from functools import cache

from flask import Blueprint, Response, abort, current_app, request, send_from_directory

from web import assets, bundle, faces
from web.assets import STATIC
from web.endpoints import endpoint
from web.errors import as_json
from web.openapi import described

page_routes = Blueprint("pages", __name__)
mimetypes.add_type("application/manifest+json", ".webmanifest")  # not every system knows it


@page_routes.get("/")
@endpoint("look", "the tablet page", media="text/html")
def page() -> Response:
    return Response(_whole_page(), mimetype="text/html")


@cache
def _whole_page() -> str:
    return assets.page_of(STATIC)


@page_routes.get("/static/<path:name>")
@endpoint("look", "a file of the page", media="*/*", problems=(404,))
def static_file(name: str) -> Response:
    return send_from_directory(STATIC, name)


@page_routes.get(f"{bundle.PIECES}/<path:name>")
@endpoint("look", "several files of the page in one piece", media="*/*", problems=(404,))
def piece(name: str) -> Response:
    text = bundle.pieces(STATIC).get(name) or abort(404)
    response = Response(text, mimetype=mimetypes.guess_type(name)[0])
    response.add_etag()
    response.make_conditional(request)
    return response


@page_routes.get("/faces.css")
@endpoint("look", "what each game looks like", media="text/css")
def game_faces() -> Response:
    response = Response(faces.style_sheet(), mimetype="text/css")
    response.add_etag()
    response.make_conditional(request)
    return response


@page_routes.get("/api/openapi.json")
@endpoint("look", "this description")
def openapi() -> Response:
    return as_json(described(current_app))
