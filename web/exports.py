"""A game as a file to take away."""

from flask import Response

from companion.records.exports import exported_game, file_name
from web.services import services


def exported_file(number: int, kind: str, seat: str | None = None) -> Response:
    """`seat`: as that viewer knows it; nobody: as a spectator does."""
    records = services().records
    records.catch_up(most=1)
    text = exported_game(records, number, kind, seat)
    media = "text/csv" if kind == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{file_name(number, kind)}"'}
    return Response(text, mimetype=media, headers=headers)
