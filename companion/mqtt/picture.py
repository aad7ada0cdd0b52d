"""The score as a picture, drawn from the state everybody gets: for screens that show only those."""

from xml.sax.saxutils import escape

from companion.broadcast.messages import GameNow, SeatNow, TableState

WIDTH, ROW, TOP = 800, 120, 150
INK, MUTE, PAPER, PANEL = "#231D17", "#5C5044", "#F3ECDF", "#FFFCF6"
SERIF, SANS = "Georgia, serif", "Helvetica, Arial, sans-serif"


def picture(state: TableState) -> bytes:
    game = state.game
    rows = () if game is None else game.seats
    height = TOP + ROW * max(1, len(rows)) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}">',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _text(40, 70, 44, state.name if game is None else game.title, font=SERIF),
        *([] if game is None else _game(game)),
        "</svg>",
    ]
    return "\n".join(parts).encode()


def _game(game: GameNow) -> list[str]:
    told = game.outcome.why if game.outcome else game.question or game.phase
    parts = [_text(40, 118, 26, _short(told, 60), MUTE)]
    for at, seat in enumerate(game.seats):
        parts += _seat(seat, TOP + at * ROW, game.outcome is not None and _won(game, seat))
    return parts


def _seat(seat: SeatNow, top: int, has_won: bool) -> list[str]:
    rim = f' stroke="{INK}" stroke-width="4"' if seat.at_turn or has_won else ""
    score = "" if seat.score is None else str(seat.score)
    return [
        f'<rect x="24" y="{top}" width="752" height="{ROW - 12}" rx="10" fill="{PANEL}"{rim}/>',
        _text(56, top + 70, 40, _short(seat.name, 22), font=SERIF),
        _text(744, top + 86, 84, score, font=SERIF, anchor="end"),
    ]


def _won(game: GameNow, seat: SeatNow) -> bool:
    return game.outcome is not None and seat.id in game.outcome.winners


def _text(
    x: int, y: int, size: int, words: str, fill: str = INK, font: str = SANS, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="{font}" font-size="{size}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
