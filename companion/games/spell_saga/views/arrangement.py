"""Where things stand on the tablet: on the way, and in a battle."""

from companion.kit.say import say
from companion.kit.stage import ALL, Arrangement, Plan, StageArea

_AREAS = (
    StageArea("steps", say("ss.area.steps"), ("steps",)),
    StageArea("places", say("ss.area.places"), ("places",)),
    StageArea("luck", say("ss.area.luck"), ("kismet.*",), ALL),
    StageArea("heroes", say("ss.area.heroes"), ("hero.*",), ALL),
    StageArea("story", say("ss.area.story"), ("story", "bonuses", "hints"), ALL),
    StageArea("hand", say("ss.area.hand"), ("hand_cards",)),
)
ON_THE_WAY = Arrangement(
    areas=_AREAS,
    wide=Plan(
        columns=(50, 25, 25),
        rows=(
            (12, "steps steps steps"),
            (30, "places luck luck"),
            (28, "places heroes heroes"),
            (30, "story hand hand"),
        ),
    ),
    tall=Plan(
        columns=(50, 50),
        rows=(
            (8, "steps steps"),
            (34, "places places"),
            (22, "luck heroes"),
            (28, "story hand"),
        ),
    ),
)
IN_BATTLE = Arrangement(
    areas=(
        *_AREAS,
        StageArea("rounds", say("ss.area.rounds"), ("rounds",)),
        StageArea("enemies", say("ss.area.enemies"), ("enemy.*",), ALL),
        StageArea("pending", say("ss.area.pending"), ("pending",)),
        StageArea("fighters", say("ss.area.fighters"), ("fighters",)),
    ),
    wide=Plan(
        columns=(40, 20, 40),
        rows=(
            (12, "rounds rounds rounds"),
            (33, "enemies pending luck"),
            (30, "fighters fighters heroes"),
            (25, "story story hand"),
        ),
    ),
    tall=Plan(
        columns=(50, 50),
        rows=(
            (8, "rounds rounds"),
            (22, "enemies pending"),
            (18, "fighters fighters"),
            (26, "luck heroes"),
            (18, "story hand"),
        ),
    ),
)
