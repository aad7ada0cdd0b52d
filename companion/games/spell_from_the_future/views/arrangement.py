"""Where things stand on the tablet."""

from companion.kit.say import say
from companion.kit.stage import Arrangement, Plan, StageArea

ARRANGEMENT = Arrangement(
    areas=(
        StageArea("days", say("sf.area.days"), ("days",)),
        StageArea("beast", say("sf.area.beast"), ("beast",)),
        StageArea("attack", say("sf.area.attack"), ("attack",)),
        StageArea("defence", say("sf.area.defence"), ("defence",)),
        StageArea("village", say("sf.area.village"), ("village",)),
        StageArea("initiative", say("sf.area.initiative"), ("initiative",)),
        StageArea("words", say("sf.area.words"), ("grid", "letters")),
        StageArea("colours", say("sf.area.colours"), ("colours",)),
        StageArea("effects", say("sf.area.effects"), ("effects",)),
    ),
    wide=Plan(
        columns=(25, 24, 25, 26),
        rows=(
            (12, "days days days days"),
            (27, "beast attack attack village"),
            (27, "beast defence defence initiative"),
            (34, "words words colours effects"),
        ),
    ),
    tall=Plan(
        columns=(34, 33, 33),
        rows=(
            (8, "days days days"),
            (21, "beast attack attack"),
            (21, "beast defence defence"),
            (18, "village village initiative"),
            (32, "words words colours"),
            (14, "effects effects effects"),
        ),
    ),
)
