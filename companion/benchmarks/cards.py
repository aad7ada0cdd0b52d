"""Cards: real photographs when given, and made-up scenes with 300 taught cards and others never
taught.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HELP = "cards named right, asked, accepted wrongly; time a card"
NEEDS_LAB = True
OUT = Path("out") / "cards"  # pictures of what went wrong
SCENES = 420  # eight cards in most of them: more than 2,000 taught ones and 1,000 never taught
TAUGHT, STRANGE = 300, 200
IN_PLAY = 8  # scenes of each layout
FAMILIES = 27  # decks of six families, 24 scenes each: more than 5,000 cards
ALIKE = 60  # scenes of cards that differ in number, shape, colour and filling alone


def run(shared: Path | None) -> dict[str, Any]:
    figures: dict[str, Any] = {"made-up scenes, held-out lights and surfaces": generated()}
    figures["made-up scenes, 81 look-alike cards, every light and surface"] = lookalike()
    figures["made-up scenes, families that differ in one small thing"] = families()
    figures["made-up scenes, 52 playing cards as they lie in play, taught by photographs"] = (
        in_play()
    )
    if shared is not None:
        for folder in sorted((shared / "cards" / "sets").iterdir()):
            figures[f"photographs: {folder.name}"] = photographs(shared / "cards", folder)
    return figures


def generated(scenes: int = SCENES, out: Path = OUT) -> dict[str, Any]:
    """Lights nothing was chosen in, on cork and on rugs (the close look around printed boxes came
    from other rugs).
    """
    import cv2

    from vision.cards.proposals import details_of
    from vision.cards.references import teach
    from vision.lab.scenes.photo import HELD_OUT_LIGHTS
    from vision.lab.scenes.surfaces import HELD_OUT
    from vision.lab.trials.card_trials import try_cards
    from vision.lab.trials.tally import figures
    from vision.virtual.decks import deck

    cv2.setNumThreads(1)
    taught = deck(11, TAUGHT)
    strange = {f"strange {name}": card for name, card in deck(12, STRANGE).items()}
    start = time.process_time()
    known = teach(taught)
    taught_s = time.process_time() - start
    start = time.process_time()
    details_of(known)
    indexed_s = time.process_time() - start
    tally = try_cards(known, taught, strange, scenes, 31, (HELD_OUT_LIGHTS, tuple(HELD_OUT)))
    tally.write(out, "cards", "top1", "right", "asked", "false", "strange")
    laid = max(1, tally.total["laid"])
    return {
        **figures(tally, "cards", "top1", "right", "asked"),
        "cards never taught": tally.total["strange"],
        "false accepts, % of all laid (untaught too)": round(100 * tally.total["false"] / laid, 3),
        "quarter turn right, % of accepted": round(
            100 * tally.total["turn"] / max(1, tally.total["right"]), 2
        ),
        "processor ms a card": round(1000 * tally.seconds / laid, 1),
        "teaching, processor ms a card": round(1000 * taught_s / TAUGHT, 1),
        "index for the close look, once a deck, processor ms a card": round(
            1000 * indexed_s / TAUGHT, 1
        ),
        **{
            f"by {name}": row
            for name, row in tally.table("cards", "top1", "right", "false").items()
        },
    }


def lookalike(scenes: int = ALIKE, out: Path = OUT / "alike") -> dict[str, Any]:
    """All 81 taught, none strange: each is strange to all the others."""
    from vision.cards.references import teach
    from vision.lab.scenes.lookalikes import lookalikes
    from vision.lab.trials.card_trials import try_cards
    from vision.lab.trials.tally import figures

    cards = lookalikes()
    tally = try_cards(teach(cards), cards, {}, scenes, 71)
    tally.write(out, "cards", "top1", "right", "asked", "false")
    return {
        **figures(tally, "cards", "top1", "right", "asked", "false"),
        **{
            f"by {name}": row
            for name, row in tally.table("cards", "top1", "right", "false").items()
        },
    }


def families(decks: int = FAMILIES, out: Path = OUT / "families") -> dict[str, Any]:
    """Corner signs, fillings, digits, colours, titles; a third of each family was never taught."""
    from vision.lab.trials.family_trials import try_families
    from vision.lab.trials.tally import figures

    tally = try_families(decks, 1)
    tally.write(out, "laid", "cards", "top1", "right", "asked", "strange", "false")
    return {
        **figures(tally, "cards", "top1", "right", "asked"),
        "accepted wrongly": tally.total["false"],
        "of all laid (untaught too)": tally.total["laid"],
        **{f"by {name}": row for name, row in tally.table("laid", "right", "false").items()},
    }


def in_play(scenes: int = IN_PLAY, out: Path = OUT / "in play") -> dict[str, Any]:
    """Edge to edge, one on the other, in fans and strewn about; by how much of a card is seen."""
    from vision.cards.references import teach
    from vision.lab.scenes.heaps import LAYOUTS
    from vision.lab.scenes.photographed import photographed
    from vision.lab.scenes.poker import poker
    from vision.lab.trials.heap_trials import try_heaps

    cards = poker()
    known = teach(
        {name: cut.picture for name, cut in photographed(91, cards, 220, straightened=True).items()}
    )
    figures = {}
    for kind in LAYOUTS:
        tally = try_heaps(known, cards, {}, kind, scenes, 92)
        tally.write(out / kind, "cards", "right", "asked", "missed", "wrong")
        figures[kind] = tally.table("cards", "right", "asked", "missed", "wrong")
    return figures


def photographs(root: Path, folder: Path) -> dict[str, Any]:
    """The public command on the set's pictures, scored by the set's own script."""
    images = folder / "images"
    with tempfile.TemporaryDirectory() as work:
        teach = Path(work) / "teach"
        teach.mkdir()
        for picture in images.glob("ref_*"):
            (teach / picture.name.removeprefix("ref_")).symlink_to(picture)
        queries = sorted(str(path) for path in images.iterdir() if not path.name.startswith("ref_"))
        words = ["read", "--kind", "cards", "--teach", str(teach), "--json", *queries]
        return scored(root, folder, words, Path(work))


def scored(root: Path, folder: Path, words: list[str], work: Path) -> dict[str, Any]:
    lines = subprocess.run(
        [sys.executable, "-m", "companion", *words], capture_output=True, text=True, check=False
    )
    (work / "readings.jsonl").write_text(lines.stdout)
    files = [str(folder / "labels.json"), str(work / "readings.jsonl")]
    score = [sys.executable, str(root / "score.py"), *files, "--json"]
    rows: list[dict[str, Any]] = json.loads(
        subprocess.run(score, capture_output=True, text=True, check=True).stdout
    )
    return rows[0]
