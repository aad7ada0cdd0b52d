"""The ten steps of a turn and its end: what each step asks, and what follows from the answer."""

from collections.abc import Callable

from companion.games.spell_saga.rules.card_rules import (
    condition_jobs,
    end_rules,
    mandatory_of_actions,
    place_rules,
)
from companion.games.spell_saga.rules.draws import draw_ask, draw_run, draw_take
from companion.games.spell_saga.rules.jobs import enter_step, push
from companion.games.spell_saga.rules.losing import lose_cards, trim_ask
from companion.games.spell_saga.rules.luck import check_luck, good_luck_takes
from companion.games.spell_saga.rules.piles import (
    cycle,
    items_face_up,
    leave_for,
    spot_of_token,
)
from companion.games.spell_saga.rules.reading import (
    CONDITIONAL,
    ack,
    current_place,
    match_of,
    may_be_used,
    place_tops,
    to_fight,
)
from companion.games.spell_saga.rules.wording import ask_id, colours_said, hero_luck_said, names
from companion.games.spell_saga.state import (
    Job,
    State,
    action_cards,
    change,
    hand_size,
    items_of,
    lite,
    source_limit,
    story_count,
    title,
    with_hero,
)
from companion.kit.asks import Ask, Choose, Option, Ready
from companion.kit.intents import AnswerValue, Chosen
from companion.kit.say import Say, say
from companion.kit.story import Story
from companion.kit.zones import host_of, ring_neighbours

# Step 1: the move


def targets(state: State) -> tuple[str, ...]:
    """Where the token may go: neighbouring tops, rooms of the place, the host of a room."""
    here = current_place(state)
    rooms = tuple(
        card for card in state.attached.get(here or "", ()) if state.cards[card].type == "place"
    )
    host = host_of(state.attached, here) if here else None
    if host is not None:
        return (host, *rooms)
    spot, tops = spot_of_token(state), place_tops(state)
    if spot is None:
        return tuple(top for top in tops if top is not None)
    near = ring_neighbours(
        [top is not None for top in tops], spot, skip_gaps=state.options["ring_gaps"] == "skip"
    )
    found = tuple(top for at in near if (top := tops[at]) is not None)
    if here is None and not found:
        return tuple(top for top in tops if top is not None)
    return (*found, *rooms)


def _move_ask(state: State) -> Ask:
    if lite(state):
        return Ready(id=ask_id(state, "T1"), say=say("ss.ask.move_lite"))
    goals = targets(state)
    if not goals:
        return Ready(id=ask_id(state, "T1"), say=say("ss.ask.stay"))
    words = say("ss.ask.move", places=names(state, goals))
    open_ones = tuple(
        Option(id=goal, say=say("ss.option.card", card=title(state, goal)), card=goal)
        for goal in goals
    )
    return Choose(
        id=ask_id(state, "T1"),
        say=words,
        zone="ring",
        options=(*open_ones, *_too_far(state, goals)),
    )


def _too_far(state: State, goals: tuple[str, ...]) -> tuple[Option, ...]:
    here = current_place(state)
    others = tuple(
        top for top in place_tops(state) if top is not None and top not in goals and top != here
    )
    why = say("ss.refused.not_adjacent", places=names(state, goals))
    return tuple(
        Option(
            id=card,
            say=say("ss.option.card", card=title(state, card)),
            card=card,
            why_not=why,
            rule="SS-R01",
            bends=True,
        )
        for card in others
    )


def _move_take(story: Story[State], value: AnswerValue) -> None:
    state = story.state
    heroes = tuple(
        change(
            hero,
            luck="UNCHECKED",
            why="",
            match="",
            acted=False,
            target="",
            item_used=False,
            left=False,
            items=tuple(change(item, used=False) if item.used else item for item in hero.items),
        )
        for hero in state.heroes
    )
    lasting = tuple(tint for tint in state.tints if tint.until == "always")
    story.keep(
        change(
            state,
            turn=state.turn + 1,
            heroes=heroes,
            claimed=(),
            acknowledged=(),
            noted=(),
            chimed=(),
            tints=lasting,
        )
    )
    if isinstance(value, Chosen):
        goal = value.options[0]
        far = goal not in targets(state)
        story.refuse_if(
            far, "SS-R01", "ss.refused.not_adjacent", places=names(state, targets(state))
        )
        leave_for(story, goal)
        story.tell(story.state, "ss.log.moved", n=story.state.turn, place=title(state, goal))
    else:
        story.tell(story.state, "ss.log.turn_begins", n=story.state.turn)
    enter_step(story, "T2")
    if lite(story.state):
        push(story, Job("quick", to="place"))


# Steps 2 to 5


def _refresh_ask(state: State) -> Ask | None:
    down = tuple(item.card for _, item in items_of(state) if item.face == "down")
    if not down:
        return None
    return Ready(
        id=ask_id(state, "T2"), say=say("ss.ask.refresh", items=names(state, down)), zone="heroes"
    )


def _refresh_run(story: Story[State]) -> None:
    down = items_face_up(story)
    if down:
        story.tell(story.state, "ss.log.refreshed", items=names(story.state, down))
    enter_step(story, "T3")
    push(story, *place_rules(story.state))


def _place_ask(state: State) -> Ask | None:
    return Ready(id=ask_id(state, "T3"), say=say("ss.ask.place_lite")) if lite(state) else None


def _hand_job(state: State) -> Job:
    return Job("draw", n=len(state.heroes), to="hand")


def _hand_run(story: Story[State]) -> None:
    draw_run(story, _hand_job(story.state))
    _to_step_5(story)


def _hand_take(story: Story[State], value: AnswerValue) -> None:
    draw_take(story, _hand_job(story.state), value)
    _to_step_5(story)


def _to_step_5(story: Story[State]) -> None:
    enter_step(story, "T5")
    story.keep(change(story.state, draws_left=len(story.state.heroes)))


def _action_job(state: State) -> Job:
    free = next((lane for lane, hero in enumerate(state.heroes) if hero.action is None), 0)
    return Job("draw", n=1, to="action", lane=free)


def _action_ask(state: State) -> Ask | None:
    if state.draws_left == 0:
        return None
    return draw_ask(state, _action_job(state), "T5")


def _action_take(story: Story[State], value: AnswerValue) -> None:
    draw_take(story, _action_job(story.state), value)
    story.keep(change(story.state, draws_left=story.state.draws_left - 1))


def _action_run(story: Story[State]) -> None:
    """Lite tracking or an empty deck: no card is shown. When all are drawn the harmonics are
    compared.
    """
    if story.state.draws_left:
        draw_run(story, _action_job(story.state))
        story.keep(change(story.state, draws_left=story.state.draws_left - 1))
        return
    enter_step(story, "T6")
    for lane, hero in enumerate(story.state.heroes):
        match = match_of(story.state, lane)
        state = with_hero(story.state, lane, match=match)
        key = "ss.log.match" if match else "ss.log.no_match"
        story.tell(state, key, hero=title(state, hero.card), colours=colours_said(match))


# Steps 6 to 8: harmonics, luck, acknowledging


def _harmonics_ask(state: State) -> Ask:
    lines = tuple(
        say(
            "ss.line.match" if hero.match else "ss.line.no_match",
            hero=title(state, hero.card),
            colours=colours_said(hero.match),
        )
        for hero in state.heroes
    )
    return Ready(id=ask_id(state, "T6"), say=say("ss.ask.harmonics"), lines=lines)


def _harmonics_take(story: Story[State], _value: AnswerValue) -> None:
    enter_step(story, "T7")
    for lane in range(len(story.state.heroes)):
        check_luck(story, lane)


def _luck_ask(state: State) -> Ask:
    lines = tuple(
        say("ss.line.luck", hero=title(state, hero.card), luck=hero_luck_said(state, lane))
        for lane, hero in enumerate(state.heroes)
    )
    return Ready(id=ask_id(state, "T7"), say=say("ss.ask.luck"), lines=lines)


def _luck_take(story: Story[State], _value: AnswerValue) -> None:
    enter_step(story, "T8")
    push(story, *condition_jobs(story.state))


def status_line(state: State, card: str) -> Say:
    known = state.cards[card]
    if may_be_used(state, card):
        key = "ss.line.acknowledged"
    else:
        key = "ss.line.conditional" if ack(state, card) == CONDITIONAL else "ss.line.ignored"
    return say(key, card=title(state, card), cost=known.cost, story=story_count(state))


def _acknowledge_ask(state: State) -> Ask:
    lines = tuple(status_line(state, card) for hero in state.heroes for card in action_cards(hero))
    good = tuple(
        say("ss.line.good_luck", hero=title(state, hero.card))
        for hero in state.heroes
        if hero.luck == "GOOD"
    )
    return Ready(id=ask_id(state, "T8"), say=say("ss.ask.acknowledge"), lines=(*lines, *good))


def _acknowledge_take(story: Story[State], _value: AnswerValue) -> None:
    state = story.state
    cards = [card for hero in state.heroes for card in action_cards(hero)]
    seen = tuple(card for card in cards if may_be_used(state, card))
    for card in cards:
        line = status_line(state, card)
        story.tell(
            story.state,
            "ss.log.status",
            status=line,
            sound="horn" if card in _enemies(state) else None,
        )
    story.keep(change(story.state, noted=seen))
    push(story, *mandatory_of_actions(story.state))
    enter_step(story, "T9")
    for lane in range(len(story.state.heroes)):
        good_luck_takes(story, lane)


def _enemies(state: State) -> set[str]:
    return {card for _, card in to_fight(state)}


# Steps 9, 10 and the end


def _battle_run(story: Story[State]) -> None:
    if to_fight(story.state):
        enter_step(story, "B1")
    else:
        enter_step(story, "TE" if story.state.options["end_window"] == "before_trim" else "T10")


def _trim_ask(state: State) -> Ask:
    excess = hand_size(state) - source_limit(state)
    warning = (say("ss.line.last_cards", n=hand_size(state)),) if hand_size(state) <= 1 else ()
    if excess <= 0:
        words = say("ss.ask.no_trim", hand=hand_size(state), limit=source_limit(state))
        return Ready(id=ask_id(state, "T10"), say=words, lines=warning)
    return trim_ask(state, excess, "T10")


def _trim_take(story: Story[State], value: AnswerValue) -> None:
    lose_cards(
        story, value, max(0, hand_size(story.state) - source_limit(story.state)), "ss.log.trimmed"
    )
    if story.state.options["end_window"] == "before_trim":
        end_turn(story)
    else:
        enter_step(story, "TE")


def _end_ask(state: State) -> Ask | None:
    options = end_rules(state)
    if not options:
        return None
    done = Option(id="done", say=say("ss.option.done"))
    return Choose(id=ask_id(state, "TE"), say=say("ss.ask.end"), options=(*options, done))


def _end_take(story: Story[State], value: AnswerValue) -> None:
    assert isinstance(value, Chosen)
    if value.options[0] == "done":
        _end_run(story)
        return
    _, card, index = value.options[0].split(":")
    push(story, Job("rule", card=card, n=int(index), to="rules"))


def _end_run(story: Story[State]) -> None:
    if story.state.options["end_window"] == "before_trim":
        enter_step(story, "T10")
    else:
        end_turn(story)


def end_turn(story: Story[State]) -> None:
    """The action pile is cleared; an empty hand now ends the game."""
    for hero in story.state.heroes:
        for card in action_cards(hero):
            named = title(story.state, card)
            cycle(story, card)
            story.tell(story.state, "ss.log.cleared", card=named)
    state = story.state
    if hand_size(state) == 0:
        story.tell(
            change(state, step="LOST", result="LOST", jobs=()),
            "ss.log.lost",
            n=state.turn,
            sound="loss",
        )
        return
    enter_step(story, "T1")
    story.tell(story.state, "ss.log.turn_over", n=state.turn, hand=hand_size(state))


def _draw_hand_ask(state: State) -> Ask | None:
    return draw_ask(state, _hand_job(state), "T4")


def _on_to(step: str) -> Callable[[Story[State]], None]:
    return lambda story: enter_step(story, step)


ASKS: dict[str, Callable[[State], Ask | None]] = {
    "T1": _move_ask,
    "T2": _refresh_ask,
    "T3": _place_ask,
    "T4": _draw_hand_ask,
    "T5": _action_ask,
    "T6": _harmonics_ask,
    "T7": _luck_ask,
    "T8": _acknowledge_ask,
    "T10": _trim_ask,
    "TE": _end_ask,
}
RUNS: dict[str, Callable[[Story[State]], None]] = {
    "T2": _refresh_run,
    "T3": _on_to("T4"),
    "T4": _hand_run,
    "T5": _action_run,
    "T9": _battle_run,
    "TE": _end_run,
}
TAKES: dict[str, Callable[[Story[State], AnswerValue], None]] = {
    "T1": _move_take,
    "T2": lambda story, _value: _refresh_run(story),
    "T3": lambda story, _value: enter_step(story, "T4"),
    "T4": _hand_take,
    "T5": _action_take,
    "T6": _harmonics_take,
    "T7": _luck_take,
    "T8": _acknowledge_take,
    "T10": _trim_take,
    "TE": _end_take,
}
