"""Picture files from anyone, made safe: whatever the file holds, a bounded BGR picture or a refusal
in plain words.

Only this module opens picture files. EXIF orientation is honoured: pixels are as the photographer
sees them.
"""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vision.arrays import Pixels
from vision.errors import PictureError

if TYPE_CHECKING:
    from PIL import Image


LONGEST_SIDE_PX = 1600  # recognisers need no more, and it bounds every later step
LARGEST_FILE_BYTES = 64 << 20
MOST_PIXELS = 64_000_000  # above every ordinary phone; decoding stays under 200 MB
SMALLEST_SIDE_PX = 32
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF", "PPM")  # a phone's MPO opens as JPEG


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture. `scale` turns its pixels into those of the file: file = pixels * scale."""

    pixels: Pixels
    scale: float
    width_px: int
    height_px: int


def load(path: Path, longest_side_px: int = LONGEST_SIDE_PX) -> Picture:
    """The picture in the file, upright, at most `longest_side_px`; PictureError says why it cannot
    be read.
    """
    from PIL import Image, UnidentifiedImageError  # the camera's process never needs it

    try:
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise PictureError(
                f"{path}: the file is larger than {LARGEST_FILE_BYTES >> 20} MB; "
                "save a smaller picture"
            )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(path, formats=FORMATS) as image:
                return _decoded(path, image, longest_side_px)
    except FileNotFoundError:
        raise PictureError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise PictureError(f"{path}: is a folder; give the pictures in it") from None
    except UnidentifiedImageError:
        raise PictureError(f"{path}: not a picture this can read; save it as JPEG or PNG") from None
    except Image.DecompressionBombError:
        raise PictureError(f"{path}: the picture is too large; save it smaller") from None
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        TypeError,
        KeyError,
        IndexError,
        OverflowError,
    ) as error:
        # Pillow's decoders report damaged files with all of these.
        raise PictureError(
            f"{path}: the picture is damaged or cut off ({error}); take or save it again"
        ) from None


def _decoded(path: Path, image: "Image.Image", longest_side_px: int) -> Picture:
    from PIL import Image, ImageOps

    width, height = image.size
    if width * height > MOST_PIXELS:
        raise PictureError(
            f"{path}: {width}x{height} is too large; save a picture of at most 64 megapixels"
        )
    if min(width, height) < SMALLEST_SIDE_PX:
        raise PictureError(
            f"{path}: {width}x{height} is too small to read; give a picture of at least 640 pixels"
        )
    if getattr(image, "n_frames", 1) > 1 and image.format != "MPO":
        raise PictureError(
            f"{path}: holds several pictures (animated); save one of them as JPEG or PNG"
        )
    # JPEG: decodes at a half, quarter or eighth, so memory stays small
    image.draft("RGB", (longest_side_px, longest_side_px))
    image.load()
    upright = ImageOps.exif_transpose(_eight_bit(image))
    if (upright.size[0] < upright.size[1]) != (width < height):
        width, height = height, width
    shrink = max(upright.size) / longest_side_px
    if shrink > 1:
        size = (max(1, round(upright.size[0] / shrink)), max(1, round(upright.size[1] / shrink)))
        upright = upright.resize(
            size, Image.Resampling.BOX if shrink > 2 else Image.Resampling.BILINEAR
        )
    pixels = np.ascontiguousarray(np.asarray(upright, np.uint8)[:, :, ::-1])
    return Picture(pixels, width / upright.size[0], width, height)


def _eight_bit(image: "Image.Image") -> "Image.Image":
    """RGB in eight bits, from whatever the file had; the EXIF orientation is kept."""
    from PIL import Image

    orientation = image.getexif()
    if image.mode.startswith(("I", "F")):
        levels = np.asarray(image, np.float32)
        low, high = float(levels.min()), float(levels.max())
        top = 65535.0 if high > 255 and low >= 0 and high <= 65535 else max(high, 1.0)
        converted = Image.fromarray(np.clip(levels * (255 / top), 0, 255).astype(np.uint8)).convert(
            "RGB"
        )
    elif image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        flat = Image.new("RGBA", image.size, (255, 255, 255, 255))
        flat.alpha_composite(image.convert("RGBA"))
        converted = flat.convert("RGB")
    else:
        converted = image.convert("RGB")
    converted.info["exif"] = orientation.tobytes()
    return converted
