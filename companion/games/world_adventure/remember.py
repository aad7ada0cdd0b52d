"""What the table taught us goes into the pack in play, marked as its owner's, so that the next game
knows it too.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.world_adventure.pack import BountyRead, Territory, Touch
from companion.games.world_adventure.tale import Tale, put


def remember(tale: Tale, shelf: str, card: Any) -> None:
    """In place of the one with this id, or as a new one."""
    pack = tale.state.pack
    cards = getattr(pack, shelf)
    if card not in cards:
        kept = tuple(one for one in cards if one.id != card.id)
        put(tale, pack=replace(pack, **{shelf: (*kept, card)}))


def remember_touch(tale: Tale, key: str, answer: str) -> None:
    remember(tale, "touches", Touch(key, answer == "yes"))


def remember_symbol(tale: Tale, spot: str, **fields: bool | str) -> None:
    old = next((one for one in tale.state.pack.territories if one.id == spot), Territory(spot))
    remember(tale, "territories", replace(old, source="owner", **fields))


def remember_bounty(tale: Tale, key: str, gold: int) -> None:
    remember(tale, "bounties", BountyRead(key, gold))
