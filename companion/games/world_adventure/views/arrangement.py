"""Where things stand on the tablet: on the map, and in a battle."""

from companion.kit.say import say
from companion.kit.stage import ALL, Arrangement, Plan, StageArea

ON_THE_MAP = Arrangement(
    areas=(
        StageArea("map", say("wa.area.map"), ("map",)),
        StageArea("stage", say("wa.area.stage"), ("stage_lv",)),
        StageArea("events", say("wa.area.events"), ("events",)),
        StageArea("merchant", say("wa.area.merchant"), ("merchant_x",)),
        StageArea("monster", say("wa.area.monster"), ("monster_x",)),
        StageArea("commodity", say("wa.area.commodity"), ("track_markers",)),
        StageArea("stock", say("wa.area.stock"), ("stock",)),
        StageArea("feats", say("wa.area.feats"), ("rune_track",)),
    ),
    wide=Plan(
        columns=(62, 12, 26),
        rows=(
            (16, "map stage events"),
            (12, "map merchant merchant"),
            (12, "map monster monster"),
            (12, "map commodity commodity"),
            (18, "map stock stock"),
            (30, "map feats feats"),
        ),
    ),
    tall=Plan(
        columns=(64, 36),
        rows=(
            (14, "map stage"),
            (16, "map events"),
            (13, "map merchant"),
            (13, "map monster"),
            (13, "map commodity"),
            (11, "stock stock"),
            (20, "feats feats"),
        ),
    ),
)
IN_BATTLE = Arrangement(
    areas=(
        StageArea("ours", say("wa.area.ours"), ("side:0",)),
        StageArea("theirs", say("wa.area.theirs"), ("side:1",)),
        StageArea("enemy", say("wa.area.enemy"), ("enemy",)),
        StageArea("counted", say("wa.area.counted"), ("battle_*",), ALL),
    ),
    wide=Plan(columns=(50, 50), rows=((30, "enemy counted"), (70, "ours theirs"))),
    tall=Plan(columns=(50, 50), rows=((25, "enemy counted"), (75, "ours theirs"))),
)
