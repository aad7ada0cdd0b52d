"""Cards that differ in one small thing, read and counted: `python -m
vision.lab.trials.family_trials`. What counts is that none is accepted under another's name.
"""

import argparse
from pathlib import Path

import cv2

from vision.arrays import Pixels
from vision.cards.references import Deck, teach
from vision.lab.scenes.families import taught_and_strange
from vision.lab.scenes.photographed import photographed
from vision.lab.trials.card_trials import try_cards
from vision.lab.trials.tally import Tally

SCENES = 24  # of one deck of families, before the next is drawn
TAUGHT_PX = 260


def try_families(decks: int, seed: int, scenes: int = SCENES) -> Tally:
    """Every second deck is taught by photographs, the others by the drawings themselves."""
    tally = Tally()
    for number in range(seed, seed + decks):
        taught, strange = taught_and_strange(number)
        known = _known(taught, number)
        tally.add(try_cards(known, taught, strange, scenes, number, kind=_kind))
    return tally


def _known(taught: dict[str, Pixels], number: int) -> Deck:
    if number % 2:
        return teach(taught)
    cuts = photographed(number, taught, TAUGHT_PX, straightened=True)
    return teach({name: cut.picture for name, cut in cuts.items()})


def _kind(name: str) -> str:
    return name.removeprefix("strange ").partition(" ")[0].rstrip("0123456789")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=27)
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out") / "families")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    tally = try_families(args.decks, args.seed, args.scenes)
    tally.write(args.out, "laid", "cards", "top1", "right", "asked", "strange", "false")
    print((args.out / "table.md").read_text())
    print(f"{1000 * tally.seconds / max(1, tally.total['laid']):.1f} ms of processor time a card")


if __name__ == "__main__":
    main()
