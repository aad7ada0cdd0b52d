"""Carrying out effects one by one, and the choices they leave: at which opponent, on which mechs.

Works wait in a queue, which stops at a question and goes on when it is answered. What a primitive
means stands in section 4.3 of the rules file; nothing here knows a card by name.
"""

from msgspec.structs import replace

from companion.games.mechamancers.pack import Effect
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.asking import ask_id
from companion.games.mechamancers.rules.bases import hit_base
from companion.games.mechamancers.rules.damage import boost, damage, destroy, heal, return_to_hand
from companion.games.mechamancers.rules.figures import blockers
from companion.games.mechamancers.rules.goods import (
    draw_cards,
    due_discard,
    gain_mana,
    gain_vp,
    limit_hand,
    move_vp,
)
from companion.games.mechamancers.rules.lasting import promise, raise_shield, until
from companion.games.mechamancers.rules.questions import (
    answered,
    ask_later,
    choice,
    question_step,
    question_words,
)
from companion.games.mechamancers.rules.targets import ON_MECHS, candidates, possible_foes, whose
from companion.games.mechamancers.state import (
    Boost,
    GameStep,
    GameStory,
    Question,
    State,
    Work,
    hand_size,
)
from companion.kit.asks import Choose, Ready
from companion.kit.say import name_of, say
from companion.kit.steps import PlainStep, Reply, Step

BOOSTS = {"add_attacks": "attacks", "add_damage": "damage", "prevent_damage": "prevent"}


def carry_out(story: GameStory, _frame: PlainStep) -> None:
    """The oldest work in the queue: its question, if it leaves one; else it is done."""
    work = story.state.queue[0]
    question = _foe_question(story.state, work) or _mech_question(story, work)
    if question is not None:
        ask_later(story, question)
        return
    work = story.state.queue[0]
    story.keep(replace(story.state, queue=story.state.queue[1:]))
    if work.effect.do in ON_MECHS:
        _on_mechs(story, work)
    else:
        _on_players(story, work)


# The choices an effect leaves


def _foe_question(state: State, work: Work) -> Question | None:
    if work.effect.who != "chosen_foe" or work.foe:
        return None
    foes = possible_foes(state, work.effect, work.owner)
    return Question("foe", work.owner, choices=foes, card=work.card) if len(foes) > 1 else None


def _mech_question(story: GameStory, work: Work) -> Question | None:
    """Collects the mechs concerned, side by side; asks where there is a choice."""
    effect = work.effect
    if effect.do not in ON_MECHS:
        return None
    for side in whose(story.state, work):
        if side in work.asked:
            continue
        found = candidates(story.state, work, side)
        if effect.count != "all" and len(found) > effect.count:
            card = work.card or story.state.event_now
            return Question("mechs", work.owner or side, effect.count, found, side, card=card)
        work = replace(work, asked=(*work.asked, side), picked=(*work.picked, *found))
    story.keep(replace(story.state, queue=(work, *story.state.queue[1:])))
    return None


def _ask_foe(state: State, _frame: PlainStep) -> tuple[Choose, ...]:
    return choice(state, (choices.player(seat) for seat in state.questions[0].choices))


def _take_foe(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """The whole ability is aimed at the same opponent."""
    answered(story)
    first, queue = story.state.queue[0], []
    for work in story.state.queue:
        is_same = (work.owner, work.slot, work.card) == (first.owner, first.slot, first.card)
        queue.append(replace(work, foe=reply.choice) if is_same and not work.foe else work)
    story.keep(replace(story.state, queue=tuple(queue)))


def ask_mechs(state: State, _frame: PlainStep) -> tuple[Choose, ...]:
    question = state.questions[0]
    number = question.n if question.kind == "mechs" else 1
    refs = question.choices
    return choice(state, (choices.mech(state, r, "mm.do.choose", r) for r in refs), number)


def _take_mechs(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    question = answered(story)
    work, *later = story.state.queue
    asked, picked = (*work.asked, question.side), (*work.picked, *reply.options)
    story.keep(replace(story.state, queue=(replace(work, asked=asked, picked=picked), *later)))


def _ask_manual(state: State, _frame: PlainStep) -> tuple[Ready, ...]:
    """What no rule knows is read out, and done by the table."""
    question = state.questions[0]
    told = question.text not in ("", "chain")
    lines = (say("mm.text", text=question.text),) if told else ()
    words = question_words(state, question)
    return (Ready(id=ask_id(state, question_step(question)), say=words, lines=lines),)


def _take_manual(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    answered(story)
    story.tell(story.state, "mm.log.manual_done")


# What effects do


def _on_mechs(story: GameStory, work: Work) -> None:
    effect, refs = work.effect, tuple(dict.fromkeys(work.picked))
    match effect.do:
        case "damage":
            damage(story, [(ref, effect.n) for ref in refs])
        case "destroy":
            destroy(story, refs)
        case "heal":
            heal(story, refs, effect.n)
        case "return_to_hand":
            for seat in return_to_hand(story, refs):
                limit_hand(story, seat)
        case _:
            boost(story, refs, Boost(BOOSTS[effect.do], effect.n, until(effect)))  # type: ignore[arg-type]


def _on_players(story: GameStory, work: Work) -> None:
    effect = work.effect
    match effect.do:
        case "event_discard":
            _discard_events(story, effect.n)
        case "manual":
            card = work.card or story.state.event_now
            ask_later(story, Question("manual", work.owner, text=effect.text, card=card))
        case "first_pick":
            for seat in filter(None, whose(story.state, work)[:1]):
                _will_pick_first(story, seat)
        case _:
            for seat in filter(None, whose(story.state, work)):
                _on_player(story, work, seat)


def _on_player(story: GameStory, work: Work, seat: str) -> None:
    effect = work.effect
    match effect.do:
        case "gain_mana":
            gain_mana(story, seat, effect.n)
        case "lose_mana":
            gain_mana(story, seat, -effect.n)
        case "gain_vp":
            gain_vp(story, seat, effect.n)
        case "lose_vp":
            gain_vp(story, seat, -effect.n)
        case "steal_vp":
            _steal(story, work, seat)
        case "damage_base":
            _damage_base(story, work, seat)
        case "add_base_shield":
            raise_shield(story, seat, effect)
        case "draw":
            _draw(story, seat, effect)
        case "discard_hand":
            due_discard(story, seat, effect.n)
        case "event_peek":
            _peek(story, seat, work)
        case "transmute":
            if hand_size(story.state.players[seat]):
                ask_later(story, Question("transmute", seat, effect.n, card=work.card))
        case _:
            promise(story, seat, effect)


def _steal(story: GameStory, work: Work, loser: str) -> None:
    taking = replace(work, effect=replace(work.effect, who=work.effect.to))
    for winner in filter(None, whose(story.state, taking)[:1]):
        move_vp(story, loser, winner, work.effect.n)


def _damage_base(story: GameStory, work: Work, seat: str) -> None:
    effect = work.effect
    if seat == work.owner or (effect.kind == "physical" and blockers(story.state, seat)):
        return
    if work.owner:
        hit_base(story, work.owner, seat, effect.n)
    else:
        gain_vp(story, seat, -effect.n)


def _draw(story: GameStory, seat: str, effect: Effect) -> None:
    if not effect.type:
        ask_later(story, Question("draw", seat, effect.n))
    elif effect.type != "bulwark":
        draw_cards(story, seat, effect.type, effect.n)
        limit_hand(story, seat)


def _peek(story: GameStory, seat: str, work: Work) -> None:
    pile = story.state.event_pile
    if pile > 0:
        able, looked = min(work.effect.bury_max, pile), min(work.effect.n, pile)
        ask_later(story, Question("peek", seat, able, text=str(looked), card=work.card))


def _will_pick_first(story: GameStory, seat: str) -> None:
    state = replace(story.state, first_next=seat)
    words = say("mm.log.will_pick_first", seat=name_of(seat))
    story.tell(state, words, about=(seat,), sound="ruler")


def _discard_events(story: GameStory, n: int) -> None:
    n = min(n, story.state.event_pile)
    state = replace(story.state, event_pile=story.state.event_pile - n)
    story.tell(state, "mm.log.events_discarded", n=n, left=state.event_pile)


STEPS: dict[str, GameStep] = {
    "effect": Step(run=carry_out),
    "choice.foe": Step(_ask_foe, _take_foe),
    "choice.mechs": Step(ask_mechs, _take_mechs),
    "choice.manual": Step(_ask_manual, _take_manual),
}
