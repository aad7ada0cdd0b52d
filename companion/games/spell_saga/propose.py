"""How a simulated player answers: mostly sensible, so that games end; never seeing the deck."""

from companion.games.spell_saga.pack import COLOURS
from companion.games.spell_saga.state import State, story_count
from companion.kit.asks import Ask, Choose, Count, Show
from companion.kit.intents import AnswerValue, Chosen, Counted, Shown
from companion.kit.pieces import CardSeen
from companion.kit.players import Chance, pick, some
from companion.kit.steps import AskId

LAST_STORY = (
    5  # in lite tracking nobody knows which card ends the demo: the sixth story card will do
)
LATE = 120  # a saga can stand still when the deck runs empty; it is then put away


def propose(state: State, ask: Ask, chance: Chance) -> AnswerValue | None:
    name = AskId.parse(ask.id).name
    if isinstance(ask, Choose):
        return _choose(state, ask, name, chance)
    if isinstance(ask, Show) and name == "S2":
        return Shown(tuple(CardSeen(card.id) for card in ask.known[:5]))
    if isinstance(ask, Show) and name == "recount":
        return Shown(tuple(CardSeen(card) for card in state.hand))
    if isinstance(ask, Count):
        return Counted(ask.least + chance.randrange(4))
    return None


def _choose(state: State, ask: Choose, name: str, chance: Chance) -> AnswerValue | None:
    open_ids = [option.id for option in ask.options if option.why_not is None]
    if name == "may":
        stories = [one for one in open_ids if one.startswith(("buy:ST", "buy_story"))]
        if state.turn > LATE:
            return Chosen(("give_up",))
        if "demo" in open_ids and story_count(state) > LAST_STORY:
            return Chosen(("demo",))
        plain = [one for one in open_ids if one not in ("recount", "demo", "give_up")]
        return Chosen((pick(chance, stories or plain or ["recount"]),))
    if name == "B3b":
        closing = [one for one in open_ids if one.startswith("close:")]
        swings = [one for one in open_ids if ":other:" not in one and one not in closing]
        return Chosen(
            (pick(chance, swings if swings and chance.randrange(3) else closing or open_ids),)
        )
    if name in ("switch", "TE") and chance.randrange(2):
        return Chosen(("done",))
    if name == "pay" or name in ("T10", "trim"):
        spare = [one for one in open_ids if not one.startswith("ST")]
        return Chosen(some(chance, spare, ask.least)) if len(spare) >= ask.least else None
    if name == "harmonics":
        return Chosen(some(chance, COLOURS, chance.randrange(3)))
    return None
