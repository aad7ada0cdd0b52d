"""Where things stand on the tablet."""

from companion.kit.say import say
from companion.kit.stage import ALL, EACH, Area, Arrangement, Plan

ARRANGEMENT = Arrangement(
    areas=(
        Area("rounds", say("mm.area.rounds"), ("rounds",)),
        Area("phase", say("mm.area.phase"), ("phase",)),
        Area("roles", say("mm.area.roles"), ("roles",)),
        Area("combat", say("mm.area.combat"), ("attack_points", "against:*", "notes"), ALL),
        Area("fields", say("mm.area.fields"), ("field:*", "base:*", "mana:*"), EACH),
    ),
    wide=Plan(
        columns=(55, 45),
        rows=((11, "rounds phase"), (20, "roles combat"), (69, "fields fields")),
    ),
    tall=Plan(
        columns=(100,),
        rows=((8, "rounds"), (8, "phase"), (18, "roles"), (14, "combat"), (52, "fields")),
    ),
)
