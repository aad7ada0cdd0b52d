"""What is printed on board and cards, as data. What a pack leaves open is asked once, when it first
matters.
"""

from companion.games.world_adventure.pack.cards import SHORT_FACTS
from companion.games.world_adventure.pack.check import check_pack, pack_warnings
from companion.games.world_adventure.pack.contents import Pack

__all__ = ["SHORT_FACTS", "Pack", "check_pack", "pack_warnings"]
