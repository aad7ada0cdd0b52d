"""How sure a match is, and whether that is sure enough. The only place where the cards' thresholds
live.
"""

from math import exp

from vision.cards.match import CardMatch

# Bounds that hold apart from any single set of pictures: a true card agrees nearly everywhere with
# its taught picture, and lies clearly on its own side of what tells it from the next card. See
# vision/FIGURES.md for the measurements.
LEAST_LIKENESS = 0.55
LEAST_AGREEING = 0.8
LEAST_LEAD = 0.2
LEAST_SHARPNESS = 0.25
# In the places where twins differ: what the card may leave unexplained of what its twin leaves, of
# what any card leaves, and of what this one leaves elsewhere; more where no twin is doubted, or
# where the whole card agrees: photographs to teach from are cut out askew, and lie the worse.
# Of 528 cards of families nobody had looked at, all wrong names had a doubt above 0.065, or a lead
# below 0.25.
MOST_DOUBT, MOST_STRANGE, MOST_STRANGER = 0.07, 2.9, 1.7
LEAD_OF_TWINS = 0.22
NO_DOUBT, STRANGER_STILL = 0.04, 0.8
ALL_AGREES, STRANGE_STILL = 0.92, 40.0
SURE = 0.62


def confidence(match: CardMatch) -> float:
    """0 to 1; the weakest of the measures decides, because each alone can unmask a
    wrong name.
    """
    room = (
        (match.best.likeness - LEAST_LIKENESS) / 0.12,
        (match.best.agreeing - LEAST_AGREEING) / 0.06,
        (match.lead - (LEAST_LEAD if match.twin.number is None else LEAD_OF_TWINS)) / 0.06,
        (match.sharpness - LEAST_SHARPNESS) / 0.06,
        (MOST_DOUBT - match.twin.doubt) / 0.03,
        (_most_strange(match.best.agreeing) - match.twin.strange) / 0.2,
        (_most_stranger(match.twin.doubt) - match.twin.stranger) / 0.2,
    )
    return 1 / (1 + exp(-min(max(min(room), -20.0), 20.0)))


def _most_strange(agreeing: float) -> float:
    return MOST_STRANGE + STRANGE_STILL * max(0.0, agreeing - ALL_AGREES)


def _most_stranger(doubt: float) -> float:
    return MOST_STRANGER + STRANGER_STILL * max(0.0, 1 - doubt / NO_DOUBT)


def accepted(match: CardMatch) -> bool:
    return confidence(match) >= SURE
