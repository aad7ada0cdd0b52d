"""What is plugged in is named, and nothing is opened to find out."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.__main__ import main
from companion.cli.devices import is_chosen
from companion.config import Config, read_config
from companion.service import doctor, found_devices
from companion.service.checks import told
from companion.service.found_devices import FoundDevice
from companion.service.status import Status
from companion.table.table import Table
from tests.web.conftest import board, table
from web.app import create_app

__all__ = ["board", "table"]  # fixtures
CAMERA = FoundDevice("rpicam:0", "Camera Module 3")


def test_a_camera_that_waits_unused_is_not_called_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "cameras_found", lambda: [CAMERA])
    (check,) = doctor.sight("")
    assert not check.ok
    for language in ("en", "id"):
        said = told(check, language)
        assert "Camera Module 3 (rpicam:0)" in said["what"]
        assert "config.toml" in said["remedy"]


def test_where_nothing_is_plugged_in_nothing_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "panels_found", list)
    assert doctor.buttons("", Config(), tmp_path).ok


def test_the_command_names_each_and_says_how_to_choose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.cli.devices.cameras_found", lambda: [CAMERA])
    monkeypatch.setattr("companion.cli.devices.panels_found", list)
    assert main(["devices", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "http://" in said
    assert "Camera Module 3: rpicam:0" in said
    assert f'{tmp_path}/config.toml: camera = "rpicam:0"' in said
    assert "No panel found" in said
    (tmp_path / "config.toml").write_text('camera = "rpicam:0?width=1920&height=1080"\n')
    assert main(["devices", "--data", str(tmp_path)]) == 0
    assert "* Camera Module 3" in capsys.readouterr().out
    assert main(["devices", "--data", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cameras"][0]["url"] == "rpicam:0"
    assert not is_chosen(CAMERA, "")


def test_a_port_is_named_by_what_does_not_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Port:
        def __init__(self, device: str, vid: int, product: str) -> None:
            self.device, self.vid, self.product, self.description = device, vid, product, "n/a"

    device = tmp_path / "ttyUSB0"
    device.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-1a86_USB_Serial-if00").symlink_to(device)
    ports = [Port(str(device), 0x1A86, "USB Serial"), Port("/dev/ttyS0", 0x9999, "a printer")]
    monkeypatch.setattr(found_devices.list_ports, "comports", lambda: ports)
    (found,) = found_devices.panels_found(by_id)
    assert found == FoundDevice(f"serial:{by_id}/usb-1a86_USB_Serial-if00", "USB Serial")


def test_names_of_a_router_are_ours_when_the_config_says_so(
    table: Table, board: Status, tmp_path: Path
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('names = ["raspberrypi.lan"]\n')
    names = read_config(file).names
    client: FlaskClient = create_app(table, board, names=names).test_client()
    assert client.get("/api/table", headers={"Host": "raspberrypi.lan:8137"}).status_code != 421
    assert client.get("/api/table", headers={"Host": "elsewhere.lan"}).status_code == 421
