"""The virtual table as it lies there, whether or not a camera looks: mats, pieces, dice, a hand,
the lamp.

`drawn` gives the picture at a moment. What rests is drawn once and kept; only what moves is drawn
for every frame.
"""

from dataclasses import replace

import numpy as np

from vision.arrays import Floats, Pixels
from vision.mats.layout import Mat, box
from vision.virtual.arm import PassingHand
from vision.virtual.background import ground
from vision.virtual.camera_mount import CameraMount
from vision.virtual.die_render import Viewpoint
from vision.virtual.layout import Matrix, TableLayout, laid_out, through
from vision.virtual.light import LIGHTS, cloth, lit
from vision.virtual.pieces import LaidPieces, VirtualPiece
from vision.virtual.thrown_dice import DiceThrower

DIE_MM = 19.0
KEPT_GROUNDS = 6  # of 11 MB


class DrawnTable:
    def __init__(self, size: tuple[int, int], seed: int, die_px: int) -> None:
        self.size, self._rng, self._die_px = size, np.random.default_rng(seed), die_px
        self.light, self.felt = LIGHTS["day"], "green"
        self.layout: TableLayout | None = None
        self.matrix: Matrix | None = None
        self.lying = LaidPieces()
        self.is_plugged = True
        self._mats: tuple[Mat, ...] | None = None
        self.mount, self.hand = CameraMount(size), PassingHand(size)
        self.dice = DiceThrower(self._whole(), die_px, Viewpoint(12.0, 20.0))
        self._bare = cloth(self._rng, self.felt, size)
        self._ground = self._bare
        self._grounds: dict[tuple[Mat, ...], Floats] = {}
        self._still: tuple[object, Pixels] | None = None
        self._seen: Pixels | None = None  # the newest picture
        # The camera goes on seeing its newest picture: a table that is told of anew is not built up
        # piece by piece before its eyes, as if each had just come.
        self.is_held = False
        self._relit()

    def _whole(self) -> tuple[float, float, float, float]:
        margin = self._die_px * 1.4
        return margin, margin, self.size[0] - margin, self.size[1] - margin

    # What people change

    def lay_mats(self, mats: tuple[Mat, ...]) -> None:
        """These mats side by side, as many as fit; none: the bare cloth. Pieces are taken away,
        unless just these mats lie there already.
        """
        if mats == self._mats:
            return
        self._mats = mats
        self.lying.clear()
        self.dice.dice = ()
        self.layout = laid_out(mats, self.size[0] / self.size[1]) if mats else None
        self.matrix = self.layout.matrix(self.size) if self.layout else None
        self._ground = self._printed()
        self._still = None
        self.roll_in("tray")

    def _printed(self) -> Floats:
        """The cloth with the mats that lie there; drawn once, for mats come back."""
        mats = self._mats or ()
        if mats not in self._grounds:
            kept = list(self._grounds.items())[1 - KEPT_GROUNDS :]
            made = ground(self._bare, self.layout, self.matrix)
            self._grounds = dict([*kept, (mats, made)])
        return self._grounds[mats]

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
        self._grounds.clear()
        self._ground = self._printed()
        self._relit()

    def _relit(self) -> None:
        self.dice.lit(self.light)
        self.hand.relight(self.light)
        self._still = None

    def put(self, piece: VirtualPiece, now_s: float, is_new: bool) -> None:
        """Laid by a hand that comes from the near edge."""
        start = None
        if is_new and self.layout is not None and piece.id not in self.lying.pieces:
            start = replace(piece, y_mm=self.layout.size_mm[1] + 60)
        self.lying.put(piece, now_s, start)

    # What the camera sees

    def drawn(self, now_s: float) -> Pixels:
        if not self.is_held:
            self._seen = self._drawn(now_s)
        return self._drawn(now_s) if self._seen is None else self._seen

    def _drawn(self, now_s: float) -> Pixels:
        picture, matrix = self._resting(now_s).copy(), self.matrix
        if matrix is not None:
            for piece in self.lying.moving(now_s):
                self.lying.draw(picture, piece, matrix, self.light)
                x, y = through(matrix, ((piece.x_mm, piece.y_mm),))[0]
                self.hand.reach(picture, int(x), int(y) + 10)
        self.dice.draw(picture, now_s)
        self.hand.draw(picture, now_s)
        return self.mount.seen(picture, now_s)

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
