"""Where the virtual camera hangs: a bump shakes it for a moment and may leave it askew."""

import cv2
import numpy as np

from vision.arrays import Pixels

SHAKE_S = 0.4
Pose = tuple[float, float, float]  # right, down (pixels), turned (degrees): where a bump left it


class CameraMount:
    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self.pose: Pose = (0.0, 0.0, 0.0)
        self._shakes_until_s = -1.0

    def bump(self, now_s: float, pose: Pose) -> None:
        self.pose, self._shakes_until_s = pose, now_s + SHAKE_S

    def seen(self, picture: Pixels, now_s: float) -> Pixels:
        """The table as the camera sees it from where it hangs now."""
        right, down, turned = self.pose
        if now_s < self._shakes_until_s:
            right += 6 * float(np.sin((self._shakes_until_s - now_s) * 60))
        if not (right or down or turned):
            return picture
        width, height = self._size
        moved = np.array([[0, 0, right], [0, 0, down]])
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turned, 1.0) + moved
        shown = cv2.warpAffine(picture, matrix, self._size, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(shown, np.uint8)
