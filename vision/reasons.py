"""The English of every reason vision gives. Keys are stored and sent; other languages translate
them at the edge.
"""

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
    "sight.mirrored": "one of these may be a mirror image",
    "sight.maybe_more": "something else may be a die",
    "sight.too_small": "the dice are too small in the picture: move the camera closer",
    "sight.too_dark": "the picture is too dark",
    "sight.glare": "light glares on a die",
    "sight.cocked": "a die leans, or shows no face one could read",
    "sight.turned": "a die was turned by hand",
    "sight.unwatched": "these dice fell while the camera was not looking",
    "sight.early": "these dice lay there when the question came",
    "sight.moving": "the dice are still moving",
    "sight.no_camera": "no picture from the camera",
    "sight.no_cards": "no card seen",
    "sight.unknown_card": "not sure of {count} of {total} cards",
    "sight.partly_hidden": "{count} of {total} cards lie partly under others: spread them",
    "sight.unsure_pieces": "not sure of {count} pieces",
    "sight.unsure_count": "the pieces touch or are stacked, or are hard to see here: spread them",
    "sight.other_count": "{seen} pieces seen, {expected} expected",
    "sight.other_cards": "{seen} cards seen, {expected} expected",
    "sight.nothing_taught": "no cards were taught yet",
    "sight.no_faces_taught": "the faces of these dice were not taught yet",
    "sight.no_sheet_taught": "this sheet was not taught yet",
    "sight.no_sheet_seen": "the sheet is not where it should lie, or cannot be told apart",
    "sight.beside_boxes": "a token lies beside every box",
    "sight.no_disk": "not sure how the disk lies",
    "sight.covered": "something lies over the zone",
    "sight.blurred": "the picture is blurred",
    "sight.light.dark": "it is too dark: turn on a lamp beside the table",
    "sight.light.bright": "it is too bright: move the lamp away",
    "sight.light.glare": "light glares on the table: "
    "turn the lamp so that it does not mirror in the camera",
    "sight.light.blurred": "the picture is not sharp: focus the lens on the table, and clean it",
    "sight.light.flicker": "the light flickers: use another lamp, or daylight",
    "sight.light.alike": "pieces and table look alike: put a cloth of another colour under them",
    "sight.teach.no_zone": "this place is not in the picture: lay its mat down, or draw it by hand",
    "sight.teach.not_a_picture": "this file is no picture that can be read: save it as JPEG or PNG",
    "sight.teach.one_die": "{seen} dice seen: show exactly one, on a plain cloth",
    "sight.teach.no_card": "no card seen: lay it flat on a plain table, with some table around it",
}


def in_english(why: Why) -> str:
    return ENGLISH[why.key].format(**why.values)
