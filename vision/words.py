"""The English of every reason vision gives. Keys are stored and sent; other languages translate them at the edge."""

from vision.reading import Why

ENGLISH = {
    "sight.sure": "read with confidence",
    "sight.no_dice": "no dice seen",
    "sight.unsure_dice": "not sure of {count} of {total} dice",
    "sight.readings_disagree": "two readings of a die disagree: {first} or {second}",
    "sight.too_few": "{seen} dice seen, {expected} expected",
    "sight.too_many": "{seen} dice seen, {expected} expected",
    "sight.colours_differ": "the colours seen ({seen}) are not the ones asked for ({expected})",
    "sight.colours_unsure": "not sure of a die's colour",
    "sight.at_the_edge": "a die is cut off at the edge of the picture",
    "sight.maybe_more": "something else may be a die",
    "sight.too_small": "the dice are too small in the picture: move the camera closer",
    "sight.blurred": "the picture is blurred",
    "sight.too_dark": "the picture is too dark",
    "sight.glare": "light glares on a die",
    "sight.cocked": "a die leans, or shows no face one could read",
    "sight.turned": "a die was turned by hand",
    "sight.moving": "the dice are still moving",
    "sight.no_camera": "no picture from the camera",
    "sight.no_cards": "no card seen",
    "sight.unknown_card": "not sure of {count} of {total} cards",
    "sight.unsure_pieces": "not sure of {count} pieces",
    "sight.unsure_count": "the pieces touch or are stacked, or are hard to see here: spread them",
    "sight.other_count": "{seen} pieces seen, {expected} expected",
    "sight.nothing_taught": "no cards were taught yet",
}


def in_english(why: Why) -> str:
    return ENGLISH[why.key].format(**why.values)
