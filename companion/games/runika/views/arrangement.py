"""Where things stand on the tablet."""

from companion.kit.say import say
from companion.kit.stage import EACH, Area, Arrangement, Plan

ARRANGEMENT = Arrangement(
    areas=(
        Area("row", say("rk.area.row"), ("row",)),
        Area("masteries", say("rk.area.masteries"), ("masteries",)),
        Area("grids", say("rk.area.grids"), ("*.grid", "*.store", "*.influence"), EACH),
        Area("now", say("rk.area.now"), ("grid", "pool")),
        Area("race", say("rk.area.race"), ("race",)),
    ),
    wide=Plan(
        columns=(25, 25, 24, 26),
        rows=(
            (35, "row row masteries masteries"),
            (40, "grids grids grids now"),
            (25, "grids grids grids race"),
        ),
    ),
    tall=Plan(
        columns=(50, 50),
        rows=((20, "row row"), (20, "masteries masteries"), (36, "grids grids"), (24, "now race")),
    ),
)
