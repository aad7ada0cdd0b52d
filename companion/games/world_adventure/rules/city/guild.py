"""The Guild: quests taken, marked, cancelled, done."""

from msgspec.structs import replace

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import (
    choose_ask,
    dice_ask,
    marker_ask,
    option,
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
    swap_top,
)
from companion.games.world_adventure.rules.constants import CANCEL_PRICE, STATUS_MOST, SUCCESS
from companion.games.world_adventure.rules.drawing import draw_outer
from companion.games.world_adventure.rules.effects import apply_to
from companion.games.world_adventure.rules.possessions import gain_gold, in_force, pay, quiet_exp
from companion.games.world_adventure.rules.runes import award
from companion.games.world_adventure.state import Frame, GameStory, HeldQuest, State
from companion.kit.asks import Option, Ready
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step

_ROW = 3


def take_quest(story: GameStory, seat: str) -> None:
    put_turn(story, actions=max(0, story.state.turn.actions - 1))
    log(story, "guild", seat)
    push(story, Frame("P6", seat), Frame("P6r"))


def _ask_source(state: State, frame: Frame) -> Asks:
    """Two unseen cards, or one from the face-up row."""
    if frame.names:
        options = tuple(_quest_option(state, card) for card in dict.fromkeys(frame.names))
        return (choose_ask(state, "P6k", (*options, option("none", "none")), frame.seat),)
    if frame.what == "unseen":
        return (shelf.show(state, "P6u", "quests", seat=frame.seat, least=1, most=2),)
    row = tuple(_quest_option(state, card) for card in dict.fromkeys(state.quest_faceup))
    return (
        choose_ask(
            state, "P6", (option("unseen", "unseen"), *row, option("none", "none")), frame.seat
        ),
    )


def _quest_option(state: State, card: str) -> Option:
    known = shelf.quest(state, card)
    return Option(
        card,
        say("wa.do.quest", card=known.name or card),
        say("wa.text", text=known.text),
        card=card,
    )


def _take_source(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P6: two unseen cards, one of the row, or none."""
    if reply.choice == "unseen":
        swap_top(story, replace(frame, what="unseen"))
        return
    pop(story)
    put(story, quest_faceup=shelf.without(story.state.quest_faceup, reply.choice))
    _take(story, frame.seat, reply.choice)


def _look(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P6u."""
    shown = reply.cards
    for seen in shown:
        shelf.meet(story, "quests", seen)
    swap_top(story, replace(frame, names=tuple(seen.id for seen in shown)))


def _keep(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P6k: what was not kept lies in the row."""
    rest = shelf.without(frame.names, reply.choice)
    pop(story)
    put(story, quest_faceup=(*story.state.quest_faceup, *rest))
    _take(story, frame.seat, reply.choice)


def _take(story: GameStory, seat: str, card: str) -> None:
    if card == "none":
        log(story, "quest_none", seat)
        return
    put_player(story, seat, quest=HeldQuest(card, player(story, seat).territory))
    log(story, "quest_taken", seat, card=shelf.title(story.state, "quests", card))
    known = shelf.quest(story.state, card)
    if known.location in ("marker_city", "marker_outer"):
        for _ in range(known.meeples or 1):
            _mark(story, seat, known.location)


def _mark(story: GameStory, seat: str, location: str) -> None:
    if location == "marker_city":
        push(story, Frame("P6c", seat))
    else:
        draw_outer(story, Frame("P6m", seat, "quest"))


def _ask_city(state: State, frame: Frame) -> Asks:
    return (marker_ask(state, "P6c", frame.seat),)


def _city_drawn(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    _place_meeple(story, frame.seat, f"{reply.cards[0].id}.0")


def _outer_drawn(story: GameStory, frame: Frame) -> None:
    _place_meeple(story, frame.seat, frame.names[0])


def _place_meeple(story: GameStory, seat: str, spot: str) -> None:
    held = player(story, seat).quest
    if held is not None:
        put_player(story, seat, quest=replace(held, places=(*held.places, spot)))
        log(story, "quest_meeple", seat, spot=territory_say(story.state, spot))


def _refill(story: GameStory, _frame: Frame) -> None:
    if len(story.state.quest_faceup) < _ROW:
        push(story, Frame("P6f"))


def _ask_refill(state: State, _frame: Frame) -> Asks:
    lacking = _ROW - len(state.quest_faceup)
    return (shelf.show(state, "P6f", "quests", least=0, most=lacking, n=lacking),)


def _refilled(story: GameStory, _frame: Frame, reply: Reply) -> None:
    pop(story)
    shown = reply.cards
    for seen in shown:
        shelf.meet(story, "quests", seen)
    put(story, quest_faceup=(*story.state.quest_faceup, *(seen.id for seen in shown)))
    log(story, "quests_open", n=len(shown))


def cancel_quest(story: GameStory, seat: str) -> None:
    """The card goes to the face-up row."""
    held = player(story, seat).quest
    if held is not None:
        put(story, quest_faceup=(*story.state.quest_faceup, held.card))
        put_player(story, seat, quest=None)
        pay(
            story,
            seat,
            CANCEL_PRICE,
            "quest_cancelled",
            card=shelf.title(story.state, "quests", held.card),
        )


def complete_quest(story: GameStory, seat: str) -> None:
    """The table confirms; where the card asks for it, status dice decide. A limit break passes
    without dice.
    """
    held = player(story, seat).quest
    if held is None:
        return
    check = shelf.quest(story.state, held.card).check
    if check is None:
        push(story, Frame("P6y", seat))
    elif getattr(player(story, seat), check.status) >= STATUS_MOST or in_force(
        story.state, seat, "auto_success", "quest"
    ):
        log(story, "check_sure", seat)
        _done(story, seat)
    else:
        put_turn(story, quest_tried=True)
        push(story, Frame("P6q", seat))


def quest_dice(state: State, seat: str) -> int:
    held = state.players[seat].quest
    check = shelf.quest(state, held.card).check if held is not None else None
    status = getattr(state.players[seat], check.status) if check is not None else 0
    return max(0, status + in_force(state, seat, "extra_dice", "quest"))


def _ask_confirm(state: State, frame: Frame) -> Asks:
    held = state.players[frame.seat].quest
    card = shelf.quest(state, held.card) if held is not None else None
    options = (option("yes", "yes"), option("no", "no"))
    text = card.text if card is not None else ""
    return (
        choose_ask(state, "P6y", options, text=text, card=card.name if card is not None else ""),
    )


def _confirmed(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    if reply.choice == "yes":
        _done(story, frame.seat)


def _ask_check(state: State, frame: Frame) -> Asks:
    number = quest_dice(state, frame.seat)
    held = state.players[frame.seat].quest
    check = shelf.quest(state, held.card).check if held is not None else None
    if not number:
        return (
            Ready(id=dice_ask(state, "P6q", 1).id, say=say("wa.ask.P6q_none"), seats=(frame.seat,)),
        )
    return (
        dice_ask(
            state, "P6q", number, frame.seat, least=check.successes if check is not None else 1
        ),
    )


def _rolled_check(story: GameStory, frame: Frame, reply: Reply) -> None:
    held = player(story, frame.seat).quest
    check = shelf.quest(story.state, held.card).check if held is not None else None
    hits = sum(die <= SUCCESS for die in reply.pips)
    pop(story)
    if check is not None and hits >= check.successes:
        log(story, "check_passed", frame.seat, n=hits)
        _done(story, frame.seat)
    else:
        log(story, "check_failed", frame.seat, n=hits)


def _done(story: GameStory, seat: str) -> None:
    """At a marked place that place is done; at the last one, the quest. Reward, then a rune for the
    first three.
    """
    one = player(story, seat)
    held = one.quest
    if held is None:
        return
    done = (*held.done, one.territory)
    if any(spot not in done for spot in held.places):
        put_player(story, seat, quest=replace(held, done=done))
        log(story, "quest_part", seat, spot=territory_say(story.state, one.territory))
        return
    card = shelf.quest(story.state, held.card)
    put_player(story, seat, quest=None, quests_done=one.quests_done + 1)
    log(story, "quest_done", seat, card=card.name or card.id)
    quiet_exp(story, seat, card.exp)
    if card.gold:
        gain_gold(story, seat, card.gold, "quest_gold")
    push(story, *award(story.state, seat, f"quest_{one.quests_done + 1}"))
    apply_to(story, seat, f"quests:{held.card}")


def lose_quest(story: GameStory, seat: str) -> None:
    """To the face-up row, without a fee."""
    held = player(story, seat).quest
    if held is not None:
        put_player(story, seat, quest=None)
        put(story, quest_faceup=(*story.state.quest_faceup, held.card))


STEPS = {
    "P6r": Step(run=_refill),
    "P6m": Step(run=_outer_drawn),
    "P6": Step(_ask_source, _take_source),
    "P6u": Step(take=_look),
    "P6k": Step(take=_keep),
    "P6c": Step(_ask_city, _city_drawn),
    "P6f": Step(_ask_refill, _refilled),
    "P6y": Step(_ask_confirm, _confirmed),
    "P6q": Step(_ask_check, _rolled_check),
}
