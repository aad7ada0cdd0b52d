"""The option private_precheck: before lifting, a player may have the own card looked at.

Always answered with a refusal, so that nothing is ever stored: either what is wrong, or that
nothing is.
"""

from companion.games.spell_from_the_future.placing import check_owned, placement_of, violations
from companion.games.spell_from_the_future.state import State
from companion.kit.intents import Answer, Placed
from companion.kit.story import Story, refuse


def looked(story: Story[State], answer: Answer) -> None:
    assert isinstance(answer.answer, Placed)
    seat = answer.ask.split(":")[2]
    placed = placement_of(answer.answer)
    check_owned(story, seat, placed, answer.answer.unplaced)
    # The Mind Card is unknown here, so only the general rules can be checked.
    for error in violations(story.state, seat, None, placed):
        raise error
    raise refuse("SF-G35", "sf.precheck.fine")
