"""Brigand, Government and monsters: how they come, whom they choose, when they strike."""

from companion.games.world_adventure.rules.npcs import appear, hunters, monsters

STEPS = {
    **appear.STEPS,
    **hunters.STEPS,
    **monsters.STEPS,
}
