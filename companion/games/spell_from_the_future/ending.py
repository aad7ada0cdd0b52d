"""How a game ended, and why."""

from companion.games.spell_from_the_future.state import (
    DAYS,
    Campaign,
    State,
    is_cooperative,
    team_result,
)
from companion.kit.outcome import Figure, Outcome, Standing, ranked
from companion.kit.say import name_of, say
from companion.kit.seats import order_of


def outcome(state: State) -> Outcome | None:
    if state.step != "END":
        return None
    if state.campaign is not None:
        return _campaign_outcome(state, state.campaign)
    if state.result == "village_lost":
        return Outcome("village_lost", (), say("sf.end.fallen", day=state.round))
    if is_cooperative(state):
        why = say("sf.end.held_together", damage=state.village_damage, team=team_result(state))
        return Outcome("survived", state.winners, why)
    names = tuple(name_of(seat) for seat in state.winners)
    top = max(scores(state).values())
    why = say("sf.end.shared" if len(names) > 1 else "sf.end.winner", winners=names, score=top)
    return Outcome("survived", state.winners, why, ranked(scores(state)))


def _campaign_outcome(state: State, campaign: Campaign) -> Outcome | None:
    if campaign.result == "running":
        return None
    won = campaign.result == "won"
    why = say("sf.end.campaign_won" if won else "sf.end.campaign_lost", chapter=campaign.chapter)
    standings: tuple[Standing, ...] = ()
    return Outcome(f"campaign_{campaign.result}", order_of(state) if won else (), why, standings)


def scores(state: State) -> dict[str, int]:
    """The lower of both kinds of points counts."""
    return {seat: player.personal for seat, player in state.players.items()}


def figures(state: State) -> tuple[Figure, ...]:
    """How far a campaign came; else how long the Village stood and what it took."""
    if state.campaign is not None:
        lives, chapter = state.campaign.lives, state.campaign.chapter
        return (
            Figure("chapter", say("sf.figure.chapter"), chapter),
            Figure("lives", say("sf.figure.lives"), lives),
        )
    return (
        Figure("days", say("sf.figure.days"), min(state.round, DAYS)),
        Figure("damage", say("sf.figure.damage"), state.village_damage, most=False),
    )
