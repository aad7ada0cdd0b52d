"""What the table taught us goes into the pack in play, marked as its owner's, so that the next game
knows it too.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.world_adventure.pack.contents import BountyRead, Territory, Touch
from companion.games.world_adventure.rules.changes import put
from companion.games.world_adventure.state import GameStory


def remember(story: GameStory, shelf: str, card: Any) -> None:
    """In place of the one with this id, or as a new one."""
    pack = story.state.pack
    cards = getattr(pack, shelf)
    if card not in cards:
        kept = tuple(one for one in cards if one.id != card.id)
        put(story, pack=replace(pack, **{shelf: (*kept, card)}))


def remember_touch(story: GameStory, key: str, answer: str) -> None:
    remember(story, "touches", Touch(key, answer == "yes"))


def remember_symbol(story: GameStory, spot: str, **fields: bool | str) -> None:
    old = next((one for one in story.state.pack.territories if one.id == spot), Territory(spot))
    remember(story, "territories", replace(old, source="owner", **fields))


def remember_bounty(story: GameStory, key: str, gold: int) -> None:
    remember(story, "bounties", BountyRead(key, gold))
