"""Each game has a face of its own, from its own folder, and can be read on it."""

import re
from importlib import resources
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from companion import games
from tests.web.test_colours import colours, contrast
from web.faces import ON_DEEP, colours_of, style_sheet


@pytest.mark.parametrize("game", games.ids())
def test_text_on_a_games_colours_has_at_least_4_5_to_1(game: str) -> None:
    for theme in ("light", "dark"):
        own, page = getattr(colours_of(game), theme), colours(theme)
        pairs = {
            "band": contrast(ON_DEEP, own.deep),
            "spark": contrast(own.spark, own.deep),
            "paper": contrast(own.accent, page["paper"]),
            "card": contrast(own.accent, page["card"]),
            "wash": contrast(own.accent, own.wash),
            "filled": contrast(page["accent-ink"], own.accent),
        }
        assert {name: ratio for name, ratio in pairs.items() if ratio < 4.5} == {}


def test_no_two_games_look_alike() -> None:
    for fact in ("deep", "accent"):
        named = re.findall(rf"--{fact}: (#\w+)", style_sheet())
        assert len(named) == len(set(named)) == 2 * len(games.ids())
    emblems = re.findall(r'--emblem-on-deep: url\("([^"]+)"\)', style_sheet())
    assert len(set(emblems)) == len(games.ids())


def test_the_page_is_told_every_face_in_one_sheet(client: FlaskClient) -> None:
    answer = client.get("/faces.css")
    assert answer.mimetype == "text/css"
    assert all(f'[data-game="{game}"]' in answer.text for game in games.ids())
    assert "var(--" not in answer.text  # drawings there do not know them
    again = client.get("/faces.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("game", games.ids())
@pytest.mark.parametrize("drawing", ["emblem", "pattern", "frame"])
def test_a_drawing_is_whole(game: str, drawing: str) -> None:
    file = resources.files("companion.games") / game / "face" / f"{drawing}.svg"
    assert ElementTree.fromstring(file.read_text("utf-8")).tag.endswith("svg")
