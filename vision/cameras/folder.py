"""A folder of pictures, in order of name: `folder:pictures?fps=5`. What cannot be read is
left out.
"""

from pathlib import Path

from vision.camera import Frame, whole_number
from vision.errors import CameraError, PictureError
from vision.picture import load


class FolderCamera:
    def __init__(self, folder: Path, fps: int) -> None:
        if not folder.is_dir():
            raise CameraError(f"no folder {folder}: give a folder of pictures")
        self._paths = sorted(path for path in folder.iterdir() if path.is_file())
        if not self._paths:
            raise CameraError(f"{folder} is empty: put pictures into it")
        self._fps, self._next = max(fps, 1), 0

    def frame(self) -> Frame | None:
        while self._next < len(self._paths):
            self._next += 1
            try:
                pixels = load(self._paths[self._next - 1]).pixels
            except PictureError:
                continue  # a text file among the pictures is no reason to stop
            return Frame(pixels, (self._next - 1) / self._fps, self._next)
        return None

    def lock(self) -> None:
        """Pictures are what they are."""

    def close(self) -> None:
        self._next = len(self._paths)


def open_camera(address: str, options: dict[str, str]) -> FolderCamera:
    return FolderCamera(Path(address), whole_number(options, "fps", 5))
