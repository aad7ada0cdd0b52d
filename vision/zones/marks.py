"""Corner marks in a picture. Strict: a mark read with a corrected bit is no mark."""

import cv2
import numpy as np

from vision.arrays import Pixels, Quad

QUICK_WIDTH_PX = 640
SMALLEST_SIDE_PX = 9.0


def _detector(quick: bool) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = 0.0  # 0.6, the library's own, reads marks into wood grain
    settings.maxErroneousBitsInBorderRate = 0.1
    settings.minMarkerPerimeterRate = 0.02
    settings.adaptiveThreshWinSizeMin = 7 if quick else 5
    settings.adaptiveThreshWinSizeMax = 19 if quick else 33
    settings.adaptiveThreshWinSizeStep = 12 if quick else 14
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, settings)


class MarkFinder:
    """Finds marks quickly in a small copy and places them exactly in the full picture; looks
    closely when told to.
    """

    def __init__(self) -> None:
        self._quick, self._close = _detector(True), _detector(False)

    def find(self, picture: Pixels, closely: bool = False) -> dict[int, Quad]:
        grey = (
            picture
            if picture.ndim == 2
            else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        )
        scale = 1.0 if closely else min(1.0, QUICK_WIDTH_PX / grey.shape[1])
        small = grey
        if scale < 1:
            small = np.asarray(
                cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        corners, numbers, _ = (self._close if closely else self._quick).detectMarkers(small)
        found: dict[int, Quad] = {}
        twice: set[int] = set()
        names = [int(number) for number in np.asarray(numbers).ravel()] if len(corners) else []
        for number, quad in zip(names, corners, strict=True):
            placed = np.asarray(quad, dtype=np.float32).reshape(4, 2) / scale
            if number in found:
                twice.add(number)  # one of them is a picture of the mark, and nobody knows which
            if _square_enough(placed):
                found[number] = _exact(grey, placed) if scale < 1 else placed
        return {number: quad for number, quad in found.items() if number not in twice}


def _square_enough(quad: Quad) -> bool:
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    return bool(sides.min() > SMALLEST_SIDE_PX and sides.max() < 3.5 * sides.min())


def _exact(grey: Pixels, quad: Quad) -> Quad:
    reach = int(np.clip(np.hypot(*(quad[1] - quad[0])) / 8, 2, 6))
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    placed = cv2.cornerSubPix(
        grey, np.ascontiguousarray(quad.reshape(-1, 1, 2)), (reach, reach), (-1, -1), until
    )
    moved = np.asarray(placed, dtype=np.float32).reshape(4, 2)
    return moved if np.abs(moved - quad).max() <= reach + 1 else quad
