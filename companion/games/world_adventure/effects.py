"""What events, Rune Powers, quests and Legendary events do outside battle, primitive by primitive."""

from collections.abc import Callable

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.atlas import atlas, nation_of
from companion.games.world_adventure.draws import (
    choose_ask,
    dice_ask,
    draw_outer,
    option,
    spot_options,
    territory_say,
)
from companion.games.world_adventure.pack import Effect
from companion.games.world_adventure.purse import (
    aboard,
    fainted_soldiers,
    gain_exp,
    gain_gold,
    lose_gold,
    move_goods,
    put_soldier,
    quiet_exp,
    room,
)
from companion.games.world_adventure.state import Frame, State
from companion.games.world_adventure.tale import (
    Tale,
    ask_id,
    choice,
    log,
    pips,
    player,
    pop,
    push,
    put,
    put_player,
    put_turn,
)
from companion.games.world_adventure.wanted import change_wanted
from companion.games.world_adventure.words import GOODS, STATUS_MOST, SUCCESS
from companion.kit.asks import Ask, Ready
from companion.kit.intents import Answer
from companion.kit.say import say

# These are not done once but hold for a while: for the month (events) or the turn (Rune Powers).
_LASTING = {
    "price",
    "forbid",
    "skip",
    "extra_dice",
    "auto_success",
    "move",
    "action",
    "chase",
    "cargo_slots",
    "barrier",
}


def effects_of(state: State, source: str) -> tuple[Effect, ...]:
    """The effects of a card named as `events:storm`; a Legendary's are its World Event."""
    kind, _, card = source.partition(":")
    found = shelf.find(state, kind, card)
    return found.event if kind == "monsters" else found.effects  # type: ignore[no-any-return]


def renew(tale: Tale) -> None:
    """Which lasting effects rule the month now: those of living Legendaries, or else of the event
    card.
    """
    state = tale.state
    sources = [
        f"monsters:{one.card}" for one in state.legendaries if shelf.monster(state, one.card).event
    ]
    if (
        not sources
        and state.event_running
        and shelf.find(state, "events", state.event_running) is not None
    ):
        sources = [f"events:{state.event_running}"]
    lasting = tuple(
        e for source in sources for e in effects_of(state, source) if e.kind in _LASTING
    )
    if lasting != state.effects:
        put(tale, effects=lasting)


def apply_all(tale: Tale, source: str) -> None:
    """An event happens to everybody, in turn order; what merely holds for the month is in force
    already.

    What only people can do is shown once, not to each of them.
    """
    effects = list(enumerate(effects_of(tale.state, source)))
    frames = [
        Frame("X1", seat, source, at)
        for seat in tale.state.turn_order
        for at, effect in effects
        if effect.kind not in _LASTING and effect.kind != "manual"
    ]
    push(
        tale,
        *frames,
        *(Frame("X1", "", source, at) for at, effect in effects if effect.kind == "manual"),
    )


def apply_to(tale: Tale, seat: str, source: str) -> None:
    """A Rune Power or a reward, for one player."""
    push(
        tale, *(Frame("X1", seat, source, at) for at in range(len(effects_of(tale.state, source))))
    )


def _run(tale: Tale, frame: Frame) -> None:
    effect = effects_of(tale.state, frame.what)[frame.n]
    doing = _DOING.get(effect.kind, _hold if effect.kind in _LASTING else _by_hand)
    doing(tale, frame, effect)


def _hold(tale: Tale, frame: Frame, effect: Effect) -> None:
    put_player(tale, frame.seat, effects=(*player(tale, frame.seat).effects, effect))
    log(tale, "effect_holds", frame.seat, card=shelf.title(tale.state, *frame.what.split(":", 1)))


def _by_hand(tale: Tale, frame: Frame, _effect: Effect) -> None:
    push(tale, Frame("X9", frame.seat, frame.what, frame.n))


def _gold(tale: Tale, frame: Frame, effect: Effect) -> None:
    gain_gold(tale, frame.seat, effect.n, "effect_gold")


def _less_gold(tale: Tale, frame: Frame, effect: Effect) -> None:
    lose_gold(tale, frame.seat, effect.n, "effect_lose_gold")


def _gold_dice(tale: Tale, frame: Frame, effect: Effect) -> None:
    push(tale, Frame("L2", frame.seat, n=effect.n))


def _goods_dice(tale: Tale, frame: Frame, effect: Effect) -> None:
    push(tale, Frame("L1", frame.seat, n=effect.n))


def _good(tale: Tale, frame: Frame, effect: Effect) -> None:
    if effect.what not in GOODS:
        push(tale, Frame("X2", frame.seat, frame.what))
    elif tale.state.stock[effect.what] and room(tale.state, frame.seat):
        move_goods(tale, frame.seat, {effect.what: 1})
        log(tale, "effect_good", frame.seat, good=say(f"wa.good.{effect.what}"))


def _less_goods(tale: Tale, frame: Frame, effect: Effect) -> None:
    push(
        tale,
        *(
            Frame("X3", frame.seat, frame.what)
            for _ in range(min(effect.n, aboard(tale.state, frame.seat)))
        ),
    )


def _exp(tale: Tale, frame: Frame, effect: Effect) -> None:
    if effect.who in ("", "all"):
        quiet_exp(tale, frame.seat, effect.n)
    else:
        gain_exp(tale, frame.seat, effect.n, (effect.who,))


def _wanted(tale: Tale, frame: Frame, effect: Effect) -> None:
    change_wanted(tale, frame.seat, effect.n)


def _heal(tale: Tale, frame: Frame, effect: Effect) -> None:
    fainted = len(fainted_soldiers(tale.state, frame.seat))
    push(tale, *(Frame("X4", frame.seat, frame.what) for _ in range(min(effect.n, fainted))))


def _points_this_turn(tale: Tale, frame: Frame, effect: Effect) -> None:
    turn = tale.state.turn
    if frame.seat == tale.state.active:
        field = "moves" if effect.kind == "move" else "actions"
        put_turn(tale, **{field: getattr(turn, field) + effect.n})
        log(tale, f"effect_{field}", frame.seat, n=effect.n)


def _status(tale: Tale, frame: Frame, effect: Effect) -> None:
    push(tale, *(Frame("R3", frame.seat) for _ in range(effect.n)))


def _allow_limit_break(tale: Tale, frame: Frame, effect: Effect) -> None:
    put_player(
        tale, frame.seat, legendary_items=player(tale, frame.seat).legendary_items + effect.n
    )
    log(tale, "limit_break_open", frame.seat)


def _go(tale: Tale, frame: Frame, effect: Effect) -> None:
    if effect.what in atlas(tale.state.pack).near:
        _stand(tale, frame.seat, effect.what)
    else:
        push(tale, Frame("X5", frame.seat, frame.what))


def _marker(tale: Tale, frame: Frame, effect: Effect) -> None:
    if player(tale, frame.seat).quest is not None:
        for _ in range(effect.n):
            draw_outer(tale, Frame("P6m", frame.seat, "quest"))


def _check(tale: Tale, frame: Frame, _effect: Effect) -> None:
    push(tale, Frame("X6", frame.seat, frame.what, frame.n))


_DOING: dict[str, Callable[[Tale, Frame, Effect], None]] = {
    "gain_gold": _gold,
    "lose_gold": _less_gold,
    "random_gold": _gold_dice,
    "gain_goods": _goods_dice,
    "gain_good": _good,
    "lose_good": _less_goods,
    "gain_exp": _exp,
    "wanted": _wanted,
    "heal_unit": _heal,
    "move": _points_this_turn,
    "action": _points_this_turn,
    "status_point": _status,
    "allow_limit_break": _allow_limit_break,
    "place_self": _go,
    "place_marker": _marker,
    "check": _check,
}


def _ask_good(state: State, frame: Frame) -> tuple[Ask, ...]:
    """X2: a good to take; X3: a good to give up."""
    have = state.players[frame.seat].goods
    if frame.step == "X2":
        goods = [good for good in GOODS if state.stock[good] and room(state, frame.seat)]
    else:
        goods = [good for good in GOODS if have[good]]
    options = [option(good, "good", good=say(f"wa.good.{good}")) for good in goods]
    if frame.step == "X2":
        options.append(option("none", "none"))
    return (choose_ask(state, frame.step, tuple(options), frame.seat),)


def _take_good(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    good = choice(answer)
    if good != "none":
        move_goods(tale, frame.seat, {good: 1 if frame.step == "X2" else -1})
        log(
            tale,
            "effect_good" if frame.step == "X2" else "effect_lose_good",
            frame.seat,
            good=say(f"wa.good.{good}"),
        )


def _ask_soldier(state: State, frame: Frame) -> tuple[Ask, ...]:
    options = [
        option(str(one.slot), "soldier", n=one.slot) for one in fainted_soldiers(state, frame.seat)
    ]
    return (choose_ask(state, "X4", (*options, option("none", "none")), frame.seat),)


def _raise_soldier(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    if choice(answer) != "none":
        put_soldier(tale, frame.seat, int(choice(answer)), condition="active")
        log(tale, "soldier_up", frame.seat, slot=choice(answer))


def _ask_where(state: State, frame: Frame) -> tuple[Ask, ...]:
    return (choose_ask(state, "X5", spot_options(state, atlas(state.pack).cities), frame.seat),)


def _told_where(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    _stand(tale, frame.seat, choice(answer))


def _stand(tale: Tale, seat: str, territory: str) -> None:
    put_player(tale, seat, territory=territory)
    log(
        tale, "stands", seat, spot=territory_say(tale.state, territory), nation=nation_of(territory)
    )


def _ask_check(state: State, frame: Frame) -> tuple[Ask, ...]:
    effect = effects_of(state, frame.what)[frame.n]
    return (
        dice_ask(
            state,
            "X6",
            max(1, getattr(state.players[frame.seat], effect.what)),
            frame.seat,
            least=effect.n,
        ),
    )


def _checked(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    """Failed: the rest of the card falls away for this player."""
    effect = effects_of(tale.state, frame.what)[frame.n]
    pop(tale)
    sure = getattr(player(tale, frame.seat), effect.what) >= STATUS_MOST
    hits = sum(die <= SUCCESS for die in pips(answer))
    if hits >= effect.n or sure:
        log(tale, "check_passed", frame.seat, n=hits)
        return
    stack = tale.state.stack
    while stack and (stack[-1].step, stack[-1].seat, stack[-1].what) == (
        "X1",
        frame.seat,
        frame.what,
    ):
        stack = stack[:-1]
    put(tale, stack=stack)
    log(tale, "check_failed", frame.seat, n=hits)


def _ask_by_hand(state: State, frame: Frame) -> tuple[Ask, ...]:
    effect = effects_of(state, frame.what)[frame.n]
    card = shelf.title(state, *frame.what.split(":", 1))
    return (
        Ready(
            id=ask_id(state, "X9"), say=say("wa.ask.X9", card=card, text=effect.text or effect.kind)
        ),
    )


def _done_by_hand(tale: Tale, frame: Frame, _part: str, _answer: Answer) -> None:
    pop(tale)
    log(tale, "by_hand", card=shelf.title(tale.state, *frame.what.split(":", 1)))


AUTO = {"X1": _run}
ASKS = {
    "X2": _ask_good,
    "X3": _ask_good,
    "X4": _ask_soldier,
    "X5": _ask_where,
    "X6": _ask_check,
    "X9": _ask_by_hand,
}
ANSWERS = {
    "X2": _take_good,
    "X3": _take_good,
    "X4": _raise_soldier,
    "X5": _told_where,
    "X6": _checked,
    "X9": _done_by_hand,
}
