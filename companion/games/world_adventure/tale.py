"""Telling: the short words with which rules change the state, push interruptions, refuse. No rule
lives here.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.world_adventure.state import Battle, Frame, Player, Side, State
from companion.kit.intents import Answer, Chosen, Placed, Rolled, Shown
from companion.kit.pieces import CardSeen
from companion.kit.say import Say, SeatName, Value, name_of, say
from companion.kit.story import RuleError, Story, refuse

Tale = Story[State]


def put(tale: Tale, /, **fields: Any) -> None:
    tale.keep(replace(tale.state, **fields))


def put_player(tale: Tale, seat: str, /, **fields: Any) -> None:
    state = tale.state
    players = {**state.players, seat: replace(state.players[seat], **fields)}
    tale.keep(replace(state, players=players))


def put_turn(tale: Tale, /, **fields: Any) -> None:
    put(tale, turn=replace(tale.state.turn, **fields))


def put_battle(tale: Tale, /, **fields: Any) -> None:
    put(tale, battle=replace(battle_of(tale.state), **fields))


def put_side(tale: Tale, at: int, /, **fields: Any) -> None:
    sides = battle_of(tale.state).sides
    put_battle(tale, sides=(*sides[:at], replace(sides[at], **fields), *sides[at + 1 :]))


def push(tale: Tale, *frames: Frame) -> None:
    """These come next, the first one first."""
    put(tale, stack=tale.state.stack + frames[::-1])


def pop(tale: Tale) -> None:
    put(tale, stack=tale.state.stack[:-1])


def swap_top(tale: Tale, frame: Frame) -> None:
    put(tale, stack=(*tale.state.stack[:-1], frame))


def top(state: State) -> Frame:
    return state.stack[-1] if state.stack else Frame(state.step, state.active)


def leave_battle(tale: Tale) -> None:
    """Whatever of the battle was still to come falls away. Battles never nest, so all their frames
    lie on top.
    """
    stack = tale.state.stack
    while stack and stack[-1].step[0] == "K":
        stack = stack[:-1]
    put(tale, stack=stack)


def log(tale: Tale, key: str, /, *seats: str, sound: str | None = None, **values: Value) -> None:
    """Says why the state is now as it is; the first seat named fills the gap `seat`."""
    if seats:
        values["seat"] = who(seats[0])
    about = tuple(seat for seat in seats if seat in tale.state.players)
    tale.tell(tale.state, Say(f"wa.log.{key}", values), about=about, sound=sound)


def who(one: str) -> SeatName | Say:
    """A person's name, or the NPC's."""
    return (
        say(f"wa.npc.{one}") if one in ("brigand", "government", "merchant", "") else name_of(one)
    )


# The rows of the rules file's section 10, and the words each may be refused with.
_REFUSALS = {
    "WA-R01": ("bad_die",),
    "WA-R02": ("wrong_colours",),
    "WA-R03": ("dice_number",),
    "WA-R04": ("no_roll_due",),
    "WA-R05": ("other_side",),
    "WA-R06": ("not_active",),
    "WA-R07": ("penalty_turn",),
    "WA-R08": ("no_moves", "not_neighbour", "closed_city", "forbidden"),
    "WA-R10": ("no_actions",),
    "WA-R11": (
        "scouted_already",
        "target_in_city",
        "team_mate",
        "no_explorer",
        "merchant_used",
        "no_merchant",
        "not_here",
    ),
    "WA-R12": ("monster_used", "no_monster", "in_city"),
    "WA-R13": ("slot_not_rolled",),
    "WA-R14": ("no_chase",),
    "WA-R15": ("no_gold",),
    "WA-R16": (
        "not_rolled",
        "out_of_stock",
        "in_need",
        "no_room",
        "not_owned",
        "sell_first",
        "sell_something",
    ),
    "WA-R17": ("shop_done", "shop_closed"),
    "WA-R18": ("stall_taken", "stall_charisma", "stall_most", "not_in_city"),
    "WA-R19": ("upgrade_most", "no_upgrade"),
    "WA-R20": ("caravan_price", "caravan_same"),
    "WA-R21": ("no_slot", "slot_taken"),
    "WA-R22": ("no_level_two",),
    "WA-R23": ("too_little_exp", "level_two", "trained"),
    "WA-R24": ("not_fainted",),
    "WA-R25": ("points_sum", "status_four", "status_five", "status_none"),
    "WA-R26": (
        "points_too_many",
        "points_fainted",
        "points_beyond",
        "points_hero",
        "points_accuracy",
        "points_left",
    ),
    "WA-R27": ("hero_last", "not_standing"),
    "WA-R28": ("retreat_tried", "no_bomb", "retreat_late"),
    "WA-R29": ("reroll_gold", "no_reroll"),
    "WA-R30": ("power_yellow", "power_purple", "power_none"),
    "WA-R31": ("quest_held", "no_quest", "quest_place", "quest_tried"),
    "WA-R33": ("same_city", "turn_markers"),
    "WA-R34": ("no_nation",),
    "WA-R35": ("x_place",),
    "WA-R36": ("npc_city", "npc_walk"),
    "WA-R37": ("not_now",),
    "WA-R38": ("in_battle",),
    "WA-R39": ("seats", "teams"),
    "WA-R40": ("over",),
    "WA-R41": ("facts", "not_in_deck", "needs_nine", "hero_taken"),
}
CODES = {f"wa.refused.{word}": code for code, words in _REFUSALS.items() for word in words}
# Limits of the menus that the table may overrule ("my card allows this"); the rest would have no
# meaning.
_BENDING = (
    "no_actions",
    "forbidden",
    "closed_city",
    "scouted_already",
    "target_in_city",
    "no_explorer",
    "merchant_used",
    "no_merchant",
    "monster_used",
    "no_monster",
    "no_gold",
    "shop_done",
    "shop_closed",
    "stall_charisma",
    "retreat_tried",
    "quest_place",
    "quest_tried",
    "too_little_exp",
    "trained",
)
BENDING = frozenset(f"wa.refused.{word}" for word in _BENDING)


def refused(word: str, /, **values: Value) -> RuleError:
    """To raise, for what has no meaning."""
    key = f"wa.refused.{word}"
    return refuse(CODES[key], Say(key, values))


def bend_if(tale: Tale, broken: bool, word: str, /, **values: Value) -> None:
    """A rule the table may bend by saying that it happened anyway."""
    if broken:
        key = f"wa.refused.{word}"
        tale.refuse_if(True, CODES[key], Say(key, values))


def battle_of(state: State) -> Battle:
    if state.battle is None:
        raise refused("not_now", what=say("wa.step.battle"))
    return state.battle


def side_of(state: State, seat: str) -> tuple[int, Side]:
    """Where this player fights in the battle, and with whom."""
    sides = battle_of(state).sides
    return next((at, side) for at, side in enumerate(sides) if side.who == seat)


def player(tale: Tale, seat: str) -> Player:
    return tale.state.players[seat]


def chosen(answer: Answer) -> tuple[str, ...]:
    return answer.answer.options if isinstance(answer.answer, Chosen) else ()


def choice(answer: Answer) -> str:
    return next(iter(chosen(answer)), "")


def pips(answer: Answer) -> tuple[int, ...]:
    return (
        tuple(die.pips for die in answer.answer.dice) if isinstance(answer.answer, Rolled) else ()
    )


def pips_by_colour(answer: Answer) -> dict[str, int]:
    return (
        {die.colour or "": die.pips for die in answer.answer.dice}
        if isinstance(answer.answer, Rolled)
        else {}
    )


def cards(answer: Answer) -> tuple[CardSeen, ...]:
    return answer.answer.cards if isinstance(answer.answer, Shown) else ()


def placed(answer: Answer) -> dict[str, dict[str, int]]:
    """Pieces by cell and kind."""
    sheet: dict[str, dict[str, int]] = {}
    if isinstance(answer.answer, Placed):
        for cell, pieces in answer.answer.cells.items():
            counts = sheet.setdefault(cell, {})
            for piece in pieces:
                counts[piece.id] = counts.get(piece.id, 0) + piece.count
    return sheet


def ask_id(state: State, code: str) -> str:
    """Names this one occasion: the month, whose turn or which phase, the how-manieth question in
    it.
    """
    return f"{state.month}.{state.active or state.phase}.{state.occasion}:{code}"
