"""Dice: found, read twice independently, and trusted only when both readings agree."""
