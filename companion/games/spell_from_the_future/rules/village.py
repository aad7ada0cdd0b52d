"""The Village falls, or seven days are held; a campaign strings such games together."""

import msgspec

from companion.games.spell_from_the_future.options import DIFFICULTIES
from companion.games.spell_from_the_future.rules.deck import difficulty
from companion.games.spell_from_the_future.rules.wording import ask_id
from companion.games.spell_from_the_future.state import (
    Attempt,
    Campaign,
    GameStory,
    Player,
    State,
    is_cooperative,
    left_of,
    replace,
    team_result,
)
from companion.kit.asks import Ready
from companion.kit.say import Value, name_of, say
from companion.kit.seats import order_of
from companion.kit.steps import Asks, PlainStep, Reply, Step

WARNING_LEFT = 2


def hurt(story: GameStory, number: int, key: str, /, **values: Value) -> None:
    """Damage (or repair) of the Village, within its track; at the track's end the game is over on
    the spot.
    """
    state = story.state
    limit = state.pack.damage_limit
    now = max(0, min(limit, state.village_damage + number))
    near = limit - WARNING_LEFT <= now < limit
    sound = "repaired" if number < 0 else "warning" if near else "hurt"
    story.tell(
        replace(state, village_damage=now), say(key, n=number, now=now, **values), sound=sound
    )
    if now == limit:
        fall(story)


def fall(story: GameStory) -> None:
    story.tell(
        replace(story.state, result="village_lost", step="END", proposals=()),
        "sf.log.fallen",
        sound="fallen",
    )
    _close_attempt(story, won=False)


def hold(story: GameStory) -> None:
    """The last Beast is dealt with and the Village stands."""
    state = story.state
    winners = order_of(state) if is_cooperative(state) else best(state)
    names = tuple(name_of(seat) for seat in winners)
    state = replace(state, result="survived", winners=winners, step="END")
    story.tell(state, "sf.log.held", about=winners, sound="winner", winners=names)
    _close_attempt(story, won=True)


def best(state: State) -> tuple[str, ...]:
    """The highest lower marker; equals share."""
    top = max(player.personal for player in state.players.values())
    return tuple(seat for seat in order_of(state) if state.players[seat].personal == top)


def _close_attempt(story: GameStory, won: bool) -> None:
    state, campaign = story.state, story.state.campaign
    if campaign is None:
        return
    days = state.round if won else state.round - 1
    line = Attempt(
        campaign.chapter, difficulty(state), won, days, state.village_damage, team_result(state)
    )
    lives = campaign.lives if won else campaign.lives - 1
    finished = won and campaign.chapter == len(DIFFICULTIES)
    result = "won" if finished else "lost" if lives == 0 else "running"
    campaign = msgspec.structs.replace(
        campaign, log=(*campaign.log, line), lives=lives, result=result
    )
    key = "sf.log.chapter_won" if won else "sf.log.chapter_lost"
    story.tell(replace(state, campaign=campaign), key, chapter=line.chapter, lives=lives)


def _over(state: State, _frame: PlainStep) -> Asks:
    if state.campaign is None or state.campaign.result != "running":
        return ()
    key = "sf.ask.NEXT.won" if state.result == "survived" else "sf.ask.NEXT.lost"
    ask_say = say(key, chapter=state.campaign.chapter, lives=state.campaign.lives)
    return (Ready(id=ask_id(state, "NEXT"), say=ask_say),)


def next_attempt(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    """The next chapter, or the same again: everything fresh, the 1st Mage one seat further."""
    state, campaign = story.state, story.state.campaign
    assert campaign is not None
    won = campaign.log[-1].won
    carried = state.village_damage // 2 if state.options["campaign_damage_carry"] == "half" else 0
    damage = carried if won else campaign.started_at_damage
    chapter = campaign.chapter + 1 if won else campaign.chapter
    campaign = Campaign(chapter, campaign.lives, campaign.attempt + 1, damage, campaign.log)
    fresh = State(
        seats=state.seats,
        options=state.options,
        in_force=dict(state.options),
        pack=state.pack,
        step="S2",
        players={seat: Player() for seat in state.players},
        first_player=left_of(state, state.first_player),
        village_damage=damage,
        word_deck_count=state.pack.word_cards,
        campaign=campaign,
    )
    story.tell(fresh, "sf.log.chapter", chapter=chapter, text=story_text(fresh))


def story_text(state: State) -> str:
    """The owner's story for this chapter, if there is one."""
    chapter = state.campaign.chapter if state.campaign else 0
    texts = state.pack.story
    return texts[chapter - 1] if 0 < chapter <= len(texts) else ""


STEPS = {"END": Step(_over), "NEXT": Step(take=next_attempt)}
