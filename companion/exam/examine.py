"""The whole exam of one game: what is wrong, and what is still to be written."""

from collections.abc import Callable, Iterator

import msgspec

from companion import games
from companion.errors import CompanionError
from companion.exam import texts
from companion.exam.checks import CHECKS
from companion.exam.examples import every_example_comes_out, every_rule_is_proved
from companion.exam.played import one_game, sizes
from companion.languages import SOURCE
from companion.service.camera_line import place_said
from companion.service.places import TablePlaces
from companion.texts import texts as spoken

OF_GAME: tuple[Callable[[str], Iterator[str]], ...] = (
    every_example_comes_out,
    every_rule_is_proved,
    texts.every_key_in_the_rules_has_words,
    texts.every_refusal_has_its_rule_in_words,
    texts.every_option_has_words,
)


class ExamFinding(msgspec.Struct, frozen=True):
    """`part` is the part of the exam. `is_gap`: nothing is wrong, only not written yet."""

    part: str
    say: str
    is_gap: bool = False


def examine(game_id: str) -> Iterator[ExamFinding]:
    folder = games.folder(game_id) / "texts"
    yield from _told("texts", texts.languages_agree(folder))
    for gap in texts.translations_wait(folder):
        yield ExamFinding("texts", gap, is_gap=True)
    for check in OF_GAME:
        yield from _told(_part(check), check(game_id))
    for players in sizes(game_id):
        for at_table in (*CHECKS, texts.everything_said_has_words, its_places_have_mats):
            yield from _told(f"{_part(at_table)}, {players} players", at_table(game_id, players))


def _part(check: Callable[..., object]) -> str:
    return check.__name__.replace("_", " ")


def _told(part: str, found: Iterator[str]) -> Iterator[ExamFinding]:
    """What a check finds; whatever it stumbles over is a finding too."""
    try:
        yield from (ExamFinding(part, words) for words in found)
    except CompanionError as error:
        yield ExamFinding(part, str(error))
    except Exception as error:
        yield ExamFinding(part, f"{type(error).__name__}: {error}")


def its_places_have_mats(game_id: str, players: int) -> Iterator[str]:
    """Where the camera is to look, there is a mat, or nobody ever sees anything."""
    told = one_game(game_id, players)
    ground = TablePlaces.of(game_id, told.start.seats)
    known = {*ground.areas()}
    asked = {ask.zone for state in told.states for ask in told.game.asks(state) if ask.zone}
    missing = {zone for zone in asked if ground.place(zone) not in known}
    yield from (f"an ask looks at {zone!r}, which no mat has" for zone in sorted(missing))
    named = {place_said(ground.place(zone), ()).key for zone in asked - missing}
    yield from (f"there is no text {key}" for key in sorted(named - {*spoken(SOURCE)}))
