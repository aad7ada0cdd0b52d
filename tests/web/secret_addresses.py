"""Addresses that could tell a secret: those asked, those without a game, what is in neither."""

from flask import Flask
from flask.testing import FlaskClient

from web.endpoints import stated_by

# Addresses that know nothing of the game on the table, or are for whoever owns the device.
GAMELESS = {
    "/",
    "/static/<path:name>",
    "/static/pieces/<path:name>",
    "/faces.css",
    "/join/<code>",
    "/help",
    "/help/<name>",
    "/api/devices",
    "/api/me",
    "/api/openapi.json",
    "/api/health",
    "/api/games",
    "/api/texts/<language>",
    "/api/packs/<game_id>",
    "/api/packs/<game_id>/export",
    "/api/selftest",
    "/api/backup",
    "/api/support",
    "/api/hardware",
    "/api/zones",
    "/api/taught",
    "/api/taught/picture",
    "/api/picture",
    "/api/evidence/<name>",
    "/api/played/best",
    "/api/people",
    "/api/people/<int:number>",
    "/api/people/<int:number>/against/<int:other>",
}
ASKED = {
    "/api/table",
    "/api/log",
    "/api/where",
    "/api/cards/<deck>",
    "/api/handles",
    "/api/curves",
    "/api/journal",
    "/api/around",
    "/api/events",
    "/api/export/<kind>",
    "/api/played",
    "/api/played/going",
    "/api/played/pace",
    "/api/played/<int:number>",
    "/api/played/<int:number>/log",
    "/api/played/<int:number>/table",
    "/api/played/<int:number>/evening",
    "/api/played/<int:number>/bgstats",
    "/api/played/<int:number>/export/<kind>",
    "/api/lines/<int:seq>",
    "/api/history/<path:handle>",
    "/api/numbers/<path:tracker>",
}


def asked(client: FlaskClient, address: str) -> tuple[int, bytes]:
    """The answer; of a stream what it says first."""
    if not address.startswith("/api/events"):
        answer = client.get(address)
        return answer.status_code, answer.get_data()
    with client.get(f"{address}&last=0", buffered=False) as stream:
        told = b""
        for chunk in stream.response:
            told += chunk if isinstance(chunk, bytes) else chunk.encode()
            if b"event: table" in told:
                break
        return stream.status_code, told


def unasked(app: Flask) -> set[str]:
    """Addresses that answer a GET, and are neither asked here nor known to hold no game."""
    readable = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and stated_by(app, rule.endpoint) is not None
    }
    return readable - ASKED - GAMELESS
