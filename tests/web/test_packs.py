"""The pack editor's HTTP face: where cards come from, what is wrong in plain words, and the owner's
kept apart.
"""

import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.packs import Shelf, findings, merged, shipped
from companion.texts import fact_words, texts
from web.forms import OUR_FACTS, kinds
from web.services import services_of

GAMES = [game.id for game in games.every()]
EVENT = {
    "id": "festival",
    "name": {"en": "Festival", "id": "Pesta"},
    "text": "Everyone takes 1 mana.",
}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_games_cards_are_listed_with_their_source(client: FlaskClient, game_id: str) -> None:
    told = client.get(f"/api/packs/{game_id}").get_json()
    assert told["problems"] == []
    assert [kind["name"] for kind in told["kinds"]] == [
        name for name, _ in kinds(games.find(game_id))
    ]
    assert sum(len(kind["cards"]) for kind in told["kinds"]) > 0
    for kind in told["kinds"]:
        assert kind["say"] != kind["name"]
        assert {fact["name"] for fact in told["parts"][kind["part"]]["facts"]} >= set(
            kind["usual"]
        ) - OUR_FACTS


def card(client: FlaskClient, kind: str, card_id: str) -> dict[str, object]:
    told = client.get("/api/packs/mechamancers").get_json()
    cards = next(one["cards"] for one in told["kinds"] if one["name"] == kind)
    return next(one for one in cards if one["id"] == card_id)


def test_an_owners_card_is_kept_marked_and_taken_away_again(
    client: FlaskClient, tmp_path: Path
) -> None:
    answer = client.post("/api/packs/mechamancers/cards", json={"kind": "events", "card": EVENT})
    assert answer.get_json() == {"kept": True, "problems": []}
    assert card(client, "events", "festival")["source"] == "owner"
    exported = tomllib.loads(client.get("/api/packs/mechamancers/export").get_data(as_text=True))
    assert exported["game"] == "mechamancers"
    assert exported["events"] == [{**EVENT, "source": "owner", "verified": True}]
    game = games.find("mechamancers")
    assert (
        findings(game, merged(shipped(game, "demo"), Shelf(tmp_path / "packs").owners(game))) == []
    )
    client.post("/api/packs/mechamancers/away", json={"kind": "events", "id": "festival"})
    assert Shelf(tmp_path / "packs").owners(game) == {}


def test_a_shipped_card_replaced_by_the_owner_comes_back_when_taken_away(
    client: FlaskClient,
) -> None:
    before = card(client, "events", "windfall")
    client.post(
        "/api/packs/mechamancers/cards",
        json={"kind": "events", "card": {"id": "windfall", "name": {"en": "Mine"}}},
    )
    assert card(client, "events", "windfall")["name"] == {"en": "Mine"}
    client.post("/api/packs/mechamancers/away", json={"kind": "events", "id": "windfall"})
    assert card(client, "events", "windfall") == before


@pytest.mark.parametrize(
    ("kind", "wrong", "field", "key"),
    [
        ("events", {"name": {"en": "No id"}}, "id", "web.pack.problem.missing"),
        (
            "mechs",
            {"id": "x", "name": {"en": "X"}, "type": "submarine"},
            "type",
            "web.pack.problem.value",
        ),
        (
            "mechs",
            {"id": "x", "name": {"en": "X"}, "type": "attack", "cost": "two"},
            "cost",
            "web.pack.problem.number",
        ),
        (
            "mechs",
            {"id": "x", "name": {"en": "X"}, "type": "attack", "wings": 2},
            "wings",
            "web.pack.problem.unknown",
        ),
        (
            "events",
            {"id": "x", "name": {"en": "X"}, "effects": [{"n": 2}]},
            "effects.0.do",
            "web.pack.problem.missing",
        ),
    ],
)
def test_what_does_not_fit_is_said_in_plain_words(
    client: FlaskClient, kind: str, wrong: dict[str, object], field: str, key: str
) -> None:
    for language in ("en", "id"):
        answer = client.post(
            f"/api/packs/mechamancers/cards?lang={language}", json={"kind": kind, "card": wrong}
        )
        told = answer.get_json()
        assert not told["kept"]
        assert told["problems"][0]["field"] == field
        called = called_in_the_form(field, language)
        assert told["problems"][0]["say"].startswith(
            texts(language)[key].partition("{what}")[0].format(field=called)
        )
        assert "`" not in told["problems"][0]["say"]


def called_in_the_form(field: str, language: str) -> str:
    words = fact_words("mechamancers", language)
    names = {"type": "mechcard.type", "effects.0.do": "effect.do"}
    return words.get(names.get(field, field), field)


def test_what_the_game_finds_wrong_stands_beside_its_fact(client: FlaskClient) -> None:
    flare = {**card(client, "mechs", "flare"), "max_health": 2}
    told = client.post(
        "/api/packs/mechamancers/check", json={"kind": "mechs", "card": flare}
    ).get_json()
    assert [(one["card"], one["field"]) for one in told["problems"]] == [
        ("flare", "stats"),
        ("flare", "stats.0.health"),
    ]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "1 corner does not go"), ("id", "1 sudut tidak cocok")]
)
def test_what_the_game_finds_wrong_is_said_in_the_language_of_the_page(
    client: FlaskClient, language: str, words: str
) -> None:
    flare = {**card(client, "mechs", "flare"), "max_health": 2}
    told = client.post(
        f"/api/packs/mechamancers/check?lang={language}", json={"kind": "mechs", "card": flare}
    )
    assert words in told.get_json()["problems"][0]["say"]


def test_what_a_word_asks_for_must_be_said(client: FlaskClient) -> None:
    """The game would not know which number of the enemy to change."""
    song = {
        "id": "x",
        "type": "spell_song",
        "rules": [{"effects": [{"do": "draw_hand"}, {"do": "change_enemy"}]}],
    }
    told = client.post(
        "/api/packs/spell_saga/cards", json={"kind": "cards", "card": song}
    ).get_json()
    assert not told["kept"]
    assert [(one["field"], one["say"]) for one in told["problems"]] == [
        ("rules.0.effects.1.what", "Which: say this too, please.")
    ]
    song["rules"][0]["effects"][1]["what"] = "armor"  # type: ignore[index]
    assert client.post(
        "/api/packs/spell_saga/cards", json={"kind": "cards", "card": song}
    ).get_json()["kept"]


def test_a_check_keeps_nothing(client: FlaskClient, tmp_path: Path) -> None:
    answer = client.post("/api/packs/mechamancers/check", json={"kind": "events", "card": EVENT})
    assert answer.get_json() == {"problems": []}
    assert Shelf(tmp_path / "packs").owners(games.find("mechamancers")) == {}


def test_the_editor_is_the_hosts(client: FlaskClient) -> None:
    services_of(client.application).permissions.set_pin("host", "2468")
    for answer in (
        client.get("/api/packs/runika"),
        client.get("/api/packs/runika/export"),
        client.post("/api/packs/runika/cards", json={"kind": "runes", "card": {}}),
        client.post("/api/packs/runika/away", json={"kind": "runes", "id": "x"}),
    ):
        assert answer.status_code == 401
        assert answer.get_json()["error"]["code"] == "pin_needed"


def test_the_live_game_is_exported_like_on_the_command_line(playing: FlaskClient) -> None:
    whole = playing.get("/api/export/json").get_json()
    assert whole["game"] == "spell_from_the_future"
    assert len(whole["seats"]) == 3
    rows = playing.get("/api/export/csv")
    assert rows.get_data(as_text=True).splitlines()[0] == "line,time,kind,undone,what"
    assert "attachment" in rows.headers["Content-Disposition"]
    refused = playing.get("/api/export/bgstats")
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "unfinished")
    assert playing.get("/api/export/spreadsheet").status_code == 404


def test_a_file_of_cards_is_taken_in_as_a_whole_or_not_at_all(client: FlaskClient) -> None:
    client.post("/api/packs/mechamancers/cards", json={"kind": "events", "card": EVENT})
    text = client.get("/api/packs/mechamancers/export").get_data(as_text=True)
    client.post("/api/packs/mechamancers/away", json={"kind": "events", "id": "festival"})
    broken = text + '\n[[events]]\nid = "feast"\n'
    told = client.post(
        "/api/packs/mechamancers/import", json={"name": "cards.toml", "text": broken}
    ).get_json()
    assert not told["kept"]
    assert told["problems"]
    assert "festival" not in client.get("/api/packs/mechamancers").get_data(as_text=True)
    answer = client.post(
        "/api/packs/mechamancers/import", json={"name": "cards.toml", "text": text}
    )
    assert answer.get_json() == {"kept": True, "problems": []}
    assert card(client, "events", "festival")["source"] == "owner"


@pytest.mark.parametrize("text", ["[[events", 'game = "runika"', ".".join(["a"] * 40) + " = 1"])
def test_a_file_that_is_no_pack_of_this_game_is_refused(client: FlaskClient, text: str) -> None:
    answer = client.post(
        "/api/packs/mechamancers/import", json={"name": "cards.toml", "text": text}
    )
    assert answer.status_code == 400
    assert "cards.toml" in answer.get_json()["error"]["message"]
