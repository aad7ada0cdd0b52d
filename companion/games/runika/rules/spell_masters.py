"""Spell masters: energy into an empty slot, a token beside it, then the master's ability."""

from msgspec.structs import replace

from companion.games.runika.rules.bag import to_bag
from companion.games.runika.rules.dice import die_say, icon_of
from companion.games.runika.rules.pending import begin_ability, can_do_anything
from companion.games.runika.rules.stored_dice import taken
from companion.games.runika.state import GameStory, State, with_turn
from companion.kit.asks import Option
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player


def master_option(state: State, die: str) -> Option:
    element = icon_of(die)
    why_not, rule = None, "E-SLOT-FULL"
    if is_blocked(state, element):
        why_not = _slot_full(state, element)
    elif lacks_effect(state, element):
        why_not, rule = say("rk.refused.no_effect"), "E-NO-EFFECT"
    return Option(
        f"master:{element}",
        say("rk.option.master", name=state.pack.master(element).name),
        detail=say(f"rk.ability.{element}"),
        why_not=why_not,
        rule=rule,
        bends=True,
        colour=state.pack.colours[element],
    )


def is_blocked(state: State, element: str) -> bool:
    """A full slot blocks everybody, unless a power opens it."""
    return bool(state.slots[element]) and not state.turn.open_slots


def _slot_full(state: State, element: str) -> Say:
    return say("rk.refused.slot_full", name=state.pack.master(element).name)


def lacks_effect(state: State, element: str) -> bool:
    """Only where the table plays that a master must be able to help."""
    if not state.on("influence_needs_effect"):
        return False
    return not can_do_anything(state, state.pack.master(element).ability)


def influence(story: GameStory, at: int) -> None:
    """Die to the slot, token, then the ability."""
    state, seat, die = story.state, story.state.active, story.state.me.stored[at]
    element = icon_of(die)
    story.refuse_if(is_blocked(state, element), "E-SLOT-FULL", _slot_full(state, element))
    story.refuse_if(lacks_effect(state, element), "E-NO-EFFECT", "rk.refused.no_effect")
    is_first = not state.me.influence[element]
    state = _with_die_at(taken(state, at), element, die)
    state = with_player(state, seat, influence={**state.me.influence, element: 1})
    key = "rk.log.influenced_first" if is_first else "rk.log.influenced"
    name = state.pack.master(element).name
    what = say(key, seat=name_of(seat), die=die_say(die), name=name)
    story.tell(state, what, about=(seat,), sound="slot")
    begin_ability(story, element)


def _with_die_at(state: State, element: str, die: str) -> State:
    """In the slot, or in the bag where the slot is full already."""
    if not state.slots[element]:
        return replace(state, slots={**state.slots, element: die})
    open_slots = max(0, state.turn.open_slots - 1)
    return with_turn(to_bag(state, die), open_slots=open_slots)
