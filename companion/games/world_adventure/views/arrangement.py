"""Where things stand on the tablet: on the map, and in a battle."""

from companion.kit.say import say
from companion.kit.stage import ALL, Area, Arrangement, Plan

ON_THE_MAP = Arrangement(
    areas=(
        Area("map", say("wa.area.map"), ("map",)),
        Area("stage", say("wa.area.stage"), ("stage_lv",)),
        Area("events", say("wa.area.events"), ("events",)),
        Area("merchant", say("wa.area.merchant"), ("merchant_x",)),
        Area("monster", say("wa.area.monster"), ("monster_x",)),
        Area("commodity", say("wa.area.commodity"), ("track_markers",)),
        Area("stock", say("wa.area.stock"), ("stock",)),
        Area("feats", say("wa.area.feats"), ("rune_track",)),
    ),
    wide=Plan(
        columns=(64, 18, 18),
        rows=(
            (18, "map stage events"),
            (15, "map merchant merchant"),
            (15, "map monster monster"),
            (15, "map commodity commodity"),
            (15, "map stock stock"),
            (22, "map feats feats"),
        ),
    ),
    tall=Plan(
        columns=(34, 33, 33),
        rows=(
            (46, "map map map"),
            (12, "stage events events"),
            (12, "merchant monster commodity"),
            (12, "stock stock stock"),
            (18, "feats feats feats"),
        ),
    ),
)
IN_BATTLE = Arrangement(
    areas=(
        Area("ours", say("wa.area.ours"), ("side:0",)),
        Area("theirs", say("wa.area.theirs"), ("side:1",)),
        Area("enemy", say("wa.area.enemy"), ("enemy",)),
        Area("counted", say("wa.area.counted"), ("battle_*",), ALL),
    ),
    wide=Plan(columns=(50, 50), rows=((30, "enemy counted"), (70, "ours theirs"))),
    tall=Plan(columns=(50, 50), rows=((25, "enemy counted"), (75, "ours theirs"))),
)
