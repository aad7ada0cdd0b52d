"""Where things stand on the tablet: on the way, and in a battle."""

from companion.kit.say import say
from companion.kit.stage import ALL, Area, Arrangement, Plan

_AREAS = (
    Area("steps", say("ss.area.steps"), ("steps",)),
    Area("places", say("ss.area.places"), ("places",)),
    Area("luck", say("ss.area.luck"), ("kismet.*",), ALL),
    Area("heroes", say("ss.area.heroes"), ("hero.*",), ALL),
    Area("story", say("ss.area.story"), ("story",)),
    Area("hand", say("ss.area.hand"), ("hand_cards",)),
    Area("hints", say("ss.area.hints"), ("bonuses", "hints")),
)
ON_THE_WAY = Arrangement(
    areas=_AREAS,
    wide=Plan(
        columns=(50, 25, 25),
        rows=(
            (12, "steps steps steps"),
            (33, "places luck luck"),
            (30, "places heroes heroes"),
            (25, "story hand hints"),
        ),
    ),
    tall=Plan(
        columns=(50, 50),
        rows=(
            (8, "steps steps"),
            (34, "places places"),
            (22, "luck heroes"),
            (18, "story hand"),
            (10, "hints hints"),
        ),
    ),
)
IN_BATTLE = Arrangement(
    areas=(
        *_AREAS,
        Area("rounds", say("ss.area.rounds"), ("rounds",)),
        Area("enemies", say("ss.area.enemies"), ("enemy.*",), ALL),
        Area("pending", say("ss.area.pending"), ("pending",)),
        Area("fighters", say("ss.area.fighters"), ("fighters",)),
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
