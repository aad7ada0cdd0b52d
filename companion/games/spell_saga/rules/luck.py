"""Luck checks as events: what was read and why, and what good luck does with the action cards."""

from companion.games.spell_saga.rules.jobs import Reason, job_step, lapse, push
from companion.games.spell_saga.rules.piles import to_hand
from companion.games.spell_saga.rules.reading import Reading, kismet, luck_of, may_be_used
from companion.games.spell_saga.rules.wording import luck_said
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    action_cards,
    ask_id,
    hand_size,
    title,
    with_hero,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import say
from companion.kit.steps import Asks, Reply

LUCK_BUTTON = 1  # the panel's first free button asks luck again
LIVE = ("T7", "T8", "T10", "B2", "B3a", "B3b", "B3c")  # where luck may follow the cards
SOUNDS = {"GOOD": "luck_good", "BAD": "luck_bad", "NO": "luck_none"}


def recheck_closed(state: State) -> Reason | None:
    """Luck can be read again while some hero has all three kismet cards."""
    if any(kismet(state, lane) for lane in range(len(state.heroes))):
        return None
    missing = "luck" if any(hero.action for hero in state.heroes) else "action"
    return "SS-R26", say(f"ss.refused.no_{missing}_card")


def check_luck(story: GameStory, lane: int) -> None:
    """The newest result counts and is told with its reason."""
    reading = luck_of(story.state, lane)
    set_luck(story, lane, reading)


def set_luck(story: GameStory, lane: int, reading: Reading) -> None:
    hero = title(story.state, story.state.heroes[lane].card)
    state = with_hero(story.state, lane, luck=reading.luck, why=reading.why, match=reading.match)
    words = luck_said(state, lane, reading.luck, reading.why, reading.match)
    story.tell(state, "ss.log.luck", hero=hero, luck=words, sound=SOUNDS[reading.luck])


def may_take(state: State) -> bool:
    """From step 8 on a good result moves the cards at once."""
    return state.step in ("T8", "T9", "T10") or state.step.startswith("B")


def recheck(story: GameStory) -> None:
    """The LUCK button: every lane whose three kismet cards lie there is read again."""
    for lane in range(len(story.state.heroes)):
        if kismet(story.state, lane) is not None:
            check_luck(story, lane)
            if may_take(story.state):
                good_luck_takes(story, lane)


def follow_cards(story: GameStory) -> None:
    """Option luck_live = auto: a changed triple is read at once."""
    for lane, hero in enumerate(story.state.heroes):
        if kismet(story.state, lane) is None:
            continue
        reading = luck_of(story.state, lane)
        if (reading.luck, reading.why) != (hero.luck, hero.why):
            set_luck(story, lane, reading)
            if may_take(story.state):
                good_luck_takes(story, lane)


def comes_up(story: GameStory) -> bool:
    """Whether luck was read anew by itself."""
    state = story.state
    if state.options["luck_live"] != "auto" or state.step not in LIVE:
        return False
    follow_cards(story)
    return story.state is not state


def good_luck_takes(story: GameStory, lane: int) -> None:
    """Good luck: the lane's acknowledged action cards go to hand, enemies too, without prize."""
    hero = story.state.heroes[lane]
    if hero.luck != "GOOD" or hero.left:
        return
    cards = takable(story.state, lane)
    if cards and story.state.options["good_luck_optional"] == "on":
        push(story, Job("take", lane=lane))
    elif cards:
        take_lane(story, lane)


def takable(state: State, lane: int) -> tuple[str, ...]:
    """The lane's acknowledged cards; enemies already defeated stay until the battle is over."""
    down = (
        {enemy.card for enemy in state.battle.enemies if enemy.defeated} if state.battle else set()
    )
    return tuple(
        card
        for card in action_cards(state.heroes[lane])
        if may_be_used(state, card) and card not in down
    )


def take_lane(story: GameStory, lane: int) -> None:
    for card in takable(story.state, lane):
        named = title(story.state, card)
        to_hand(story, card)
        story.tell(story.state, "ss.log.good_luck", card=named, hand=hand_size(story.state))


def take_asks(state: State, job: Job) -> Asks:
    cards = takable(state, job.lane)
    if not cards:
        return ()
    words = say("ss.ask.take", card=title(state, cards[0]))
    options = (
        Option(id="yes", say=say("ss.option.take")),
        Option(id="no", say=say("ss.option.leave")),
    )
    return (Choose(id=ask_id(state, "take"), say=words, options=options),)


def take_take(story: GameStory, job: Job, reply: Reply) -> None:
    if reply.choice == "yes":
        take_lane(story, job.lane)
    else:
        state = with_hero(story.state, job.lane, left=True)
        story.tell(state, "ss.log.left", hero=title(state, state.heroes[job.lane].card))


STEPS = {"take": job_step(take_asks, take_take, lapse)}
