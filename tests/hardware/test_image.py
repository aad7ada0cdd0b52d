"""A card that installs the table at its first start: what is put on it, and what is left alone."""

import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PREPARE = ROOT / "hardware" / "image" / "prepare"


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    (tmp_path / "config.txt").write_text("# Raspberry Pi\n")
    return tmp_path


def prepared(boot: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PREPARE, boot], capture_output=True, text=True)


def test_a_fresh_card_gets_the_project_and_what_to_do_with_it(boot: Path) -> None:
    assert prepared(boot).returncode == 0
    told = (boot / "user-data").read_text()
    assert told.startswith("#cloud-config\n")
    assert told.count("make install") == 1
    with tarfile.open(boot / "tableside.tar.gz") as archive:
        names = archive.getnames()
    assert {"tableside/Makefile", "tableside/hardware/service/install"} <= set(names)


def test_what_the_card_writer_set_stays_and_twice_is_once(boot: Path) -> None:
    (boot / "user-data").write_text("#cloud-config\nhostname: table\n")
    assert prepared(boot).returncode == 0
    assert prepared(boot).returncode == 0
    told = (boot / "user-data").read_text()
    assert "hostname: table" in told
    assert told.count("runcmd:") == 1


def test_commands_of_somebody_else_are_not_overwritten(boot: Path) -> None:
    mine = "#cloud-config\nruncmd:\n  - reboot\n"
    (boot / "user-data").write_text(mine)
    done = prepared(boot)
    assert done.returncode == 2
    assert "by hand" in done.stderr
    assert (boot / "user-data").read_text() == mine


def test_another_folder_is_refused(tmp_path: Path) -> None:
    assert prepared(tmp_path).returncode == 2
    assert list(tmp_path.iterdir()) == []
