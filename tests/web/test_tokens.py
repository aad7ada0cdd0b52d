"""A program's own way in: a role, an end, and taken away at any time."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from companion.__main__ import main
from tests.web.conftest import GAME
from web.permissions import Permissions


@pytest.fixture
def gate(tmp_path: Path) -> Permissions:
    made = Permissions(tmp_path / "secrets.json")
    made.set_pin("play", "1234")
    made.set_pin("admin", "12345")
    return made


def begun(served: str, token: str) -> int:
    """What a program gets that begins a game through the real server."""
    asked = urllib.request.Request(
        f"{served}/api/games",
        json.dumps(GAME).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    try:
        with urllib.request.urlopen(asked) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code


def made(tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["token", "new", "scoreboard", *words, "--data", str(tmp_path)]) == 0
    return capsys.readouterr().out.strip()


def test_a_program_plays_with_its_token_until_it_is_taken_away(
    served: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = made(tmp_path, capsys)
    assert begun(served, "guess") == 401
    assert begun(served, token) == 201
    assert token not in (tmp_path / "secrets.json").read_text()
    main(["token", "list", "--data", str(tmp_path)])
    told = capsys.readouterr().out
    assert "scoreboard" in told
    assert main(["token", "revoke", told.split()[0], "--data", str(tmp_path)]) == 0
    assert begun(served, token) == 401


def test_a_role_reaches_no_further_and_an_end_is_an_end(
    served: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = urllib.request.Request(
        f"{served}/api/backup",
        headers={"Authorization": f"Bearer {made(tmp_path, capsys, '--role', 'play')}"},
    )
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(asked)
    over = made(tmp_path, capsys, "--days", "-1")
    assert begun(served, over) == 401


def test_a_new_pin_ends_the_tokens_of_its_role(
    served: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], gate: Permissions
) -> None:
    token = made(tmp_path, capsys)
    gate.set_pin("play", "4321")
    assert begun(served, token) == 401


def test_wrong_words_say_what_would_be_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["token", "new", "--data", str(tmp_path)]) == 2
    assert "companion token new" in capsys.readouterr().err
    assert main(["token", "revoke", "nobody", "--data", str(tmp_path)]) == 2
    assert "companion token list" in capsys.readouterr().err
