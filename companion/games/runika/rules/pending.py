"""Abilities and powers under way: a line of effects, carried out one after the other.

What needs nobody happens at once; what does waits as the first of `turn.pending`. Which answer does
what is said in `effects.py`.
"""

from msgspec.structs import replace

from companion.games.runika.options import has_masters
from companion.games.runika.pack import ELEMENTS, Effect
from companion.games.runika.rules.bag import bag_count
from companion.games.runika.rules.disk import set_turns
from companion.games.runika.rules.grid import occupied
from companion.games.runika.rules.points import with_tokens
from companion.games.runika.rules.stored_dice import unrolled
from companion.games.runika.state import NO_DIE, GameStory, Pending, State, with_turn
from companion.kit.say import name_of, say
from companion.kit.seats import with_player

STEP_OF = {
    "shift_grid_die": "T2A",
    "discard_grid_die": "T2F",
    "set_disk": "T2E",
    "draw_dice": "T2W",
}
ANY_OTHER = "T2P"


def step_of(effect: Pending) -> str:
    return STEP_OF.get(effect.do, ANY_OTHER)


def pending_of(effect: Effect, source: str, exact: bool) -> Pending:
    return Pending(
        do=effect.do,
        left=effect.n,
        exact=exact,
        source=source,
        point_if_points=effect.point_if_points,
        face=effect.face,
        element=effect.element,
    )


def begin(story: GameStory, effects: tuple[Effect, ...], source: str, *, exact: bool) -> None:
    """The effects come before anything that was pending already."""
    state = story.state
    started = tuple(pending_of(effect, source, exact) for effect in effects)
    for effect in effects:
        if effect.do == "substitute":
            counts_as = (*state.turn.counts_as, effect.instead_of + effect.element)
            state = with_turn(state, counts_as=counts_as)
    story.keep(with_turn(state, pending=started + state.turn.pending))


def begin_ability(story: GameStory, element: str) -> None:
    ability = story.state.pack.master(element).ability
    begin(story, ability, element, exact=True)


def drop_first(story: GameStory) -> None:
    story.keep(with_turn(story.state, pending=story.state.turn.pending[1:]))


def change_first(story: GameStory, effect: Pending) -> None:
    rest = story.state.turn.pending[1:]
    story.keep(with_turn(story.state, pending=(effect, *rest)))


def once_less(story: GameStory) -> None:
    """The first effect has been done once."""
    effect = story.state.turn.pending[0]
    less = replace(effect, left=effect.left - 1, done=effect.done + 1, cell=NO_DIE)
    change_first(story, less)


# What is possible


def can_do_anything(state: State, effects: tuple[Effect, ...]) -> bool:
    return any(is_possible(state, pending_of(effect, "", exact=False)) for effect in effects)


def is_possible(state: State, effect: Pending) -> bool:
    match effect.do:
        case "shift_grid_die" | "discard_grid_die":
            return bool(occupied(state.me.grid))
        case "swap_grid_dice":
            return len(occupied(state.me.grid)) >= 2
        case "draw_dice":
            return bag_count(state) > 0
        case "reroll_stored" | "set_face" | "discard_stored":
            return bool(state.me.stored)
        case "gain_influence":
            return bool(open_masters(state, effect.element))
        case "use_ability":
            return has_masters(state)
    return True


def open_masters(state: State, element: str) -> tuple[str, ...]:
    """Masters without a token of the active player; only the named one, if one is named."""
    if not has_masters(state):
        return ()
    wanted = (element,) if element else ELEMENTS
    return tuple(one for one in wanted if not state.me.influence[one])


def waits_for_roll(state: State, effect: Pending) -> bool:
    return bool(effect.thrown) or (effect.do == "draw_dice" and bool(unrolled(state.me)))


# What needs nobody


def carry_out(story: GameStory) -> None:
    """Carries out whatever needs no answer, until something does or nothing is pending."""
    while story.state.turn.pending:
        state, effect = story.state, story.state.turn.pending[0]
        if waits_for_roll(state, effect):
            return
        if effect.left <= 0 and effect.do != "rotate_disk":
            drop_first(story)
        elif not is_possible(state, effect):
            if effect.exact and not effect.done:
                ability = say(f"rk.ability.{effect.source}")
                story.tell(state, "rk.log.void", about=(state.active,), element=ability)
            drop_first(story)
        elif not _happens_at_once(story, effect):
            return


def _happens_at_once(story: GameStory, effect: Pending) -> bool:
    state, seat = story.state, story.state.active
    match effect.do:
        case "rotate_disk":
            set_turns(story, (state.me.disk + effect.left) % 4)
        case "gain_points":
            state = with_tokens(state, seat, effect.left)
            story.tell(state, "rk.log.points", about=(seat,), seat=name_of(seat), n=effect.left)
        case "free_side_push":
            story.keep(with_turn(state, free_pushes=state.turn.free_pushes + effect.left))
        case "ignore_full_slot":
            story.keep(with_turn(state, open_slots=state.turn.open_slots + effect.left))
        case "gain_influence" if effect.element:
            place_token(story, effect.element)
        case "use_ability" if effect.element:
            drop_first(story)
            begin_ability(story, effect.element)
            return True
        case "manual" | "substitute" | "bonus_on_claim":
            pass
        case _:
            return False
    drop_first(story)
    return True


def place_token(story: GameStory, element: str) -> None:
    state, seat = story.state, story.state.active
    state = with_player(state, seat, influence={**state.me.influence, element: 1})
    name = state.pack.master(element).name
    story.tell(state, "rk.log.token", about=(seat,), seat=name_of(seat), name=name)
