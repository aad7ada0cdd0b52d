"""Steps 1 to 8 of a turn: move, refresh, place, draws, harmonics, luck, acknowledging."""

from companion.games.spell_saga.rules.card_rules import (
    condition_jobs,
    mandatory_of_actions,
    place_rules,
)
from companion.games.spell_saga.rules.draws import draw_asks, draw_run, draw_take, drawable
from companion.games.spell_saga.rules.jobs import enter_step, on_to, push, then_on_to
from companion.games.spell_saga.rules.luck import check_luck, good_luck_takes
from companion.games.spell_saga.rules.piles import items_face_up, leave_for, spot_of_token
from companion.games.spell_saga.rules.reading import (
    CONDITIONAL,
    ack,
    current_place,
    match_of,
    may_be_used,
    place_tops,
    to_fight,
)
from companion.games.spell_saga.rules.wording import (
    card_options,
    colours_said,
    hero_luck_said,
    names,
)
from companion.games.spell_saga.state import (
    GameStory,
    Hero,
    Job,
    State,
    action_pile,
    ask_id,
    change,
    items_down,
    lite,
    marks_cleared,
    story_count,
    title,
    with_hero,
)
from companion.kit.asks import Choose, Option, Ready
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step
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


def move_asks(state: State, _job: Job) -> Asks:
    if lite(state):
        return (Ready(id=ask_id(state, "T1"), say=say("ss.ask.move_lite")),)
    goals = targets(state)
    if not goals:
        return (Ready(id=ask_id(state, "T1"), say=say("ss.ask.stay")),)
    words = say("ss.ask.move", places=names(state, goals))
    options = (*card_options(state, goals), *_too_far(state, goals))
    return (Choose(id=ask_id(state, "T1"), say=words, zone="ring", options=options),)


def _too_far(state: State, goals: tuple[str, ...]) -> tuple[Option, ...]:
    near = (current_place(state), *goals)
    others = tuple(top for top in place_tops(state) if top is not None and top not in near)
    why = say("ss.refused.not_adjacent", places=names(state, goals))
    return tuple(
        change(option, why_not=why, rule="SS-R01", bends=True)
        for option in card_options(state, others)
    )


def move_take(story: GameStory, _job: Job, reply: Reply) -> None:
    state = story.state
    story.keep(_turn_begun(state))
    if reply.choice:
        goal, goals = reply.choice, targets(state)
        far = goal not in goals
        story.refuse_if(far, "SS-R01", "ss.refused.not_adjacent", places=names(state, goals))
        leave_for(story, goal)
        story.tell(story.state, "ss.log.moved", n=story.state.turn, place=title(state, goal))
    else:
        story.tell(story.state, "ss.log.turn_begins", n=story.state.turn)
    enter_step(story, "T2")
    if lite(story.state):
        push(story, Job("quick", to="place"))


def _turn_begun(state: State) -> State:
    """What is marked for a turn only is forgotten."""
    unread = {"luck": "UNCHECKED", "why": "", "match": "", "left": False}
    heroes = tuple(change(hero, **unread) for hero in marks_cleared(state).heroes)
    lasting = tuple(tint for tint in state.tints if tint.until == "always")
    return change(
        state,
        turn=state.turn + 1,
        heroes=heroes,
        claimed=(),
        acknowledged=(),
        noted=(),
        chimed=(),
        tints=lasting,
    )


# Steps 2 to 5: items up, the place, drawing


def refresh_asks(state: State, _job: Job) -> Asks:
    down = items_down(state)
    if not down:
        return ()
    words = say("ss.ask.refresh", items=names(state, down))
    return (Ready(id=ask_id(state, "T2"), say=words, zone="heroes"),)


def refresh_take(story: GameStory, job: Job, _reply: Reply) -> None:
    refresh_run(story, job)


def refresh_run(story: GameStory, _job: Job) -> None:
    down = items_face_up(story)
    if down:
        story.tell(story.state, "ss.log.refreshed", items=names(story.state, down))
    enter_step(story, "T3")
    push(story, *place_rules(story.state))


def place_asks(state: State, _job: Job) -> Asks:
    if not lite(state):
        return ()
    return (Ready(id=ask_id(state, "T3"), say=say("ss.ask.place_lite")),)


def _to_hand(state: State) -> Job:
    return Job("draw", n=len(state.heroes), to="hand")


def hand_asks(state: State, _job: Job) -> Asks:
    job = _to_hand(state)
    return draw_asks(state, job, "T4") or _empty_asks(state, job, "T4")


def _empty_asks(state: State, job: Job, step: str) -> Asks:
    """An empty deck does not end a step by itself: a purchase may refill it, and then the cards
    are due.
    """
    if drawable(state, job.n):
        return ()
    return (Ready(id=ask_id(state, step), say=say("ss.ask.deck_empty")),)


def hand_take(story: GameStory, job: Job, reply: Reply) -> None:
    if not drawable(story.state, 1):
        hand_run(story, job)
        return
    draw_take(story, _to_hand(story.state), reply)
    _to_step_5(story)


def hand_run(story: GameStory, _job: Job) -> None:
    draw_run(story, _to_hand(story.state))
    _to_step_5(story)


def _to_step_5(story: GameStory) -> None:
    enter_step(story, "T5")
    story.keep(change(story.state, draws_left=len(story.state.heroes)))


def _to_action(state: State) -> Job:
    free = next((lane for lane, hero in enumerate(state.heroes) if hero.action is None), 0)
    return Job("draw", n=1, to="action", lane=free)


def action_asks(state: State, _job: Job) -> Asks:
    if not state.draws_left:
        return ()
    job = _to_action(state)
    return draw_asks(state, job, "T5") or _empty_asks(state, job, "T5")


def action_take(story: GameStory, _job: Job, reply: Reply) -> None:
    if not drawable(story.state, 1):
        draw_run(story, change(_to_action(story.state), n=story.state.draws_left))
        story.keep(change(story.state, draws_left=0))
        return
    draw_take(story, _to_action(story.state), reply)
    story.keep(change(story.state, draws_left=story.state.draws_left - 1))


def action_run(story: GameStory, _job: Job) -> None:
    """In lite tracking no card is shown. When all are drawn the harmonics are compared."""
    if story.state.draws_left:
        draw_run(story, _to_action(story.state))
        story.keep(change(story.state, draws_left=story.state.draws_left - 1))
        return
    enter_step(story, "T6")
    for lane, hero in enumerate(story.state.heroes):
        match = match_of(story.state, lane)
        state = with_hero(story.state, lane, match=match)
        key = "ss.log.match" if match else "ss.log.no_match"
        story.tell(state, key, hero=title(state, hero.card), colours=colours_said(match))


# Steps 6 to 8: harmonics, luck, acknowledging


def harmonics_asks(state: State, _job: Job) -> Asks:
    lines = tuple(_match_line(state, hero) for hero in state.heroes)
    return (Ready(id=ask_id(state, "T6"), say=say("ss.ask.harmonics"), lines=lines),)


def _match_line(state: State, hero: Hero) -> Say:
    key = "ss.line.match" if hero.match else "ss.line.no_match"
    return say(key, hero=title(state, hero.card), colours=colours_said(hero.match))


def harmonics_take(story: GameStory, _job: Job, _reply: Reply) -> None:
    enter_step(story, "T7")
    for lane in range(len(story.state.heroes)):
        check_luck(story, lane)


def luck_asks(state: State, _job: Job) -> Asks:
    lines = tuple(
        say("ss.line.luck", hero=title(state, hero.card), luck=hero_luck_said(state, lane))
        for lane, hero in enumerate(state.heroes)
    )
    return (Ready(id=ask_id(state, "T7"), say=say("ss.ask.luck"), lines=lines),)


def luck_take(story: GameStory, _job: Job, _reply: Reply) -> None:
    enter_step(story, "T8")
    push(story, *condition_jobs(story.state))


def acknowledge_asks(state: State, _job: Job) -> Asks:
    lines = tuple(status_line(state, card) for card in action_pile(state))
    lucky = [hero for hero in state.heroes if hero.luck == "GOOD"]
    good = tuple(say("ss.line.good_luck", hero=title(state, hero.card)) for hero in lucky)
    words = say("ss.ask.acknowledge")
    return (Ready(id=ask_id(state, "T8"), say=words, lines=(*lines, *good)),)


def status_line(state: State, card: str) -> Say:
    known = state.cards[card]
    if may_be_used(state, card):
        key = "ss.line.acknowledged"
    else:
        key = "ss.line.conditional" if ack(state, card) == CONDITIONAL else "ss.line.ignored"
    return say(key, card=title(state, card), cost=known.cost, story=story_count(state))


def acknowledge_take(story: GameStory, _job: Job, _reply: Reply) -> None:
    state = story.state
    cards = action_pile(state)
    enemies = {card for _, card in to_fight(state)}
    for card in cards:
        line, sound = status_line(state, card), "horn" if card in enemies else None
        story.tell(story.state, "ss.log.status", status=line, sound=sound)
    seen = tuple(card for card in cards if may_be_used(state, card))
    story.keep(change(story.state, noted=seen))
    push(story, *mandatory_of_actions(story.state))
    enter_step(story, "T9")
    for lane in range(len(story.state.heroes)):
        good_luck_takes(story, lane)


STEPS = {
    "T1": Step(move_asks, move_take),
    "T2": Step(refresh_asks, refresh_take, refresh_run),
    "T3": Step(place_asks, then_on_to("T4"), on_to("T4")),
    "T4": Step(hand_asks, hand_take, hand_run),
    "T5": Step(action_asks, action_take, action_run),
    "T6": Step(harmonics_asks, harmonics_take),
    "T7": Step(luck_asks, luck_take),
    "T8": Step(acknowledge_asks, acknowledge_take),
}
