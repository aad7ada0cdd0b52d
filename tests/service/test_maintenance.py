"""The house looking after itself: self-test, backup by button, and a support bundle that gives
nobody away.
"""

import io
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.config import Config
from companion.journal import Journal
from companion.kit.seats import Seat
from companion.service import checks
from companion.service.backup import restore
from companion.service.health import ask, is_up, rehearse
from companion.service.maintenance import without_secrets
from companion.service.recent_log import last_lines
from companion.service.service import Service
from tests.service.test_service import until
from tests.table.playing import play_on
from tests.web.browser import PHONE, watched
from web.app import create_app
from web.services import services_of

CAMERA = "virtual:?width=640&height=360&die=44&fps=15"
SEATS = (
    Seat("red", "Wulandari", "red"),
    Seat("blue", "Bagaskara", "blue"),
    Seat("green", "Citra", "green"),
)
PIN = "918273645"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Service]:
    config = Config(camera="rtsp://root:hunter2@10.0.0.9/stream")
    (folder / "config.toml").write_text('camera = "rtsp://root:hunter2@10.0.0.9/stream"\n')
    made = Service(folder, config, camera=CAMERA, panel="script:demo", virtual=True)
    made.address = made.start("127.0.0.1", 0)
    made.table.begin("spell_from_the_future", SEATS)
    play_on(made.table, 20)
    yield made
    made.stop()


def test_the_running_house_examines_every_part_without_opening_what_its_parts_hold(
    service: Service,
) -> None:
    until(
        lambda: (
            service.status.shown()["camera"].state == service.status.shown()["panel"].state == "on"
        ),
        "all is well",
    )
    until(service.status.picture, "a picture has come")
    until(lambda: service.status.shown()["camera"].figures["frames_per_s"], "its rate is known")
    checks = {check["name"]: check for check in ask(service.address, "/api/selftest?lang=id", 60)}
    sight = ["camera", "light", "glare", "focus", "flicker", "contrast", "marks"]
    always = ["games", "pins", "power", "clock", "network"]
    wanted = ["disk", "writes", "journal", *sight, "panel", *always]
    assert list(checks) == wanted
    assert "frames_per_s" in checks["camera"]["figures"]
    assert 0 <= checks["camera"]["figures"]["age_s"] < 60, "an age, and no time of day"
    assert "bad_frames" in checks["panel"]["figures"]
    assert checks["panel"]["what"] == "terhubung, firmware 1.0"
    assert checks["network"]["qr"].startswith("data:image/svg+xml")
    assert checks["network"]["figures"]["address"] == service.address
    assert "kosong" in checks["disk"]["what"]
    until(
        lambda: service.status.shown()["camera"].state == "on",
        "the camera is not disturbed for long",
    )


def test_the_house_says_that_it_is_well(service: Service) -> None:
    port = int(service.address.rpartition(":")[2])
    found = is_up(Config(port=port), wait_s=60)
    assert found["well"]
    assert found["version"]


def test_a_new_version_is_rehearsed_on_a_copy_and_finds_every_line(
    service: Service, folder: Path
) -> None:
    assert rehearse(folder)["table"] == service.table.last_seq


def test_the_backup_of_the_button_is_restored_on_another_device(
    service: Service, tmp_path: Path
) -> None:
    app = create_app(service.table, service.status, None, (), _care(service))
    reply = app.test_client().get("/api/backup")
    assert (reply.status_code, reply.mimetype) == (200, "application/zip")
    assert "attachment" in reply.headers["Content-Disposition"]
    (tmp_path / "b.zip").write_bytes(reply.data)
    restore(tmp_path / "b.zip", tmp_path / "other")
    other = Journal(tmp_path / "other" / "journal.sqlite")
    assert len(list(other.lines(1))) == service.table.last_seq
    other.close()
    again = Service(tmp_path / "other", Config())
    again.start("127.0.0.1", 0)
    face, was = again.table.snapshot(), service.table.snapshot()
    again.stop()
    assert face is not None
    assert was is not None
    assert face.hash == was.hash


def test_the_support_bundle_gives_no_secret_picture_or_name_away(
    service: Service, folder: Path
) -> None:
    service.gate.set_pin("play", PIN)
    token = service.gate.pair(PIN, "10.0.0.5")
    invite = service.gate.invite("play", "red")
    (folder / "tls").mkdir()
    (folder / "tls" / "key.pem").write_text("-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG\n")
    picture = cv2.imencode(
        ".jpg", np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    )[1].tobytes()
    service.status.evidence_folder.keep("red-evidence.jpg", picture)
    service.gate.set_pin("play", "")
    seen = until(service.status.picture, "a picture has come")
    bundle = _care(service).bundle()
    with zipfile.ZipFile(io.BytesIO(bundle)) as file:
        names = file.namelist()
        everything = b"\n".join(file.read(name) for name in names)
    assert {"checks.json", "system.json", "log.txt", "shown.json"} <= set(names)
    assert b'"camera"' in everything
    secrets = [
        PIN,
        token or "-",
        invite,
        "hunter2",
        "Wulandari",
        "Bagaskara",
        "Citra",
        "PRIVATE KEY",
        "MIGHAg",
        "red-evi",
    ]
    kept = (folder / "secrets.json").read_text()
    secrets += [part for part in kept.split('"') if len(part) > 20]
    assert [secret for secret in secrets if secret.encode() in everything] == []
    assert picture[20:60] not in everything
    assert b"\xff\xd8\xff" not in everything
    assert seen[:200] not in everything


@pytest.mark.parametrize(
    "told",
    [
        "rtsp://root:hunter2@10.0.0.9/stream",
        "rtsp://root:a/b@hunter2@10.0.0.9",
        'camera = "rtsp://root:hun ter2 hunter2@10.0.0.9/stream"',
        "http://10.0.0.9/video?user=x&password=hunter2&size=1",
        "mqtts://hunter2@broker",
        'password = "hunter2"',
        "  user = 'hunter2'",
    ],
)
def test_whatever_follows_who_logs_in_is_hidden(told: str) -> None:
    assert "hunter2" not in without_secrets(f"a line\n{told}\nanother")
    assert without_secrets("http://10.0.0.9:8137/?seat=red").endswith("8137/?seat=red")


def test_the_log_in_the_bundle_is_bounded() -> None:
    assert last_lines.lines.maxlen is not None
    assert last_lines.lines.maxlen <= 1000


def _care(service: Service) -> object:
    assert service._server is not None
    found: object = services_of(service._server._app).maintenance
    return found


def test_the_service_of_another_user_is_simply_not_known() -> None:
    assert checks.writes(None).ok
    assert checks.writes(os.getpid()).figures["megabytes_an_hour"] >= 0


def test_the_self_test_is_a_screen_of_the_menu_with_backup_and_support_file(
    service: Service, chromium: Any
) -> None:
    page = chromium.new_context(viewport=PHONE, locale="id-ID").new_page()
    complaints = watched(page)
    page.goto(service.address)
    page.click("#menu")
    page.click("[data-screen=selftest]")
    page.wait_for_selector("[data-check=network] img")
    shown = page.locator("#selftest").inner_text()
    assert "web." not in shown
    assert "doctor." not in shown
    for button in ("#backup", "#support"):
        with page.expect_download() as download:
            page.click(button)
        assert zipfile.is_zipfile(download.value.path())
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert complaints == []
