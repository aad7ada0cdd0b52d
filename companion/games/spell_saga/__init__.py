"""Spell Saga: a solo game of cards, luck and harmonics. The companion is the referee; the deck
stays real.
"""

from companion.games.spell_saga.ending import figures, outcome, scores
from companion.games.spell_saga.explain import explain
from companion.games.spell_saga.handles import adjusted, handles, option_changed
from companion.games.spell_saga.invariants import broken, names
from companion.games.spell_saga.options import OPTIONS
from companion.games.spell_saga.pack import SagaPack, check_pack
from companion.games.spell_saga.propose import propose
from companion.games.spell_saga.setup import derived, setup
from companion.games.spell_saga.state import State
from companion.games.spell_saga.steps import NAMES, asks, decide, halfway
from companion.games.spell_saga.under_way import called, under_way
from companion.games.spell_saga.views import view
from companion.games.spell_saga.where import where
from companion.kit.game import Game

GAME = Game(
    id="spell_saga",
    prefix="ss",
    title="Spell Saga",
    seats=(1, 1),
    rules=1,
    open=True,
    state=State,
    pack=SagaPack,
    packs=("demo", "printed"),
    options=OPTIONS,
    colours=("blue",),
    setup=setup,
    asks=asks,
    decide=decide,
    view=view,
    outcome=outcome,
    figures=figures,
    scores=scores,
    broken=broken,
    handles=handles,
    where=where,
    explain=explain,
    adjusted=adjusted,
    option_changed=option_changed,
    check_pack=check_pack,
    propose=propose,
    steps=NAMES,
    names=names,
    derived=derived,
    halfway=halfway,
    under_way=under_way,
    called=called,
)
