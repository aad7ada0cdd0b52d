"""What the tablet draws: the middle of the table, and each player."""

from companion.games.spell_from_the_future.views.table import view

__all__ = ["view"]
