"""The virtual table as it lies there, whether or not a camera looks: mats, pieces, dice, a hand,
the lamp.

`drawn` gives the picture at a moment. What rests is drawn once and kept; only what moves is drawn
for every frame.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.mats.layout import box, mats_in
from vision.picture import Pixels
from vision.virtual.arm import arm, reach
from vision.virtual.background import ground
from vision.virtual.die_render import Viewpoint
from vision.virtual.layout import Matrix, TableLayout, laid_out, through
from vision.virtual.light import LIGHTS, cloth, lit
from vision.virtual.pieces import LaidPieces, VirtualPiece
from vision.virtual.thrown_dice import DiceThrower

SHAKE_S = 0.4
DIE_MM = 19.0
# right, down (pixels), turned (degrees): where a bump left the camera
Pose = tuple[float, float, float]


class DrawnTable:
    def __init__(self, size: tuple[int, int], seed: int, die_px: int) -> None:
        self.size, self._rng, self._die_px = size, np.random.default_rng(seed), die_px
        self.light, self.felt = LIGHTS["day"], "green"
        self.layout: TableLayout | None = None
        self.matrix: Matrix | None = None
        self.lying = LaidPieces()
        self.is_plugged = True
        self.pose: Pose = (0.0, 0.0, 0.0)
        self.hand_until_s = self.shake_until_s = self._laid_s = -1.0
        self._hand_begins_s = 0.0
        self._arm: Pixels | None = None
        self.dice = DiceThrower(self._whole(), die_px, Viewpoint(12.0, 20.0))
        self._bare = cloth(self._rng, self.felt, size)
        self._ground = self._bare
        self._still: tuple[object, Pixels] | None = None
        self._relit()

    def _whole(self) -> tuple[float, float, float, float]:
        margin = self._die_px * 1.4
        return margin, margin, self.size[0] - margin, self.size[1] - margin

    # What people change

    def lay_mats(self, file: Path, names: list[str]) -> None:
        """The named mats of a file, side by side, as many as fit; none: the bare cloth. Pieces are
        taken away.
        """
        known = {mat.name: mat for mat in mats_in(file)} if names else {}
        mats = tuple(known[name] for name in names if name in known)
        self.lying.clear()
        self.dice.dice = ()
        self.layout = laid_out(mats, self.size[0] / self.size[1]) if mats else None
        self.matrix = self.layout.matrix(self.size) if self.layout else None
        self._ground = ground(self._bare, self.layout, self.matrix)
        self._still = None
        self.roll_in("tray")

    def roll_in(self, zone: str) -> None:
        """Dice come to rest in this zone from now on; without such a mat, anywhere."""
        areas = self.layout.areas() if self.layout else {}
        if self.layout is None or self.matrix is None or zone not in areas:
            self.dice.place(self._whole(), self._die_px)
            return
        quad = through(self.matrix, box(*areas[zone].box_mm))
        die_px = DIE_MM * self.size[0] / self.layout.size_mm[0]
        left, top = quad[[0, 3], 0].max(), quad[[0, 1], 1].max()
        right, bottom = quad[[1, 2], 0].min(), quad[[2, 3], 1].min()
        edge = die_px * 0.9
        self.dice.place((left + edge, top + edge, right - edge, bottom - edge), die_px)

    def light_up(self, name: str) -> None:
        self.light = LIGHTS[name]
        self._relit()

    def cover(self, felt: str) -> None:
        self.felt = felt
        self._bare = cloth(self._rng, felt, self.size)
        self._ground = ground(self._bare, self.layout, self.matrix)
        self._relit()

    def _relit(self) -> None:
        self.dice.lit(self.light)
        self._arm = self._still = None

    def put(self, piece: VirtualPiece, now_s: float, is_new: bool) -> None:
        """Laid by a hand that comes from the near edge."""
        start = None
        if is_new and self.layout is not None and piece.id not in self.lying.pieces:
            start = replace(piece, y_mm=self.layout.size_mm[1] + 60)
        self.lying.put(piece, now_s, start)
        self._laid_s = now_s

    def pass_hand(self, now_s: float, seconds: float) -> None:
        self._hand_begins_s, self.hand_until_s = now_s, now_s + seconds

    def bump(self, now_s: float, pose: Pose) -> None:
        self.pose, self.shake_until_s = pose, now_s + SHAKE_S

    # What the camera sees

    def drawn(self, now_s: float) -> Pixels:
        picture, matrix = self._resting(now_s).copy(), self.matrix
        if matrix is not None:
            for piece in self.lying.moving(now_s):
                self.lying.draw(picture, piece, matrix, self.light)
                x, y = through(matrix, ((piece.x_mm, piece.y_mm),))[0]
                self._reach(picture, int(x), int(y) + 10)
        self.dice.draw(picture, now_s)
        if now_s < self.hand_until_s:
            self._sweep(picture, now_s)
        return self._from_where_it_hangs(picture, now_s)

    def _resting(self, now_s: float) -> Pixels:
        """The lamp on the cloth, the mats and every piece at rest: kept until one of them
        changes.
        """
        resting, still = self.lying.resting(now_s), self._still
        ground, light, matrix = self._ground, self.light, self.matrix
        key = (self.lying.version, len(resting), id(ground), light)
        if still is None or still[0] != key:
            picture = lit(ground, light, self.size[0])
            for piece in resting if matrix is not None else ():
                assert matrix is not None
                self.lying.draw(picture, piece, matrix, light)
            self._still = still = key, picture
        return still[1]

    def _sweep(self, picture: Pixels, now_s: float) -> None:
        width, height = self.size
        part = (now_s - self._hand_begins_s) / max(self.hand_until_s - self._hand_begins_s, 1e-6)
        self._reach(
            picture,
            round(width * (part * 1.3 - 0.15)),
            round(height * (0.55 - 0.2 * np.sin(part * np.pi))),
        )

    def _reach(self, picture: Pixels, x: int, y: int) -> None:
        drawn = self._arm  # another lamp may come meanwhile
        if drawn is None:
            self._arm = drawn = arm(self.size[1], self.light)
        reach(picture, drawn, x, y)

    def _from_where_it_hangs(self, picture: Pixels, now_s: float) -> Pixels:
        right, down, turned = self.pose
        if now_s < self.shake_until_s:
            right += 6 * float(np.sin((self.shake_until_s - now_s) * 60))
        if not (right or down or turned):
            return picture
        width, height = self.size
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turned, 1.0) + np.array(
            [[0, 0, right], [0, 0, down]]
        )
        return np.asarray(
            cv2.warpAffine(picture, matrix, self.size, borderMode=cv2.BORDER_REFLECT), np.uint8
        )
