"""Why an answer was refused, in the rules' own codes and the table's words.

The kit refuses what is not asked or does not fit; here it is found out what the table meant, and
the first reason in the order of the rules is given. Nothing here changes a state.
"""

from companion.games.runika.options import has_masteries, has_masters, has_powers
from companion.games.runika.pack import Rune
from companion.games.runika.rules.claims import DONE, fits, is_limited
from companion.games.runika.rules.dice import (
    ELEMENT_SAY,
    ELEMENT_WORDS,
    dice_say,
    die_say,
    face_words,
    icon_of,
)
from companion.games.runika.rules.disk import side_of
from companion.games.runika.rules.grid import CELL_NAMES, CELL_OF, LANES, SIDES
from companion.games.runika.rules.patterns import is_shape, masks_of, mirrored, nearest_fit
from companion.games.runika.rules.powers import names_of, why_not
from companion.games.runika.rules.pushing import SIDE_SAY
from companion.games.runika.rules.rune_row import gaps, space_of
from companion.games.runika.state import NO_DIE, OVER, State, seat_of
from companion.kit.intents import Answer, Chosen, Rolled
from companion.kit.say import Say, name_of, say
from companion.kit.steps import AskId
from companion.kit.story import RuleError

Reason = tuple[str, Say]
_NOT_OPEN = ("not_asked", "not_you")
_BEFORE_ROLLS = ("R1", "R2")
_DEEDS = ("grid", "power", "T2", "T2A", "T2F", "T2E", "T2W", "T2P", "T3")
_OTHERS = ("S2", "S3", "S4", "S10", "E1", "E3", "late", "take")
# What the parts of a step's name have in common: T2.way belongs to T2.
_KINDS = ("R1", "R2", "roll", "reroll", "S6", "T4", *_DEEDS, *_OTHERS)


def explain(state: State, answer: Answer, error: RuleError) -> RuleError:
    if error.code.startswith("E-"):
        return error
    found = reason(state, answer, error.code)
    return RuleError(found[0], found[1], error.hint) if found else error


def reason(state: State, answer: Answer, code: str) -> Reason | None:
    ask = AskId.parse(answer.ask)
    name = ask.step
    if state.step == OVER:
        return "E-GAME-OVER", say("rk.refused.over")
    if _is_left_out(state, name, answer):
        return "E-MODE", say("rk.refused.mode")
    seat = answer.seat or seat_of(ask) or state.active
    if code in _NOT_OPEN:
        return _not_open(state, seat, code, answer)
    return _wrong_form(state, name, code, answer)


def _options(answer: Answer) -> tuple[str, ...]:
    return answer.answer.options if isinstance(answer.answer, Chosen) else ()


def _is_left_out(state: State, name: str, answer: Answer) -> bool:
    """What a tutorial does without."""
    option = (*_options(answer), "")[0]
    if name == "power":
        return not has_powers(state)
    if name in ("T3.merit", "late") or option.startswith("master:"):
        return not has_masters(state)
    rune = option.rpartition("@")[0]
    is_mastery = state.pack.knows(rune) and state.pack.rune(rune).kind == "mastery"
    return name == "T3" and is_mastery and not has_masteries(state)


def _step(state: State) -> Reason:
    return "E-STEP", say("rk.refused.step", step=say(f"rk.step.{state.step}"))


def _turn(state: State) -> Reason:
    who = name_of(state.active or state.picker or state.initiative)
    return "E-TURN", say("rk.refused.turn", seat=who)


# Not asked now, or not of this seat


def _not_open(state: State, seat: str, code: str, answer: Answer) -> Reason | None:
    kind = AskId.parse(answer.ask, _KINDS).step
    match kind:
        case "R1" | "R2":
            return _pool(state, kind, code)
        case "roll":
            return _roll(state, seat)
        case "reroll":
            return _reroll(state, seat)
        case "S6" | "T4":
            return _reveal(state)
    if kind in _DEEDS:
        return _deed(state, seat, answer)
    return _step(state) if kind in _OTHERS and code == "not_asked" else None


def _pool(state: State, kind: str, code: str) -> Reason | None:
    if kind == "R1" and any(state.slots.values()) and state.step == "E1":
        return "E-SLOTS-LEFT", say("rk.refused.slots_left")
    if kind == "R2" and state.step == "R2":
        return "E-DRAFT-TURN", say("rk.refused.draft_turn", seat=name_of(state.picker))
    return _step(state) if state.step != kind or code == "not_asked" else None


def _roll(state: State, seat: str) -> Reason | None:
    player = state.players.get(seat)
    if state.step in _BEFORE_ROLLS or state.step[0] == "S":
        return "E-ROLL-EARLY", say("rk.refused.roll_early")
    if player is None:
        return None
    if not player.stored:
        return "E-NOT-STORED", say("rk.refused.not_stored")
    return "E-ROLL-TWICE", say("rk.refused.roll_twice")


def _reroll(state: State, seat: str) -> Reason | None:
    player = state.players.get(seat)
    if player is None:
        return None
    if state.turn.pending and seat == state.active:
        return "E-ABILITY-PENDING", say("rk.refused.pending")
    if player.resolving and not (state.on("reroll_during_resolve") and seat == state.active):
        return "E-REROLL-CLOSED", say("rk.refused.reroll_closed")
    if not player.rolled:
        return "E-NOT-ROLLED", say("rk.refused.not_rolled")
    if not player.stored:
        return "E-NOT-STORED", say("rk.refused.not_stored")
    if len(player.stored) == 1:
        return "E-REROLL-LAST", say("rk.refused.reroll_last")
    return _step(state)


def _reveal(state: State) -> Reason:
    if state.step in _BEFORE_ROLLS or state.step.startswith("T2"):
        return _step(state)
    if not gaps(state):
        return "E-ROW-FULL", say("rk.refused.row_full")
    if not state.rune_deck:
        return "E-DECK-EMPTY", say("rk.refused.runes_out")
    return _step(state)


def _deed(state: State, seat: str, answer: Answer) -> Reason:
    """Resolving, claiming, powers: first whose turn it is, then what must be finished before."""
    name = AskId.parse(answer.ask).step
    if not state.active or seat != state.active:
        return _turn(state)
    if state.step == "T4":
        return _step(state)
    if state.turn.pending:
        return "E-ABILITY-PENDING", say("rk.refused.pending")
    if name == "power":
        return _power(state, answer)
    if name.startswith("T3"):
        if state.me.stored:
            return "E-STORED-LEFT", say("rk.refused.stored_left", dice=dice_say(state.me.stored))
        if name == "T3.merit":
            return _no_merit(state)
        return _step(state)
    if not state.me.rolled:
        return "E-NOT-ROLLED", say("rk.refused.not_rolled")
    if name == "T2.disk":
        return "E-DISK-TURN", say("rk.refused.disk_cause")
    if not state.me.stored:
        return "E-NOT-STORED", say("rk.refused.not_stored")
    return _step(state)


def _no_merit(state: State) -> Reason:
    lacking = tuple(
        state.pack.master(e).name for e, placed in state.me.influence.items() if not placed
    )
    return "E-MERIT-NONE", say("rk.refused.merit_none", names=lacking)


# Asked, but the answer does not fit


def _wrong_form(state: State, name: str, code: str, answer: Answer) -> Reason | None:
    option = (*_options(answer), "")[0]
    match name:
        case "R2" if code == "wrong_number":
            return "E-DRAFT-TURN", say(
                "rk.refused.one_pick", seat=name_of(state.picker), n=len(_options(answer))
            )
        case "R2" if option in ELEMENT_WORDS.values():
            return "E-DRAFT-POOL", say("rk.refused.draft_pool")
        case "roll" | "reroll.throw" | "T2W.roll" | "T2P.roll" if code == "wrong_dice":
            return _wrong_dice(state, answer)
        case "reroll" | "T2":
            return "E-NOT-STORED", say("rk.refused.not_stored")
        case "reroll.which":
            return "E-REROLL-SET", say("rk.refused.reroll_set")
        case "T2.way":
            return _wrong_way(state, option)
        case "T2A" | "T2F" if option in CELL_OF:
            return ("E-AIR-EMPTY" if name == "T2A" else "E-FIRE-EMPTY"), say(
                "rk.refused.empty_cell", cell=option
            )
        case "T2A.side":
            return _wrong_side(option)
        case "T2P" if option.startswith("master:"):
            return "E-NO-EFFECT", say("rk.refused.no_effect")
        case "power":
            return _power(state, answer)
    return _wrong_claim(state, name, code, option)


def _wrong_claim(state: State, name: str, code: str, option: str) -> Reason | None:
    match name:
        case "T3" if option != DONE:
            return claim_reason(state, option)
        case "T3.merit" | "late":
            if not state.merit_deck:
                return "E-DECK-EMPTY", say("rk.refused.merits_out")
            return "E-MERIT-VALUE", say("rk.refused.merit_value")
        case "T3.cells" if option in CELL_OF or code == "no_such_option":
            return "E-DIE-USED", say("rk.refused.die_used", cell=option)
        case "grid" | "S4.disk" | "T2.disk" if code == "no_such_cell":
            return "E-CELL", say("rk.refused.cells")
        case "grid" if code == "no_such_piece":
            return "E-FACE", say("rk.refused.face")
    return None


def _wrong_dice(state: State, answer: Answer) -> Reason | None:
    if not isinstance(answer.answer, Rolled):
        return None
    faces = face_words(state.pack.energy_icon_by_face)
    if any(die.face not in faces for die in answer.answer.dice):
        return "E-FACE", say("rk.refused.face")
    player = state.players[seat_of(AskId.parse(answer.ask))]
    return "E-ROLL-COUNT", say("rk.refused.roll_count", dice=dice_say(player.stored))


def _wrong_way(state: State, way: str) -> Reason | None:
    if state.turn.aim == NO_DIE:
        return None
    die = state.me.stored[state.turn.aim]
    if not way.startswith("master:"):
        if way not in LANES:
            return "E-LANE", say("rk.refused.lane")
        right = SIDE_SAY[side_of(state, state.active, die[0])]
        return "E-SIDE", say("rk.refused.side", element=ELEMENT_SAY[die[0]], side=right)
    if die[1] != "e":
        return "E-NOT-ENERGY", say("rk.refused.not_energy", die=die_say(die))
    element = way.removeprefix("master:")
    if element != icon_of(die) and element in ELEMENT_SAY:
        name = state.pack.master(element).name
        return "E-MASTER-MISMATCH", say(
            "rk.refused.mismatch", name=name, element=ELEMENT_SAY[element]
        )
    return None


def _wrong_side(side: str) -> Reason | None:
    if side in SIDES:
        return "E-AIR-SELF-OFF", say("rk.refused.air_self_off")
    if len(side) == 2 and set(side) <= set(SIDES):
        return "E-AIR-DIAG", say("rk.refused.air_diagonal")
    return None


def _power(state: State, answer: Answer) -> Reason:
    names = names_of(state.me.runes)
    wanted = (*_options(answer), "")[0]
    if wanted not in names:
        return "E-POWER-OWNER", say("rk.refused.power_owner")
    return why_not(state, state.me.runes[names.index(wanted)]) or _step(state)


def claim_reason(state: State, option: str) -> Reason | None:
    """Why this rune cannot be claimed with these cells: the first reason in the rules' order."""
    rune_id, _, cells_named = option.rpartition("@")
    names = cells_named.split(" ")
    if any(name not in CELL_OF for name in names):
        return None
    cells = tuple(sorted(CELL_OF[name] for name in names))
    space = space_of(state, rune_id)
    if space in state.turn.uncovered and not state.on("same_turn_stack"):
        return "E-STACK-LATER", say("rk.refused.stack_later")
    if space is None and rune_id not in state.masteries:
        return "E-NOT-IN-PLAY", say("rk.refused.not_in_play")
    mastery = state.masteries.get(rune_id)
    if mastery and mastery.owner == state.active and not state.on("repeat_own_mastery"):
        return "E-OWN-MASTERY", say("rk.refused.own_mastery")
    if is_limited(state, rune_id):
        return "E-LIMIT", say("rk.refused.limit")
    empty = next((cell for cell in cells if state.me.grid[cell] == ".."), None)
    if empty is not None:
        return "E-DIE-USED", say("rk.refused.die_used", cell=CELL_NAMES[empty])
    return _pattern_reason(state, state.pack.rune(rune_id), cells)


def _pattern_reason(state: State, rune: Rune, cells: tuple[int, ...]) -> Reason | None:
    if not rune.frame:
        return None
    if not is_shape(rune.frame, cells):
        if is_shape(mirrored(rune.frame), cells):
            return "E-MIRROR", say("rk.refused.mirror")
        lacking = nearest_fit(rune.frame, rune.element, masks_of(state.me.grid))
        return "E-NO-MATCH", say(
            "rk.refused.no_match", cells=tuple(CELL_NAMES[cell] for cell in lacking)
        )
    plain = rune.frame.replace("x", ".")
    if not any(
        match.cells == cells for match in fits(state, _without_greys(rune, plain), state.me.grid)
    ):
        wanted = ELEMENT_SAY[rune.element] if rune.element else say("rk.element.one")
        return "E-COLOUR-MIX", say("rk.refused.colour_mix", element=wanted)
    return "E-GREY", say("rk.refused.grey", element=ELEMENT_SAY[str(rune.element)])


def _without_greys(rune: Rune, frame: str) -> Rune:
    return Rune(rune.id, rune.name, rune.kind, rune.element, rune.value, frame)
