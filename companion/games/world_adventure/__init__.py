"""World Adventure: Ancient Runes. Heroes roam nine nations, trade, fight and quest for runes; 2 to
4 or 6 players.
"""

from companion.games.world_adventure.ending import outcome, scores
from companion.games.world_adventure.explain import explain
from companion.games.world_adventure.handles import adjusted, handles
from companion.games.world_adventure.invariants import broken, names
from companion.games.world_adventure.options import OPTIONS, suggested
from companion.games.world_adventure.pack import SHORT_FACTS, Pack, check_pack, pack_warnings
from companion.games.world_adventure.propose import propose
from companion.games.world_adventure.setup import derived, setup
from companion.games.world_adventure.state import State
from companion.games.world_adventure.steps import NAMES, asks, decide, halfway
from companion.games.world_adventure.under_way import called, under_way
from companion.games.world_adventure.views import view
from companion.games.world_adventure.where import where
from companion.kit.game import Game

GAME: Game[State] = Game(
    id="world_adventure",
    prefix="wa",
    title="World Adventure: Ancient Runes",
    seats=(2, 6),
    rules=1,
    open=True,
    state=State,
    pack=Pack,
    packs=("demo", "printed"),
    options=OPTIONS,
    colours=("red", "blue", "green", "yellow", "white", "purple"),
    setup=setup,
    asks=asks,
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
    suggested=suggested,
    steps=NAMES,
    names=names,
    derived=derived,
    halfway=halfway,
    under_way=under_way,
    called=called,
)
