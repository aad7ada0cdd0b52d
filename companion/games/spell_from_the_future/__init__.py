"""Spell from the Future: Mages defend a Village for seven days by thinking alike; for 2 to 5."""

from companion.games.spell_from_the_future.ending import figures, outcome, scores
from companion.games.spell_from_the_future.explain import explain
from companion.games.spell_from_the_future.handles import adjusted, handles, option_changed
from companion.games.spell_from_the_future.invariants import broken, names
from companion.games.spell_from_the_future.options import OPTIONS, PLAYER_COLOURS, suggested
from companion.games.spell_from_the_future.pack import SHORT_FACTS, Pack, check_pack
from companion.games.spell_from_the_future.propose import propose
from companion.games.spell_from_the_future.setup import derived, setup
from companion.games.spell_from_the_future.state import State
from companion.games.spell_from_the_future.steps import NAMES, asks, decide
from companion.games.spell_from_the_future.under_way import called, under_way
from companion.games.spell_from_the_future.views import view
from companion.games.spell_from_the_future.where import where
from companion.kit.game import Game

GAME: Game[State] = Game(
    id="spell_from_the_future",
    prefix="sf",
    title="Spell from the Future",
    seats=(2, 5),
    rules=1,
    state=State,
    pack=Pack,
    packs=("demo", "printed"),
    options=OPTIONS,
    colours=PLAYER_COLOURS,
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
    short_facts=SHORT_FACTS,
    propose=propose,
    suggested=suggested,
    steps=NAMES,
    names=names,
    derived=derived,
    under_way=under_way,
    called=called,
)
