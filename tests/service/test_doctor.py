"""The doctor finds what is wrong and says what to do, in every language."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.config import Config
from companion.journal import Journal
from companion.service import checks, doctor, power
from companion.service.addresses import own_addresses, reachable
from companion.service.checks import Check, told
from companion.texts import texts
from vision.cameras import open_camera
from vision.light import advice
from vision.reading import Light, Why


def lit(level: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    return np.clip(rng.normal(level, 12, (360, 640, 3)), 0, 255).astype(np.uint8)


def squares() -> np.ndarray:
    rows, columns = np.indices((360, 640)) // 60
    return np.repeat(np.where((rows + columns) % 2, 190, 60)[..., None], 3, axis=2).astype(np.uint8)


def is_named(check: Check, key: str) -> bool:
    return not check.ok and check.what.key.endswith(f".{key}") and bool(told(check, "id")["remedy"])


def faults(frames: list[np.ndarray]) -> dict[str, Check]:
    return {check.name: check for check in doctor.pictures(frames, 29.8) if not check.ok}


def test_a_well_lit_sharp_picture_is_fine() -> None:
    found = {check.name: check for check in doctor.pictures([lit(120)] * 6, 29.8)}
    assert all(check.ok for check in found.values())
    assert found["camera"].figures["frames_per_s"] == 29.8
    assert list(found) == ["camera", "light", "glare", "focus", "flicker", "contrast"]


@pytest.mark.parametrize(
    ("pixels", "name", "key"),
    [
        (lit(20), "light", "dark"),
        (lit(230), "light", "bright"),
        (cv2.GaussianBlur(squares(), (31, 31), 5.2), "focus", "blurred"),
        (
            np.where(np.indices((360, 640, 3))[1] < 80, 255, lit(120)).astype(np.uint8),
            "glare",
            "glare",
        ),
    ],
)
def test_a_bad_picture_is_named_with_a_remedy(pixels: np.ndarray, name: str, key: str) -> None:
    assert is_named(faults([pixels] * 6)[name], key)


def test_a_camera_that_gives_few_pictures_is_named() -> None:
    found = {check.name: check for check in doctor.pictures([lit(120)] * 6, 2.5)}
    assert is_named(found["camera"], "slow")


def test_everything_wrong_with_a_picture_is_named_not_only_the_first() -> None:
    blurred = cv2.GaussianBlur(squares(), (31, 31), 5.2)
    assert set(faults([(blurred * 0.7).astype(np.uint8), blurred] * 3)) == {"focus", "flicker"}


def test_dice_are_held_against_what_they_lie_on() -> None:
    camera = open_camera("virtual:?width=1280&height=720&dice=3&seed=2&fast=1")
    frames = [frame.pixels for _ in range(60) if (frame := camera.frame()) is not None][-6:]
    camera.close()
    (check,) = [check for check in doctor.pictures(frames, 30.0) if check.name == "contrast"]
    assert check.ok
    assert float(check.figures["contrast"]) > 18


def test_dice_that_look_like_the_table_are_named() -> None:
    light = Light(120, 0.0, 0.0, 0.5, 4.0, advice=(Why("sight.light.alike"),))
    (check,) = [check for check in checks.lit(light, {}) if not check.ok]
    assert is_named(check, "alike")


def test_light_that_flickers_is_named_and_light_that_dims_is_not() -> None:
    assert is_named(faults([lit(100), lit(130)] * 3)["flicker"], "flicker")
    assert faults([lit(130 - step) for step in range(6)]) == {}


def test_a_camera_that_is_not_there_is_no_crash() -> None:
    (check,) = doctor.sight("v4l2:/dev/video99")
    assert is_named(check, "unusable")


def test_the_virtual_camera_and_panel_are_well(tmp_path: Path) -> None:
    assert all(check.ok for check in doctor.sight("virtual:?width=640&height=360&die=40&fast=1"))
    assert doctor.buttons("script:demo", Config(), tmp_path).ok


def test_a_panel_that_is_not_there_is_named_with_its_counters(tmp_path: Path) -> None:
    check = doctor.buttons("serial:/dev/no-such-panel", Config(), tmp_path, wait_s=0.2)
    assert is_named(check, "away")
    assert check.figures["bad_frames"] == 0


def test_a_damaged_journal_is_named(tmp_path: Path) -> None:
    assert checks.journal(tmp_path).ok
    Journal(tmp_path / "journal.sqlite").close()
    assert checks.journal(tmp_path).ok
    (tmp_path / "journal.sqlite").write_bytes(b"x" * 5000)
    assert is_named(checks.journal(tmp_path), "damaged")


@pytest.mark.parametrize(
    ("flags", "key"),
    [("0", ""), ("1", "low"), ("50000", "was_low"), ("10000", "was_low"), ("40000", "")],
)
def test_low_voltage_is_named(tmp_path: Path, flags: str, key: str) -> None:
    (tmp_path / "throttled").write_text(flags)
    check = checks.power(power.flags(tmp_path / "throttled"))
    assert is_named(check, key) if key else check.ok


def test_low_voltage_is_read_from_the_hardware_monitor_of_newer_kernels(tmp_path: Path) -> None:
    (tmp_path / "hwmon3").mkdir()
    (tmp_path / "hwmon3" / "name").write_text("rpi_volt\n")
    (tmp_path / "hwmon3" / "in0_lcrit_alarm").write_text("1\n")
    assert power.flags(tmp_path / "none", tmp_path) == power.NOW
    (tmp_path / "hwmon3" / "in0_lcrit_alarm").write_text("0\n")
    assert power.flags(tmp_path / "none", tmp_path) == 0
    assert power.flags(tmp_path / "none", tmp_path / "none") is None


def test_a_clock_that_was_never_set_is_named() -> None:
    assert is_named(checks.clock(1970), "unset")
    assert checks.clock(2027).ok


def test_pins_that_may_not_be_used_are_named(tmp_path: Path) -> None:
    assert checks.pins(list).ok
    (tmp_path / "gpiochip0").touch()
    assert checks.pins(lambda: [tmp_path / "gpiochip0"]).ok
    assert is_named(checks.pins(lambda: [tmp_path / "gpiochip9"]), "closed")


def test_the_network_is_told_as_plain_addresses_and_the_name_only_as_an_extra() -> None:
    check = checks.network(Config(host="0.0.0.0", port=8137))
    if own_addresses():
        assert check.figures["address"] == f"http://{own_addresses()[0]}:8137"
        assert str(check.figures["name"]).endswith(".local:8137")
    assert checks.network(Config()).what.key == "doctor.network.alone"


def test_an_address_that_means_everywhere_becomes_one_that_others_can_use() -> None:
    assert reachable("http://192.168.1.7:8137") == ["http://192.168.1.7:8137"]
    found = reachable("https://0.0.0.0:8137")
    assert found
    assert all("0.0.0.0" not in address and address.startswith("https://") for address in found)


def test_every_fault_has_a_remedy_in_every_language() -> None:
    sources = [
        Path(doctor.__file__).with_name(name)
        for name in ("checks.py", "maintenance.py", "doctor.py")
    ]
    faults = re.findall(
        r'bad\("(\w+)", "(\w+)"', "".join(source.read_text("utf-8") for source in sources)
    )
    faults += [(name, fault) for name, _, found in checks.MEASURES for fault in found]
    assert len(faults) > 15
    for language in ("en", "id"):
        for name, key in faults:
            assert {f"doctor.{name}.{key}", f"doctor.{name}.{key}.do"} <= set(texts(language))


def test_every_advice_of_the_meter_is_a_fault_of_the_doctor() -> None:
    told = {fault for _, _, faults in checks.MEASURES for fault in faults}
    for light in (Light(0, 1.0, 1.0, 0.0, 0.0), Light(255, 1.0, 1.0, 0.0, 0.0)):
        assert {why.key.rpartition(".")[2] for why in advice(light)} <= told
