"""The colour a piece is called by: what most of it has. Spots let into its rim and labels are not
its own.
"""

from itertools import product

import numpy as np

from vision.arrays import Floats, Pixels

_ACROSS = np.linspace(-0.8, 0.8, 13)
# on a piece, of its reach
PLACES = np.array([place for place in product(_ACROSS, _ACROSS) if np.hypot(*place) < 0.8])
SAME, LEAST_SAME = 0.15, 12.0  # of what is brightest; grey levels: more is another colour
PALE, HARDLY_COLOURED = 0.62, 0.42  # of what is brightest; and of its own brightest part
# of a piece: labels and spots are mostly pale, so what else covers that much is its body
LABELS = 0.3


def bodies(picture: Pixels, middles: Floats, reach: Floats, white: float) -> Floats:
    """Blue, green and red of each piece's body. `white`: how bright, 0 to 255, the brightest of the
    picture is.
    """
    if len(middles) == 0:
        return np.zeros((0, 3), np.float32)
    places = middles[:, None] + PLACES * reach[:, None]
    cols, rows = np.rint(places).astype(np.intp).transpose(2, 0, 1)
    seen = picture[rows.clip(0, picture.shape[0] - 1), cols.clip(0, picture.shape[1] - 1)].astype(
        np.float32
    )
    return np.stack([_body(one, max(LEAST_SAME, SAME * white), white) for one in seen])


def _body(seen: Floats, same: float, white: float) -> Floats:
    near = np.linalg.norm(seen[:, None] - seen[None], axis=2) < same
    most = near[int(near.sum(axis=1).argmax())]
    body = np.median(seen[most], axis=0)
    if _is_pale(body, white):
        near[:, most] = False
        rest = near[int(near.sum(axis=1).argmax())]
        other = np.median(seen[rest], axis=0) if rest.any() else body
        if rest.mean() > LABELS and not _is_pale(other, white):
            body = other
    return np.asarray(body, dtype=np.float32)


def _is_pale(colour: Floats, white: float) -> bool:
    brightest = float(colour.max())
    return (
        brightest > PALE * white and brightest - float(colour.min()) < HARDLY_COLOURED * brightest
    )
