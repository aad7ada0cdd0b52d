"""The arrays that pictures and measurements are kept in, by name."""

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]  # a picture: rows, columns and blue, green, red; or a mask
Floats = NDArray[np.float32]
Quad = NDArray[np.float32]  # four corners in a picture, clockwise
