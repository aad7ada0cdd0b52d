"""Where things stand on the tablet."""

from companion.kit.say import say
from companion.kit.stage import ALL, EACH, Arrangement, Plan, StageArea

ARRANGEMENT = Arrangement(
    areas=(
        StageArea("rounds", say("mm.area.rounds"), ("rounds",)),
        StageArea("phase", say("mm.area.phase"), ("phase",)),
        StageArea("combat", say("mm.area.combat"), ("attack_points", "against:*"), ALL),
        StageArea("notes", say("mm.word.notes"), ("notes",)),
        StageArea("fields", say("mm.area.fields"), ("field:*", "role:*", "base:*"), EACH),
    ),
    wide=Plan(
        columns=(55, 45),
        rows=((11, "rounds phase"), (17, "combat notes"), (72, "fields fields")),
    ),
    tall=Plan(
        columns=(100,),
        rows=((7, "rounds"), (7, "phase"), (10, "combat"), (8, "notes"), (68, "fields")),
    ),
)
