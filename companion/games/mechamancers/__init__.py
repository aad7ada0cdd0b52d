"""Mechamancers: drafted roles, mechs that are turned as they are hurt, bases that are taken apart
point by point.
"""

from companion.games.mechamancers.ending import outcome, scores
from companion.games.mechamancers.explain import explain
from companion.games.mechamancers.handles import adjusted, handles
from companion.games.mechamancers.invariants import broken, names
from companion.games.mechamancers.options import OPTIONS
from companion.games.mechamancers.pack import (
    SHORT_FACTS,
    MechamancersPack,
    check_pack,
    pack_warnings,
)
from companion.games.mechamancers.propose import propose
from companion.games.mechamancers.setup import FEWEST, MOST, derived, setup
from companion.games.mechamancers.state import State
from companion.games.mechamancers.steps import NAMES, asks, decide, halfway
from companion.games.mechamancers.under_way import called, under_way
from companion.games.mechamancers.views import known_to, view
from companion.games.mechamancers.where import where
from companion.kit.game import Game
from companion.kit.memo import by_identity

GAME = Game(
    id="mechamancers",
    prefix="mm",
    title="Mechamancers",
    seats=(FEWEST, MOST),
    rules=1,
    state=State,
    pack=MechamancersPack,
    packs=("demo", "printed"),
    options=OPTIONS,
    colours=("red", "blue", "green", "yellow"),
    setup=setup,
    asks=by_identity(asks),
    decide=decide,
    view=view,
    outcome=outcome,
    scores=scores,
    broken=broken,
    handles=handles,
    where=where,
    explain=explain,
    adjusted=adjusted,
    check_pack=check_pack,
    pack_warnings=pack_warnings,
    short_facts=SHORT_FACTS,
    propose=propose,
    known_to=known_to,
    steps=NAMES,
    names=names,
    derived=derived,
    halfway=halfway,
    under_way=under_way,
    called=called,
)
