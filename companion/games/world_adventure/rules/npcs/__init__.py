"""Brigand, Government and monsters: how they come, whom they choose, when they strike."""
