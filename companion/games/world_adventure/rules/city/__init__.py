"""The services of a city."""

from companion.games.world_adventure.rules.city import guild, recruiter, shop, workshop

STEPS = {
    **guild.STEPS,
    **recruiter.STEPS,
    **shop.STEPS,
    **workshop.STEPS,
}
