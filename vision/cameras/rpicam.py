"""A Raspberry Pi camera through the system's own program: `rpicam:0?width=1280&height=720&fps=30`.

`rpicam-vid` runs as a child and writes Motion-JPEG into a pipe, so no library of the system has to
fit our Python. It shows all the sensor sees, focuses once at its start and never hunts. What can be
set: `mode` (WIDTH:HEIGHT of the sensor), `focus` (dioptres: 1000 / distance in mm), `exposure`
(microseconds), `gain`, `white` (red,blue), `quality`, `rotate`, `flip`.
"""

import os
import re
import select
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.camera import Frame, decimal_number, known_options, whole_number
from vision.errors import CameraError
from vision.found_cameras import found_pi_cameras, found_program
from vision.jpeg_stream import JpegStream
from vision.turning import Turning

START_S = 10.0  # a Pi that is still starting takes this long for its first picture
STOP_S = 2.0
MOST_READS = 64  # in a row, looking for a newer picture: no stream may keep us here for ever
METADATA_BYTES = 16_384
OPTIONS = (
    *("width", "height", "fps", "mode", "focus", "exposure", "gain", "white", "quality"),
    *("rotate", "flip"),
)


@dataclass(frozen=True, slots=True)
class RpicamSettings:
    """What the program is told. Empty: it decides."""

    number: int = 0
    width: int = 1280
    height: int = 720
    fps: int = 30
    quality: int = 90
    mode: str = ""
    focus: str = ""
    exposure: str = ""
    gain: str = ""
    white: str = ""

    def words(self) -> list[str]:
        words = ["--codec", "mjpeg", "--output", "-", "--timeout", "0", "--nopreview", "--flush"]
        words += ["--camera", str(self.number), "--quality", str(self.quality), "--verbose", "0"]
        words += ["--width", str(self.width), "--height", str(self.height)]
        words += ["--framerate", str(self.fps), "--metadata-format", "txt"]
        focus = ["manual", "--lens-position", self.focus] if self.focus else ["auto"]
        words += ["--autofocus-mode", *focus]
        for word, value in (
            ("--mode", self.mode),
            ("--shutter", self.exposure),
            ("--gain", self.gain),
            ("--awbgains", self.white),
        ):
            words += [word, value] if value else []
        return words


class RpicamProcess:
    """One run of the program. `newest` is for one thread; `stop` may come from another."""

    def __init__(self, program: str, settings: RpicamSettings) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the program)
        self._metadata, writing = os.pipe()
        os.set_blocking(self._metadata, False)
        environment = {"LIBCAMERA_LOG_LEVELS": "*:ERROR", **os.environ}
        try:
            self._process = subprocess.Popen(
                [program, *settings.words(), "--metadata", f"/dev/fd/{writing}"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                pass_fds=(writing,),
                env=environment,
                bufsize=0,
            )
        except OSError as error:
            os.close(self._metadata)
            self._complaints.close()
            raise CameraError(f"{program} cannot be started: {error.strerror}") from None
        finally:
            os.close(writing)
        assert self._process.stdout is not None
        self._output = self._process.stdout
        self._stream = JpegStream()
        self._said = b""  # the end of what it said about its pictures
        self._reading = threading.Lock()
        self._is_over = False

    def newest(self) -> bytes | None:
        """The newest whole picture, waiting for one; None when the program has ended."""
        newest, reads = None, 0
        with self._reading:
            if self._is_over:
                return None
            while newest is None or (reads < MOST_READS and self._has_more()):
                piece = os.read(self._output.fileno(), 1 << 20)
                self._hear()
                if not piece:
                    break
                reads += 1
                for picture in self._stream.receive(piece):
                    newest = picture
        return newest

    def _has_more(self) -> bool:
        return bool(select.select([self._output], [], [], 0)[0])

    def _hear(self) -> None:
        """Emptied after every read: a full pipe would stop the program."""
        try:
            while piece := os.read(self._metadata, 65_536):
                self._said = (self._said + piece)[-METADATA_BYTES:]
        except BlockingIOError:
            pass

    def waits_for_picture(self, seconds: float) -> bool:
        return bool(select.select([self._output], [], [], seconds)[0])

    def measured(self, name: str) -> str:
        """The last value of exposure, gain or white balance; empty when it said none."""
        found = re.findall(rf"^{name}=(.+)$", self._said.decode("utf-8", "replace"), re.MULTILINE)
        numbers = re.findall(r"[\d.]+", found[-1]) if found else []
        return ",".join(numbers)

    def last_words(self) -> str:
        if self._is_over:
            return "it was stopped"
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1].strip() if lines else f"it ended with status {self._process.poll()}"

    def stop(self) -> None:
        """Whoever waits in `newest` sees the end; then its pipes are closed."""
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with self._reading:
            if not self._is_over:
                self._is_over = True
                self._output.close()
                self._complaints.close()
                os.close(self._metadata)


class RpicamCamera:
    def __init__(self, program: str, settings: RpicamSettings, turning: Turning) -> None:
        self._program, self._settings, self._turning = program, settings, turning
        self._changing = threading.Lock()  # held while the program is started anew
        self._process: RpicamProcess | None = RpicamProcess(program, settings)
        self._count = 0

    def frame(self) -> Frame | None:
        while True:
            with self._changing:
                process = self._process
            if process is None:
                return None
            picture = process.newest()
            if picture is None:
                self._must_have_been_replaced(process)
                continue
            pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
            if pixels is not None:
                self._count += 1
                turned = self._turning(np.asarray(pixels, np.uint8))
                return Frame(turned, time.monotonic(), self._count)

    def _must_have_been_replaced(self, ended: RpicamProcess) -> None:
        with self._changing:
            if self._process is ended:
                raise CameraError(
                    f"the Pi camera gives no picture: {ended.last_words()}. "
                    "Check the ribbon cable, and that no other program uses it"
                )

    def lock(self) -> None:
        """Exposure, gain and white balance as they are now: the program is started anew with them,
        since it takes no orders while it runs.
        """
        with self._changing:
            if self._process is None:
                return
            fixed = replace(
                self._settings,
                exposure=self._settings.exposure or self._process.measured("ExposureTime"),
                gain=self._settings.gain or self._process.measured("AnalogueGain"),
                white=self._settings.white or self._process.measured("ColourGains"),
            )
            if fixed == self._settings:
                return
            self._settings = fixed
            self._process.stop()
            self._process = RpicamProcess(self._program, fixed)
            self._process.waits_for_picture(START_S)

    def close(self) -> None:
        with self._changing:
            if self._process is not None:
                self._process.stop()
            self._process = None


def open_camera(address: str, options: dict[str, str]) -> RpicamCamera:
    known_options("rpicam", options, OPTIONS)
    if address and not address.isdecimal():
        raise CameraError(f"rpicam:{address}: give the camera's number, such as rpicam:0")
    program = found_program("vid")
    if program is None:
        raise CameraError(
            "rpicam-vid is not installed: sudo apt install rpicam-apps-lite, or use v4l2:"
        )
    return RpicamCamera(program, _settings(int(address or 0), options), Turning.of(options))


def _settings(number: int, options: dict[str, str]) -> RpicamSettings:
    chosen = RpicamSettings(
        number,
        whole_number(options, "width", 1280),
        whole_number(options, "height", 720),
        whole_number(options, "fps", 30),
        whole_number(options, "quality", 90),
        _matching(options, "mode", r"\d+:\d+(:\d+(:[PU])?)?", "2304:1296"),
        decimal_number(options, "focus"),
        decimal_number(options, "exposure"),
        decimal_number(options, "gain"),
        _matching(options, "white", r"[\d.]+,[\d.]+", "1.8,1.6"),
    )
    if chosen.mode:
        return chosen
    camera = next((one for one in found_pi_cameras() if one.number == number), None)
    mode = camera.whole_view(chosen.width, chosen.fps) if camera is not None else None
    return replace(chosen, mode=str(mode or ""))


def _matching(options: dict[str, str], name: str, pattern: str, such: str) -> str:
    text = options.get(name, "")
    if text and not re.fullmatch(pattern, text):
        raise CameraError(f"camera option {name}={text!r}: give it as in {name}={such}")
    return text
