"""What lay in a zone when a question began, on drawn frames."""

from tests.vision.test_worker import blobs, frames
from vision.pipeline import VisionPipeline
from vision.protocol import Watch, WatchOrder, ZoneReading


def readings(pipeline: VisionPipeline, *pictures: tuple[int | None, int]) -> list[tuple[int, ...]]:
    """For each reading how many pieces lie there and how many lay there before; -1: unknown."""
    found: list[tuple[int, ...]] = []
    for square_x, count in pictures:
        for frame in frames(square_x, count, pipeline.frame.number + 1):
            for report in pipeline.see(frame):
                if isinstance(report, ZoneReading):
                    before = report.reading.before
                    lay = -1 if before is None else len(before)
                    found.append((len(report.reading.findings), lay))
    return found


def laid(ask: str) -> Watch:
    return Watch((WatchOrder(ask, "row", "cards"),))


def test_a_piece_laid_after_the_question_is_told_from_one_that_lay_there() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(laid("first"))
    assert readings(pipeline, (None, 3), (50, 40)) == [(1, 0)]
    pipeline.watch(laid("second"))
    assert readings(pipeline, (50, 20), (None, 40), (200, 40)) == [(0, 1), (1, 1)]


def test_what_lies_there_at_the_first_look_lay_there_before() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(laid("first"))
    assert readings(pipeline, (50, 40)) == [(1, 1)]


def test_what_moves_from_the_first_picture_on_nobody_can_tell() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(laid("first"))
    assert readings(pipeline, (200, 1), (120, 1), (50, 40)) == [(1, -1)]


def test_where_it_was_watched_without_a_break_the_last_rest_is_known() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(laid("first"))
    readings(pipeline, (None, 40))
    pipeline.watch(laid("second"))
    assert readings(pipeline, (200, 1), (120, 1), (50, 40)) == [(1, 0)]


def test_dice_still_rolling_when_their_question_is_answered_are_not_the_next_roll() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(Watch((WatchOrder("first", "tray"),)))
    readings(pipeline, (None, 10), (200, 1), (160, 1))
    pipeline.watch(Watch((WatchOrder("second", "tray"),)))
    assert readings(pipeline, (120, 1), (50, 30)) == []
    assert len(readings(pipeline, (200, 1), (250, 30))) == 1


def test_dice_thrown_before_anybody_asked_and_still_rolling_are_the_roll() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(Watch((WatchOrder("unasked", "tray", is_asked=False),)))
    readings(pipeline, (None, 10), (200, 1), (160, 1))
    pipeline.watch(Watch((WatchOrder("first", "tray"),)))
    assert len(readings(pipeline, (120, 1), (50, 30))) == 1
