"""Where things stand on the tablet."""

from companion.kit.say import say
from companion.kit.stage import EACH, Arrangement, Plan, StageArea

ARRANGEMENT = Arrangement(
    areas=(
        StageArea("row", say("rk.area.row"), ("row",)),
        StageArea("masteries", say("rk.area.masteries"), ("masteries",)),
        StageArea("grids", say("rk.area.grids"), ("*.grid", "*.stored", "*.influence"), EACH),
    ),
    wide=Plan(columns=(50, 50), rows=((34, "row masteries"), (66, "grids grids"))),
    tall=Plan(columns=(100,), rows=((22, "row"), (22, "masteries"), (56, "grids"))),
)
