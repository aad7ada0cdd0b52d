"""What the camera sees on a field, compared with what the engine holds. The engine's count is the
truth.

A reading confirms, is pointed out as wrong, or becomes a proposal; it changes the game only where
exactly one thing is awaited: a card to be turned or taken away, or a mech laid down in the
activation phase.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import EMPTY, title
from companion.games.mechamancers.rules.activation import activate, free_slots
from companion.games.mechamancers.rules.figures import bulwarks_of
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.rules.rotation import clockwise, corner_up, expected, judge
from companion.games.mechamancers.state import (
    BULWARKS,
    SLOTS,
    GameStep,
    GameStory,
    Mech,
    Proposal,
    State,
    mech_card,
    standing,
    with_mech,
)
from companion.kit.intents import Placed
from companion.kit.pieces import CardSeen, Cells
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step
from companion.kit.story import RuleError

Lying = tuple[str, int]  # card, quarters counter-clockwise


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    cells = reply.value.cells if isinstance(reply.value, Placed) else {}
    read_field(story, reply.about, cells)


def read_field(story: GameStory, seat: str, cells: Cells) -> None:
    """One look at a whole field. It is refused only if nothing in it helps."""
    seen = _seen(cells)
    _check_bulwarks(story.state, seat, seen)
    if story.state.step == "SU3":
        _check_start(story, seat, seen)
        return
    helped = _moved(story, seat, seen)
    problems: list[RuleError] = []
    for slot in SLOTS:
        try:
            helped = _read_slot(story, seat, slot, seen.get(slot)) or helped
        except RuleError as error:
            problems.append(error)
    if problems and not helped:
        raise problems[0]
    for problem in problems:
        values: dict[str, Any] = problem.say.values
        story.tell(story.state, problem.say.key, about=(seat,), sound="wrong", **values)


def _seen(cells: Cells) -> dict[str, Lying]:
    seen: dict[str, Lying] = {}
    for slot, pieces in cells.items():
        if not pieces:
            continue
        if len(pieces) > 1 or pieces[0].count > 1:
            raise no("E_SLOT", slot=slot)
        if pieces[0].face == "down":
            raise no("E_FACE_DOWN", slot=slot)
        if pieces[0].face == "between":
            raise no("E_ROT_BETWEEN", slot=slot)
        seen[slot] = (pieces[0].id, clockwise(pieces[0].turn))
    return seen


def _check_bulwarks(state: State, seat: str, seen: dict[str, Lying]) -> None:
    """There are four in the box; a fifth is a mistake of ours."""
    elsewhere = sum(bulwarks_of(state, other) for other in state.players if other != seat)
    here = sum(mech_card(state, card).type == "bulwark" for card, _quarter in seen.values())
    if elsewhere + here > BULWARKS:
        raise no("E_BULWARK_COUNT", n=BULWARKS)


def _check_start(story: GameStory, seat: str, seen: dict[str, Lying]) -> None:
    """Before the first round: one Bulwark, upright, in slot 1."""
    wanted = story.state.players[seat].field["1"].card
    if seen.get("1", (EMPTY, 0))[0] != wanted or len(seen) != 1:
        raise no("E_SLOT", slot="1")
    if seen["1"][1]:
        mech = title(mech_card(story.state, wanted))
        raise no("E_ROT_UNEXPLAINED", seat=name_of(seat), mech=mech, slot="1")
    state = replace(story.state, laid=(*story.state.laid, seat))
    story.tell(state, "mm.log.laid", about=(seat,), seat=name_of(seat))


def _moved(story: GameStory, seat: str, seen: dict[str, Lying]) -> bool:
    """A mech pushed to a free slot is the same mech; slots have no meaning in the rules."""
    if story.state.questions:
        return False
    helped = False
    for slot, mech in standing(story.state.players[seat]):
        lies = (mech.card, expected(mech.d))
        free = [one for one in free_slots(story.state, seat) if seen.get(one) == lies]
        found = [one for one in free if not _lying(story.state, seat, one)]
        if slot not in seen and len(found) == 1:
            _pushed(story, seat, slot, found[0])
            helped = True
    return helped


def _pushed(story: GameStory, seat: str, slot: str, to: str) -> None:
    field = story.state.players[seat].field
    moved = replace(field[slot], turning=0)
    state = with_player(story.state, seat, field={**field, slot: Mech(), to: moved})
    if (seat, slot) == (state.current, state.attacker):
        state = replace(state, attacker=to)
    story.tell(state, "mm.log.moved", about=(seat,), **named(state, f"{seat}:{to}"))


def _lying(state: State, seat: str, slot: str) -> str:
    """The card of a mech that has left the game but not yet its slot."""
    return next((gone.card for gone in state.gone if (gone.seat, gone.slot) == (seat, slot)), "")


def _read_slot(story: GameStory, seat: str, slot: str, lies: Lying | None) -> bool:
    """Whether this slot brought the game on."""
    dead = _lying(story.state, seat, slot)
    if dead and lies is not None and lies[0] == dead:
        return False  # how a doomed card lies is no longer judged
    if dead:
        _taken_away(story, seat, slot, dead)
    mech = story.state.players[seat].field[slot]
    if mech.card == EMPTY:
        if lies is not None:
            _arrived(story, seat, slot, lies)
        return bool(dead) or lies is not None
    if lies is None:
        return point_out(story, Proposal("gone", seat, slot))
    if lies[0] != mech.card:
        if not _makes_room(story.state, seat, slot):
            raise no("E_SLOT", slot=slot)
        _arrived(story, seat, slot, lies)
        return True
    return _turned(story, seat, slot, mech, lies[1])


def _makes_room(state: State, seat: str, slot: str) -> bool:
    """Whether the mech in this slot is to be replaced."""
    return state.step == "T3" and seat == state.current and slot == state.room


def _taken_away(story: GameStory, seat: str, slot: str, card: str) -> None:
    gone = tuple(one for one in story.state.gone if (one.seat, one.slot) != (seat, slot))
    state = replace(story.state, gone=gone)
    mech = title(mech_card(state, card))
    story.tell(state, "mm.log.taken_away", about=(seat,), seat=name_of(seat), mech=mech)


def _arrived(story: GameStory, seat: str, slot: str, lies: Lying) -> None:
    """A new card: an activation, if this player may activate now."""
    state = story.state
    if state.questions:
        raise no("E_PENDING", what=say(f"mm.question.{state.questions[0].kind}"))
    if state.current and seat != state.current:
        raise no("E_NOT_YOUR_TURN", seat=name_of(state.current))
    if state.step != "T3":
        raise no("E_PHASE", phase=say("mm.phase.activation"))
    if lies[1]:
        raise no("E_ROT_BETWEEN", slot=slot)
    activate(story, CardSeen(lies[0]), slot)


def _turned(story: GameStory, seat: str, slot: str, mech: Mech, quarter: int) -> bool:
    words = named(story.state, f"{seat}:{slot}")
    card = mech_card(story.state, mech.card)
    match judge(card, mech.d, mech.turning, quarter):
        case "confirmed":
            state = with_mech(story.state, seat, slot, replace(mech, turning=0))
            lies: dict[str, Any] = {"quarter": quarter, "corner": _corner(quarter)}
            story.tell(state, "mm.log.turned", about=(seat,), **lies, **words)
            return True
        case "as_held":
            return _lapse(story, seat, slot)
        case "wrong_way":
            way = say("mm.way.counter_clockwise" if mech.turning > 0 else "mm.way.clockwise")
            raise no("E_ROT_WRONG_WAY", way=way, quarter=expected(mech.d), **words)
        case "impossible":
            raise no("E_ROT_IMPOSSIBLE", n=card.max_health, **words)
        case "pending":
            return False
        case _:
            return point_out(story, Proposal("turned", seat, slot, quarter))


def _corner(quarter: int) -> Say:
    return say(f"mm.corner.{corner_up(quarter)}")


def point_out(story: GameStory, proposal: Proposal) -> bool:
    """Nothing explains it: somebody must say. Whether this is news."""
    state = story.state
    if proposal in state.proposals:
        return False
    spot = (proposal.seat, proposal.slot)
    others = tuple(one for one in state.proposals if (one.seat, one.slot) != spot)
    why = "rot_unexplained" if proposal.kind == "turned" else "gone_unexplained"
    words = named(state, ":".join(spot))
    state = replace(state, proposals=(*others, proposal))
    story.tell(state, f"mm.refused.{why}", about=(proposal.seat,), sound="wrong", **words)
    return True


def _lapse(story: GameStory, seat: str, slot: str) -> bool:
    """The card lies again as it should: the question is no longer asked."""
    kept = tuple(one for one in story.state.proposals if (one.seat, one.slot) != (seat, slot))
    if len(kept) == len(story.state.proposals):
        return False
    words = named(story.state, f"{seat}:{slot}")
    story.tell(replace(story.state, proposals=kept), "mm.log.lapsed", about=(seat,), **words)
    return True


STEPS: dict[str, GameStep] = {"field": Step(take=_take)}
