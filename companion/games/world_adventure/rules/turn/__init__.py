"""A player's turn: its course, the menu of actions, travel, scouting, gifts."""

from companion.games.world_adventure.rules.turn import actions, course, gifts, scout, travel

STEPS = {
    **actions.STEPS,
    **course.STEPS,
    **gifts.STEPS,
    **scout.STEPS,
    **travel.STEPS,
}
