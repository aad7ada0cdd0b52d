"""Battles with merchants, with monsters, between units; and what follows them."""

from companion.games.world_adventure.rules.battle import (
    aftermath,
    common,
    damage,
    death,
    loot,
    merchant,
    monster,
    units,
)

STEPS = {
    **aftermath.STEPS,
    **common.STEPS,
    **damage.STEPS,
    **death.STEPS,
    **loot.STEPS,
    **merchant.STEPS,
    **monster.STEPS,
    **units.STEPS,
}
