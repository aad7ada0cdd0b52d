"""What lies where: pieces on the boxes of a sheet, cards in slots, dice on a grid, compared with the tracker."""
