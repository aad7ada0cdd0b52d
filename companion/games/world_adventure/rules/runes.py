"""Ancient Runes: the gem, the win, the status point, the Stage Lv. The Rune Power that follows is
in powers.py.
"""

from msgspec.structs import replace

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import choose_ask, option
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put,
    put_player,
    put_turn,
)
from companion.games.world_adventure.rules.constants import (
    STAGE_RUNES,
    STATUS_FREE_MOST,
    STATUS_MOST,
    TARGETS,
    THRESHOLDS,
)
from companion.games.world_adventure.state import (
    STATUSES,
    Frame,
    GameStory,
    HunterPiece,
    Player,
    State,
)
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step


def award(state: State, seat: str, *objectives: str) -> list[Frame]:
    """A frame for each rune that is still free on the track, in the order given (that of the
    track).
    """
    runes = state.players[seat].runes
    return [Frame("R", seat, name) for name in objectives if runes.get(name) == 0]


def award_legendary(state: State, seat: str) -> list[Frame]:
    """Once per player, or for each Legendary where the table plays that."""
    runes = state.players[seat].runes
    if runes["legendary"] and state.options["legendary_runes"] == "each":
        number = 1 + sum(name.startswith("legendary") for name in runes)
        return [Frame("R", seat, f"legendary_{number}")]
    return award(state, seat, "legendary")


def rune_slots(count: int) -> int:
    return sum(count >= least for least in THRESHOLDS)


def stage_for(state: State) -> int:
    """By the player who leads, never by a team's sum."""
    lead = max(one.rune_count for one in state.players.values())
    return 1 + sum(lead >= least for least in STAGE_RUNES)


def target(state: State) -> int:
    return TARGETS[str(state.options["mode"])]


def standing(state: State, seat: str) -> int:
    """The runes that count for this player: his own, or his team's together."""
    return sum(one.rune_count for one in _side(state, seat))


def _side(state: State, seat: str) -> list[Player]:
    one = state.players[seat]
    return [
        other
        for other in state.players.values()
        if other is one or (one.team and other.team == one.team)
    ]


def has_won(state: State, seat: str) -> bool:
    if standing(state, seat) < target(state):
        return False
    return state.options["legendary_required"] == "no" or any(
        one.legendary_defeated for one in _side(state, seat)
    )


def check_win(story: GameStory, seat: str) -> bool:
    """The game is over at the instant the target is reached, whatever was going on."""
    state = story.state
    if not has_won(state, seat):
        runes = standing(state, seat)
        if runes >= target(state):
            log(story, "legendary_missing", seat, n=runes)
        elif runes == target(state) - 1:
            log(story, "one_rune_missing", seat, sound="medium")
        return False
    winner = state.players[seat].team or seat
    put(story, winner=winner, step="W", stack=(), battle=None)
    log(story, "won", seat, n=standing(state, seat), sound="loud")
    return True


def _rune(story: GameStory, frame: Frame) -> None:
    seat, name = frame.seat, frame.what
    runes = player(story, seat).runes
    if runes.get(name):
        return
    put_player(story, seat, runes={**runes, name: 1})
    count = player(story, seat).rune_count
    log(story, "rune", seat, objective=objective_say(name), n=count, sound="loud")
    follow_rune(story, seat)


def objective_say(name: str) -> Say:
    return say("wa.rune.legendary") if name.startswith("legendary") else say(f"wa.rune.{name}")


def follow_rune(story: GameStory, seat: str) -> None:
    """R2 to R5: win, slot and status point, stage, Rune Power."""
    if check_win(story, seat):
        return
    count = player(story, seat).rune_count
    frames = [Frame("R4"), Frame("R5", seat)]
    if count in THRESHOLDS:
        log(story, "slot_opens", seat, n=rune_slots(count))
        frames.insert(0, Frame("R3", seat))
    push(story, *frames)


def why_not_status(state: State, seat: str, status: str) -> Say | None:
    one = state.players[seat]
    value = getattr(one, status)
    if value >= STATUS_MOST:
        return say("wa.refused.status_five", status=say(f"wa.status.{status}"))
    if value >= STATUS_FREE_MOST and not one.legendary_items:
        return say("wa.refused.status_four", status=say(f"wa.status.{status}"))
    return None


def _point(story: GameStory, frame: Frame) -> None:
    """A point that fits nowhere is lost; else it must be placed before play goes on."""
    if all(why_not_status(story.state, frame.seat, status) for status in STATUSES):
        log(story, "point_lost", frame.seat)
    else:
        push(story, replace(frame, step="R3a"))


def _ask_point(state: State, frame: Frame) -> Asks:
    one = state.players[frame.seat]
    options = tuple(
        option(
            status,
            "status",
            why_not_status(state, frame.seat, status),
            status=say(f"wa.status.{status}"),
            n=getattr(one, status) + 1,
        )
        for status in STATUSES
    )
    return (choose_ask(state, "R3a", options, frame.seat),)


def _place_point(story: GameStory, frame: Frame, reply: Reply) -> None:
    """It works at once: Explorer 4 and 5 bring a move in one's own turn."""
    seat, status = frame.seat, reply.choice
    value = getattr(player(story, seat), status) + 1
    pop(story)
    put_player(story, seat, **{status: value})
    if (
        status == "explorer"
        and value >= STATUS_FREE_MOST
        and seat == story.state.active
        and story.state.step == "P1"
    ):
        put_turn(story, moves=story.state.turn.moves + 1)
    log(story, "status", seat, status=say(f"wa.status.{status}"), n=value)
    if value == STATUS_MOST:
        log(story, "limit_break", seat, status=say(f"wa.status.{status}"), sound="medium")


def _ask_point_back(state: State, frame: Frame) -> Asks:
    one = state.players[frame.seat]
    slots = max((soldier.slot for soldier in one.soldiers), default=0)
    options = []
    for status in STATUSES:
        blocked = getattr(one, status) < 1 or (status == "leadership" and slots >= one.leadership)
        why = say("wa.refused.status_none", status=say(f"wa.status.{status}")) if blocked else None
        options.append(option(status, "status_back", why, status=say(f"wa.status.{status}")))
    return (choose_ask(state, "RB", (*options, option("none", "none")), frame.seat),)


def _point_back(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    status = reply.choice
    if status != "none":
        put_player(story, frame.seat, **{status: getattr(player(story, frame.seat), status) - 1})
        log(story, "status_back", frame.seat, status=say(f"wa.status.{status}"))


def _stage(story: GameStory, _frame: Frame) -> None:
    """R4. Stage Lv never falls in play; whoever is on the map takes the new card and is whole
    again.
    """
    stage = stage_for(story.state)
    if stage > story.state.stage_lv:
        set_stage(story, stage)


def set_stage(story: GameStory, stage: int) -> None:
    state = story.state
    put(story, stage_lv=stage)
    raid = state.raid
    if raid.territory:
        card = shelf.standing(story.state, f"raid:{stage}") or raid.card
        put(story, raid=replace(raid, card=card, lost=0))
    put(
        story,
        brigand=HunterPiece(state.brigand.territory),
        government=HunterPiece(state.government.territory),
    )
    log(story, "stage", n=stage, sound="loud")


def winners(state: State) -> tuple[str, ...]:
    return tuple(
        seat
        for seat, one in state.players.items()
        if state.winner in (seat, one.team) and state.winner
    )


STEPS = {
    "R": Step(run=_rune),
    "R3": Step(run=_point),
    "R4": Step(run=_stage),
    "R3a": Step(_ask_point, _place_point),
    "RB": Step(_ask_point_back, _point_back),
}
