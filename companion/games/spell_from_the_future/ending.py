"""How a game ends: the Village falls, or seven days are held. A campaign strings such games
together.
"""

import msgspec

from companion.games.spell_from_the_future.setup import DIFFICULTIES, difficulty
from companion.games.spell_from_the_future.state import (
    Attempt,
    Campaign,
    Player,
    State,
    is_cooperative,
    left_of,
    order,
    replace,
    team_result,
)
from companion.kit.intents import Answer
from companion.kit.outcome import Outcome, Standing, ranked
from companion.kit.say import Value, name_of, say
from companion.kit.story import Story

WARNING_LEFT = 2


def hurt(story: Story[State], number: int, key: str, /, **values: Value) -> None:
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


def fall(story: Story[State]) -> None:
    story.tell(
        replace(story.state, result="village_lost", step="END", proposals=()),
        "sf.log.fallen",
        sound="fallen",
    )
    _close_attempt(story, won=False)


def hold(story: Story[State]) -> None:
    """The last Beast is dealt with and the Village stands."""
    state = story.state
    winners = order(state) if is_cooperative(state) else best(state)
    names = tuple(name_of(seat) for seat in winners)
    state = replace(state, result="survived", winners=winners, step="END")
    story.tell(state, "sf.log.held", about=winners, sound="winner", winners=names)
    _close_attempt(story, won=True)


def best(state: State) -> tuple[str, ...]:
    """The highest lower marker; equals share."""
    top = max(player.personal for player in state.players.values())
    return tuple(seat for seat in order(state) if state.players[seat].personal == top)


def _close_attempt(story: Story[State], won: bool) -> None:
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


def next_attempt(story: Story[State], _answer: Answer) -> None:
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


def outcome(state: State) -> Outcome | None:
    if state.step != "END":
        return None
    if state.campaign is not None:
        return _campaign_outcome(state, state.campaign)
    scores = {seat: player.personal for seat, player in state.players.items()}
    if state.result == "village_lost":
        return Outcome("village_lost", (), say("sf.end.fallen", day=state.round))
    if is_cooperative(state):
        why = say("sf.end.held_together", damage=state.village_damage, team=team_result(state))
        return Outcome("survived", state.winners, why)
    names = tuple(name_of(seat) for seat in state.winners)
    top = max(scores.values())
    why = say("sf.end.shared" if len(names) > 1 else "sf.end.winner", winners=names, score=top)
    return Outcome("survived", state.winners, why, ranked(scores))


def _campaign_outcome(state: State, campaign: Campaign) -> Outcome | None:
    if campaign.result == "running":
        return None
    won = campaign.result == "won"
    why = say("sf.end.campaign_won" if won else "sf.end.campaign_lost", chapter=campaign.chapter)
    standings: tuple[Standing, ...] = ()
    return Outcome(f"campaign_{campaign.result}", order(state) if won else (), why, standings)
