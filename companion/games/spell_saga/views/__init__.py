"""What the tablet shows of a saga."""

from companion.games.spell_saga.views.table import view

__all__ = ["view"]
