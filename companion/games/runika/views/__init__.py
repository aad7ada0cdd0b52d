"""What the tablet draws, and how much of the state each seat knows."""

from companion.games.runika.views.seats import known_to, view

__all__ = ["known_to", "view"]
