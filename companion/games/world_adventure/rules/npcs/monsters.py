"""N3: in the NPC phase each monster on the map attacks one player at most."""

from companion.games.world_adventure.pack.atlas import is_city
from companion.games.world_adventure.rules.board import pieces, question, touches
from companion.games.world_adventure.rules.changes import log, push, put
from companion.games.world_adventure.rules.drawing import draw_among
from companion.games.world_adventure.rules.possessions import aboard, active_soldiers, is_forbidden
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.say import say
from companion.kit.steps import Step


def _next_monster(story: GameStory, _frame: Frame) -> None:
    """Minion, Destroyer, Raid, then the Legendaries, oldest first; one summoned meanwhile still
    acts.
    """
    state = story.state
    waiting = [name for name in pieces(state) if name not in state.npcs_done]
    if not waiting or is_forbidden(state, "skip", "monsters"):
        put(story, step="E1")
        return
    put(story, npcs_done=(*state.npcs_done, waiting[0]))
    push(story, Frame("N3t", what=waiting[0]))


def in_range(state: State, name: str) -> tuple[list[str], list[Frame]]:
    """Players it may attack, and what must be asked of the map first."""
    piece = pieces(state)[name]
    wide = name in ("destroyer", "raid")
    found, questions = [], []
    for seat, one in state.players.items():
        if seat in piece.met_by or is_city(one.territory):
            continue
        if one.territory == piece.territory:
            found.append(seat)
        elif wide:
            near = touches(state, piece.territory, one.territory)
            if near is None:
                questions.append(question("touch", piece.territory, one.territory))
            elif near:
                found.append(seat)
    return found, questions


def prefer(state: State, seats: list[str]) -> tuple[str, ...]:
    """Fewest active soldiers; fewest Lv 2 soldiers, fainted ones too; most gold; most goods."""

    def weakness(seat: str) -> tuple[int, int, int, int]:
        one = state.players[seat]
        strong = sum(soldier.level == 2 for soldier in one.soldiers)
        return (len(active_soldiers(state, seat)), strong, -one.gold, -aboard(state, seat))

    least = min(weakness(seat) for seat in seats)
    return tuple(seat for seat in seats if weakness(seat) == least)


def _choose_target(story: GameStory, frame: Frame) -> None:
    if frame.what not in pieces(story.state):
        return
    found, questions = in_range(story.state, frame.what)
    if questions:
        push(story, questions[0], frame)
        return
    if not found:
        return
    best = prefer(story.state, found)
    then = Frame("N3a", what=frame.what)
    if len(best) > 1:
        draw_among(story, best, then)
    else:
        push(story, Frame("N3a", what=frame.what, names=best))


def _attack(story: GameStory, frame: Frame) -> None:
    seat = frame.names[0]
    log(
        story,
        "monster_attacks",
        seat,
        what=say(f"wa.npc.{frame.what.partition(':')[0]}"),
        sound="medium",
    )
    push(story, Frame("KX", seat, frame.what))


STEPS = {
    "N3": Step(run=_next_monster),
    "N3t": Step(run=_choose_target),
    "N3a": Step(run=_attack),
}
