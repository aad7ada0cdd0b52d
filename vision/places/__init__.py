"""What lies where: pieces on the boxes of a sheet, cards in slots, dice on a grid, compared with
the tracker.
"""

BOXES = ".boxes.json"  # beside the picture of a taught card: the boxes marked on it
