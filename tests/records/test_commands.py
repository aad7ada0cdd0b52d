"""Games on the command line: listed, exported, and merged from a backup."""

import json
import zipfile
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.journal import Journal
from companion.records.access import FILE
from companion.service.backup import back_up


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def test_every_game_in_the_journal_is_listed_with_people_and_result(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(said(capsys, "games", "--played", "--json", "--data", data))
    assert [one["number"] for one in found] == [7, 6, 5, 4, 3, 2, 1]
    assert {"game", "seats", "started", "lasted_s", "result"} <= set(found[0])
    lines = said(capsys, "games", "--played", "--data", data, "runika").splitlines()
    assert len(lines) == 1
    assert "Ana, Budi" in lines[0]


def test_a_folder_without_a_journal_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--played", "--data", str(tmp_path)]) == 2
    assert "--data" in capsys.readouterr().err


def test_a_game_is_exported_in_every_format(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(said(capsys, "export", 2, "--data", data))
    assert whole["outcome"]["winners"]
    assert said(capsys, "export", 2, "--format", "csv", "--data", data).startswith("line,time")
    play = json.loads(said(capsys, "export", 2, "--format", "bgstats", "--data", data))
    assert len(play["plays"][0]["playerScores"]) == 2


def test_a_backup_holds_the_records_and_merges_without_doubles(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "all.zip"
    back_up(data, backup)
    assert FILE in zipfile.ZipFile(backup).namelist()
    there = tmp_path / "there"
    Journal(there / "journal.sqlite").close()
    told = "Games added: 7. Here already: 0. Damaged: 0.\n"
    assert said(capsys, "backup", backup, "--merge", "--data", there) == told
    assert "Here already: 7" in said(capsys, "backup", backup, "--merge", "--data", there)
    ours = json.loads(said(capsys, "games", "--played", "--json", "--data", data))
    theirs = json.loads(said(capsys, "games", "--played", "--json", "--data", there))
    assert [one["result"] for one in ours] == [one["result"] for one in theirs]
