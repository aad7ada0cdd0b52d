"""Mats: how exactly they are located, how fast, how soon a bump is healed; and what lies in their
cells. Made-up.
"""

import time
from pathlib import Path
from typing import Any

HELP = (
    "localisation: frames a second, error in pixels, frames until a bump is healed; "
    "dice, cards, a disk in cells"
)
NEEDS_LAB = True
SCENES = 30
PLACES = 40


def run(shared: Path | None) -> dict[str, Any]:
    del shared  # there are no photographs of our mats yet
    return {**located(), **lying()}


def lying(scenes: int = PLACES) -> dict[str, Any]:
    """Dice on a 4x4 grid, cards in slots and rows with their turn, a disk; lights and surfaces held
    out.

    A grid with its corners marked by hand says nothing of the light; a mat has its white printed on
    it.
    """
    from functools import partial

    from vision.cards.references import teach
    from vision.lab.scenes.photo import HELD_OUT_LIGHTS
    from vision.lab.scenes.places import dice_on_mat
    from vision.lab.scenes.surfaces import HELD_OUT
    from vision.lab.trials.place_trials import taught_dice, try_dice, try_disk, try_ring, try_slots
    from vision.lab.trials.tally import figures
    from vision.mats.layout import Mat, Zone
    from vision.virtual.decks import deck

    over = HELD_OUT_LIGHTS, tuple(HELD_OUT)
    cards = deck(61, 40)
    known = teach(cards)
    ring = Zone("place", (20, 43, 332, 294), ring=5, spot_mm=(66, 91))  # of Spell Saga
    board = Mat(
        "dock", "Player board", (190, 192), 4, (Zone("grid", (46, 43.5, 104, 104), 4, 4),)
    )  # of Runika
    on_board = partial(dice_on_mat, mat=board)
    tried = {
        "dice on a mat's 4x4 grid": try_dice(taught_dice(62, on_board), scenes, 63, over, on_board),
        "dice on a 4x4 grid marked by hand": try_dice(taught_dice(62), scenes, 63, over),
        "cards in slots, with their turn": try_slots(known, cards, scenes, 64, over),
        "cards in a ring of places": try_ring(known, cards, scenes, 66, over, ring),
        "a disk's turn": try_disk(scenes, 65, over),
    }
    return {
        what: figures(tally, "pieces", "right", "wrong", "asked") for what, tally in tried.items()
    }


def located() -> dict[str, Any]:
    import cv2
    import numpy as np

    from vision.lab.scenes.mats import corners_in_picture, mat_on_table
    from vision.lab.scenes.photo import LIGHTS
    from vision.lab.scenes.surfaces import SURFACES
    from vision.mats.layout import Mat
    from vision.zones.mat_tracking import AGREEING_FRAMES, MatSight, MatTracker

    cv2.setNumThreads(1)
    mat = Mat("tray", "Dice tray", (262, 190), 0)
    off, found, spent, frames, healed = [], 0, 0.0, 0, []
    for number in range(SCENES):
        random = np.random.default_rng((51, number))
        light, surface = LIGHTS[number % len(LIGHTS)], list(SURFACES)[number % len(SURFACES)]
        picture, camera = mat_on_table(random, mat, surface, light)
        bumped, _ = mat_on_table(random, mat, surface, light)
        follower = MatTracker((mat,))
        start = time.process_time()
        for _ in range(AGREEING_FRAMES + 5):
            follower.see(picture)
        spent, frames = spent + time.process_time() - start, frames + AGREEING_FRAMES + 5
        place = follower.place("tray")
        if place is not None:
            found += 1
            off.append(float(np.hypot(*(place - corners_in_picture(mat, camera)).T).max()))
        sights = [follower.see(bumped)["tray"] for _ in range(40)]
        healed.append(sights.index(MatSight.MOVED) + 1 if MatSight.MOVED in sights else 999)
    return {
        "scenes": SCENES,
        "located": found,
        "corner error, px, median": round(float(np.median(off)), 2),
        "corner error, px, worst": round(max(off), 2),
        "frames a second of processor time, 1280x720": round(frames / spent, 1),
        "frames until a bump is healed, worst": max(healed),
    }
