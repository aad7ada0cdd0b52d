"""A bot that plays Runika: of a few answers it takes the one that gives its seat most points."""

from companion import play
from companion.kit.asks import Ask
from companion.kit.intents import AnswerValue

TRIES = 3
Move = tuple[Ask, AnswerValue]


def points(game: play.OpenedGame, move: Move) -> int:
    """What the seat would have then; less than nothing where the rules refuse it."""
    ask, value = move
    try:
        then = game.after(ask, value).scores
    except play.IllegalAnswerError:
        return -1
    return then.get(play.whose_turn(ask) or "", 0)


def play_one(seed: int, most_answers: int = 2_000) -> play.OpenedGame:
    game = play.open_game("runika", ("red", "blue"), seed=seed)
    for _ in range(most_answers):
        if game.outcome is not None:
            break
        moves = [(ask, game.sample(ask)) for ask in game.asks for _ in range(TRIES)]
        best = max(moves, key=lambda move: points(game, move))
        if points(game, best) >= 0:
            game.answer(*best)
    return game


if __name__ == "__main__":
    ended = play_one(seed=1)
    print(ended.outcome, ended.scores)
