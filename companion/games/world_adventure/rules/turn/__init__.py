"""A player's turn."""
