"""What events, Rune Powers, quests and Legendaries do outside battle, primitive by primitive."""

from collections.abc import Callable
from itertools import chain, product

from companion.games.world_adventure.pack.atlas import atlas, nation_of
from companion.games.world_adventure.pack.effects import Effect
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import (
    ask_id,
    choose_ask,
    dice_ask,
    option,
    spot_options,
    territory_say,
)
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put,
    put_player,
    put_turn,
)
from companion.games.world_adventure.rules.constants import STATUS_MOST, SUCCESS
from companion.games.world_adventure.rules.drawing import draw_outer
from companion.games.world_adventure.rules.possessions import (
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
from companion.games.world_adventure.rules.wanted import change_wanted
from companion.games.world_adventure.state import GOODS, Frame, GameStory, State
from companion.kit.asks import Ready
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step

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


def renew(story: GameStory) -> None:
    """Which lasting effects rule the month now: those of living Legendaries, or else of the event
    card.
    """
    state = story.state
    sources = [
        f"monsters:{one.card}" for one in state.legendaries if shelf.monster(state, one.card).event
    ]
    if (
        not sources
        and state.event_running
        and shelf.find(state, "events", state.event_running) is not None
    ):
        sources = [f"events:{state.event_running}"]
    found = chain.from_iterable(effects_of(state, source) for source in sources)
    lasting = tuple(effect for effect in found if effect.kind in _LASTING)
    if lasting != state.effects:
        put(story, effects=lasting)


def apply_all(story: GameStory, source: str) -> None:
    """An event happens to everybody, in turn order; what merely holds for the month is in force
    already.

    What only people can do is shown once, not to each of them.
    """
    effects = list(enumerate(effects_of(story.state, source)))
    by_hand = [at for at, effect in effects if effect.kind == "manual"]
    lasting = [at for at, effect in effects if effect.kind in _LASTING]
    at_once = [at for at, _ in effects if at not in by_hand and at not in lasting]
    for_each = product(story.state.turn_order, at_once)
    frames = [Frame("X1", seat, source, at) for seat, at in for_each]
    frames += [Frame("X1", "", source, at) for at in by_hand]
    push(story, *frames)


def apply_to(story: GameStory, seat: str, source: str) -> None:
    """A Rune Power or a reward, for one player."""
    push(
        story,
        *(Frame("X1", seat, source, at) for at in range(len(effects_of(story.state, source)))),
    )


def _run(story: GameStory, frame: Frame) -> None:
    effect = effects_of(story.state, frame.what)[frame.n]
    doing = _DOING.get(effect.kind, _hold if effect.kind in _LASTING else _by_hand)
    doing(story, frame, effect)


def _hold(story: GameStory, frame: Frame, effect: Effect) -> None:
    put_player(story, frame.seat, effects=(*player(story, frame.seat).effects, effect))
    log(story, "effect_holds", frame.seat, card=shelf.title(story.state, *frame.what.split(":", 1)))


def _by_hand(story: GameStory, frame: Frame, _effect: Effect) -> None:
    push(story, Frame("X9", frame.seat, frame.what, frame.n))


def _gold(story: GameStory, frame: Frame, effect: Effect) -> None:
    gain_gold(story, frame.seat, effect.n, "effect_gold")


def _less_gold(story: GameStory, frame: Frame, effect: Effect) -> None:
    lose_gold(story, frame.seat, effect.n, "effect_lose_gold")


def _gold_dice(story: GameStory, frame: Frame, effect: Effect) -> None:
    push(story, Frame("L2", frame.seat, n=effect.n))


def _goods_dice(story: GameStory, frame: Frame, effect: Effect) -> None:
    push(story, Frame("L1", frame.seat, n=effect.n))


def _good(story: GameStory, frame: Frame, effect: Effect) -> None:
    if effect.what not in GOODS:
        push(story, Frame("X2", frame.seat, frame.what))
    elif story.state.stock[effect.what] and room(story.state, frame.seat):
        move_goods(story, frame.seat, {effect.what: 1})
        log(story, "effect_good", frame.seat, good=say(f"wa.good.{effect.what}"))


def _less_goods(story: GameStory, frame: Frame, effect: Effect) -> None:
    push(
        story,
        *(
            Frame("X3", frame.seat, frame.what)
            for _ in range(min(effect.n, aboard(story.state, frame.seat)))
        ),
    )


def _exp(story: GameStory, frame: Frame, effect: Effect) -> None:
    if effect.who in ("", "all"):
        quiet_exp(story, frame.seat, effect.n)
    else:
        gain_exp(story, frame.seat, effect.n, (effect.who,))


def _wanted(story: GameStory, frame: Frame, effect: Effect) -> None:
    change_wanted(story, frame.seat, effect.n)


def _heal(story: GameStory, frame: Frame, effect: Effect) -> None:
    fainted = len(fainted_soldiers(story.state, frame.seat))
    push(story, *(Frame("X4", frame.seat, frame.what) for _ in range(min(effect.n, fainted))))


def _points_this_turn(story: GameStory, frame: Frame, effect: Effect) -> None:
    turn = story.state.turn
    if frame.seat == story.state.active:
        field = "moves" if effect.kind == "move" else "actions"
        put_turn(story, **{field: getattr(turn, field) + effect.n})
        log(story, f"effect_{field}", frame.seat, n=effect.n)


def _status(story: GameStory, frame: Frame, effect: Effect) -> None:
    push(story, *(Frame("R3", frame.seat) for _ in range(effect.n)))


def _allow_limit_break(story: GameStory, frame: Frame, effect: Effect) -> None:
    put_player(
        story, frame.seat, legendary_items=player(story, frame.seat).legendary_items + effect.n
    )
    log(story, "limit_break_open", frame.seat)


def _go(story: GameStory, frame: Frame, effect: Effect) -> None:
    if effect.what in atlas(story.state.pack).near:
        _stand(story, frame.seat, effect.what)
    else:
        push(story, Frame("X5", frame.seat, frame.what))


def _marker(story: GameStory, frame: Frame, effect: Effect) -> None:
    if player(story, frame.seat).quest is not None:
        for _ in range(effect.n):
            draw_outer(story, Frame("P6m", frame.seat, "quest"))


def _check(story: GameStory, frame: Frame, _effect: Effect) -> None:
    push(story, Frame("X6", frame.seat, frame.what, frame.n))


_DOING: dict[str, Callable[[GameStory, Frame, Effect], None]] = {
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


def _ask_good(state: State, frame: Frame) -> Asks:
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


def _take_good(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    good = reply.choice
    if good != "none":
        move_goods(story, frame.seat, {good: 1 if frame.step == "X2" else -1})
        log(
            story,
            "effect_good" if frame.step == "X2" else "effect_lose_good",
            frame.seat,
            good=say(f"wa.good.{good}"),
        )


def _ask_soldier(state: State, frame: Frame) -> Asks:
    options = [
        option(str(one.slot), "soldier", n=one.slot) for one in fainted_soldiers(state, frame.seat)
    ]
    return (choose_ask(state, "X4", (*options, option("none", "none")), frame.seat),)


def _raise_soldier(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    if reply.choice != "none":
        put_soldier(story, frame.seat, int(reply.choice), condition="active")
        log(story, "soldier_up", frame.seat, slot=reply.choice)


def _ask_where(state: State, frame: Frame) -> Asks:
    return (choose_ask(state, "X5", spot_options(state, atlas(state.pack).cities), frame.seat),)


def _told_where(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    _stand(story, frame.seat, reply.choice)


def _stand(story: GameStory, seat: str, territory: str) -> None:
    put_player(story, seat, territory=territory)
    log(
        story,
        "stands",
        seat,
        spot=territory_say(story.state, territory),
        nation=nation_of(territory),
    )


def _ask_check(state: State, frame: Frame) -> Asks:
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


def _checked(story: GameStory, frame: Frame, reply: Reply) -> None:
    """Failed: the rest of the card falls away for this player."""
    effect = effects_of(story.state, frame.what)[frame.n]
    pop(story)
    sure = getattr(player(story, frame.seat), effect.what) >= STATUS_MOST
    hits = sum(die <= SUCCESS for die in reply.pips)
    if hits >= effect.n or sure:
        log(story, "check_passed", frame.seat, n=hits)
        return
    stack = story.state.stack
    while stack and (stack[-1].step, stack[-1].seat, stack[-1].what) == (
        "X1",
        frame.seat,
        frame.what,
    ):
        stack = stack[:-1]
    put(story, stack=stack)
    log(story, "check_failed", frame.seat, n=hits)


def _ask_by_hand(state: State, frame: Frame) -> Asks:
    effect = effects_of(state, frame.what)[frame.n]
    card = shelf.title(state, *frame.what.split(":", 1))
    return (
        Ready(
            id=ask_id(state, "X9"), say=say("wa.ask.X9", card=card, text=effect.text or effect.kind)
        ),
    )


def _done_by_hand(story: GameStory, frame: Frame, _reply: Reply) -> None:
    pop(story)
    log(story, "by_hand", card=shelf.title(story.state, *frame.what.split(":", 1)))


STEPS = {
    "X1": Step(run=_run),
    "X2": Step(_ask_good, _take_good),
    "X3": Step(_ask_good, _take_good),
    "X4": Step(_ask_soldier, _raise_soldier),
    "X5": Step(_ask_where, _told_where),
    "X6": Step(_ask_check, _checked),
    "X9": Step(_ask_by_hand, _done_by_hand),
}
