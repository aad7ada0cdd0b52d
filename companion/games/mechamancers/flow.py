"""Deciding: each answer goes to the rule it speaks to; then every step that waits for nobody is
taken.
"""

from msgspec.structs import replace

from companion.games.mechamancers.activation import activate, choose_room, use_ability
from companion.games.mechamancers.combat import attack, choose_attacker
from companion.games.mechamancers.effects import run_queue
from companion.games.mechamancers.events import turn_up
from companion.games.mechamancers.figures import over_limit
from companion.games.mechamancers.goods import due_discard
from companion.games.mechamancers.pack import FEWEST_EVENTS
from companion.games.mechamancers.pledge import begin_pledge, end_round, pick
from companion.games.mechamancers.proposals import answer_proposal, tokens_seen
from companion.games.mechamancers.questions import answer_question, card_numbers
from companion.games.mechamancers.resource import (
    discard,
    draw,
    name_attacker,
    use_privilege,
    use_transmute,
)
from companion.games.mechamancers.sight import read_field
from companion.games.mechamancers.state import State, Told, forbid, mech_in
from companion.games.mechamancers.turn import (
    check_phase_may_end,
    confirm_all,
    enter_phase,
    leave_phase,
    unconfirmed,
)
from companion.kit.intents import Answer, Chosen, Counted, Placed, Shown
from companion.kit.say import name_of
from companion.kit.story import Story


def topic_of(ask_id: str) -> str:
    """What an ask is about: the part after the occasion."""
    return ask_id.rpartition(":")[2]


def decide(state: State, answer: Answer) -> Told:
    story: Told = Story(state, answer.force)
    story.keep(replace(state, asked=state.asked + 1))
    topic, value = topic_of(answer.ask), answer.answer
    if isinstance(value, Chosen):
        _chosen(story, topic, value)
    elif isinstance(value, Placed):
        _placed(story, topic, value)
    elif isinstance(value, Shown):
        _shown(story, topic, value)
    elif isinstance(value, Counted):
        count_events(story, value.number)
    else:
        _ready(story, topic, answer)
    settle(story)
    return story


def _chosen(story: Told, topic: str, value: Chosen) -> None:
    if topic == "SU1":
        seat = value.options[0]
        state = replace(story.state, youngest=seat, first_picker=seat, step="SU2")
        story.tell(state, "mm.log.youngest", about=(seat,), seat=name_of(seat))
    elif topic.startswith("choice."):
        answer_question(story, value)
    elif topic.startswith("proposal."):
        _, seat, spot = topic.split(".")
        kind = "tokens" if spot == "tokens" else ""
        proposal = next(
            one
            for one in story.state.proposals
            if one.seat == seat and (one.kind == kind if kind else one.slot == spot)
        )
        answer_proposal(story, proposal, value.options[0])
    elif topic == "T4.target":
        attack(story, story.state.attacker, value.options[0])
    else:
        act(story, value.options[0])


def act(story: Told, option: str) -> None:
    """One action of the current player: "draw:attack:2", "privilege:ann:3", "ability:4", "done" ..."""
    verb, _, rest = option.partition(":")
    match verb:
        case "draw" | "discard":
            kind, _, n = rest.partition(":")
            (draw if verb == "draw" else discard)(story, kind, int(n))
        case "privilege":
            use_privilege(story, rest)
        case "replace":
            choose_room(story, rest)
        case "ability":
            use_ability(story, rest)
        case "attack":
            choose_attacker(story, rest)
        case "name":
            name_attacker(story, rest)
        case _:
            end_phase(story)


def end_phase(story: Told) -> None:
    check_phase_may_end(story)
    seat = story.state.current
    if story.state.step == "T2":
        due_discard(
            story, seat, over_limit(story.state.players[seat])
        )  # only if the limit was bent
    leave_phase(story)


def _placed(story: Told, topic: str, value: Placed) -> None:
    if topic.startswith("field."):
        read_field(story, topic.partition(".")[2], value.cells)
    elif topic.startswith("tokens."):
        counts = card_numbers(value)
        tokens_seen(story, topic.partition(".")[2], counts.get("vp", 0), counts.get("mana", 0))
    elif topic.startswith("choice."):
        answer_question(story, value)
    else:
        use_transmute(story, card_numbers(value))


def _shown(story: Told, topic: str, value: Shown) -> None:
    card = value.cards[0]
    if topic == "P2":
        pick(story, card)
    elif topic == "E1":
        turn_up(story, card)
    else:
        activate(story, card)


def count_events(story: Told, number: int) -> None:
    """The pile of six, counted off unseen."""
    forbid(story, number != FEWEST_EVENTS, "E_EVENT_COUNT", n=FEWEST_EVENTS, have=number)
    state = replace(story.state, event_pile=number, step="SU3")
    story.tell(state, "mm.log.piles", n=number)


def _ready(story: Told, topic: str, answer: Answer) -> None:
    if topic == "SU3":
        story.tell(story.state, "mm.log.handed_out")
        begin_pledge(story)
    elif topic.startswith("choice."):
        answer_question(story, answer.answer)
    else:
        story.tell(confirm_all(story.state), "mm.log.confirmed")


def settle(story: Told) -> None:
    """Carries out what waits and takes every step that needs nobody, until somebody is asked."""
    while True:
        run_queue(story)
        _forget_proposals(story)
        state = story.state
        if state.questions:
            return
        if state.step == "T1":
            enter_phase(story, "T2")
        elif (state.step == "E1" and state.event_pile == 0) or (
            state.step == "E2" and not unconfirmed(state)
        ):
            end_round(story)
        elif not state.queue:
            return


def _forget_proposals(story: Told) -> None:
    """A mech that is gone needs no explanation; a mech about to attack that fell no longer attacks."""
    state = story.state
    if state.proposals:
        kept = tuple(
            p for p in state.proposals if p.kind == "tokens" or mech_in(state, f"{p.seat}:{p.slot}")
        )
        if len(kept) != len(state.proposals):
            story.keep(replace(state, proposals=kept))
    if state.attacker and mech_in(story.state, f"{state.current}:{state.attacker}") is None:
        story.keep(replace(story.state, attacker=""))
