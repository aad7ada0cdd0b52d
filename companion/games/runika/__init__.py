"""Runika and the Six-sided Spellbooks: dice pushed onto a 4x4 spell grid make runes. Pure rules, no
devices.
"""

from companion.games.runika.ending import outcome, scores
from companion.games.runika.explain import explain
from companion.games.runika.handles import adjusted, handles
from companion.games.runika.invariants import broken, names
from companion.games.runika.options import OPTIONS
from companion.games.runika.pack import Pack, check_pack
from companion.games.runika.propose import propose
from companion.games.runika.rules.claims import spelt
from companion.games.runika.setup import derived, setup
from companion.games.runika.state import State
from companion.games.runika.steps import NAMES, asks, decide, halfway
from companion.games.runika.under_way import called, under_way
from companion.games.runika.views import known_to, view
from companion.games.runika.where import where
from companion.kit.game import Game

GAME: Game[State] = Game(
    id="runika",
    prefix="rk",
    title="Runika and the Six-sided Spellbooks",
    seats=(2, 4),
    rules=1,
    state=State,
    pack=Pack,
    packs=("demo", "printed"),
    options=OPTIONS,
    colours=("red", "blue", "green", "yellow"),
    setup=setup,
    asks=asks,
    decide=decide,
    view=view,
    outcome=outcome,
    scores=scores,
    broken=broken,
    handles=handles,
    where=where,
    spelt=spelt,
    explain=explain,
    adjusted=adjusted,
    check_pack=check_pack,
    known_to=known_to,
    propose=propose,
    steps=NAMES,
    names=names,
    derived=derived,
    halfway=halfway,
    under_way=under_way,
    called=called,
)
