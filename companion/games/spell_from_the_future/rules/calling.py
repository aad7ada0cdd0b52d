"""Step P5.3: the words are called one by one; tokens two or more players agree on are Hits."""

import msgspec

from companion.games.spell_from_the_future.rules.abilities import abilities
from companion.games.spell_from_the_future.rules.fight import count_if_settled
from companion.games.spell_from_the_future.rules.wording import confirm, place_said, token_said
from companion.games.spell_from_the_future.state import (
    COLOURS_OF_TOKENS,
    GameStory,
    State,
    placed_by,
    places,
    replace,
)
from companion.kit.say import Say, SeatName, name_of, say
from companion.kit.steps import Asks, PlainStep, Reply, Step

AGREE = 2


def on_place(state: State, where: str, colour: str) -> dict[str, int]:
    """Who has tokens of that colour there, and how many."""
    found = {}
    for seat, player in state.players.items():
        tokens = placed_by(player).get(where)
        if tokens is not None and tokens.of(colour):
            found[seat] = tokens.of(colour)
    return found


def hits_on(state: State, where: str) -> dict[str, dict[str, int]]:
    """Per colour, whose tokens Hit there. Each colour is judged by itself, unless the table plays
    whole boxes.
    """
    there = {colour: on_place(state, where, colour) for colour in COLOURS_OF_TOKENS}
    agreed = {colour: len(who) >= AGREE for colour, who in there.items()}
    if state.in_force["mixed_box"] == "whole_box_hit" and any(agreed.values()):
        return there
    return {colour: who if agreed[colour] else {} for colour, who in there.items()}


def next_place(state: State) -> str | None:
    return next((where for where in places(state) if where not in state.called), None)


def _calling(state: State, _frame: PlainStep) -> Asks:
    where = next_place(state)
    if where is None:
        return (confirm(state, "P5.3", say("sf.ask.P5.3.all"), about="all"),)
    ask_say = say("sf.ask.P5.3", name=name_of(state.first_player), where=place_said(state, where))
    at_once = confirm(state, "P5.3", say("sf.ask.P5.3.all"), about="all", optional=True)
    return (confirm(state, "P5.3", ask_say, about=where), at_once)


def word_called(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P5.3: one word, or all that are left at once."""
    all_at_once = reply.about == "all"
    where = next_place(story.state)
    while where is not None:
        call(story, where)
        where = next_place(story.state) if all_at_once else None
    if next_place(story.state) is None:
        story.keep(replace(story.state, step="P5.4"))
        abilities(story, late=False)
        count_if_settled(story)


def call(story: GameStory, where: str) -> None:
    """One word: the colour of who strikes first is settled first."""
    hits = hits_on(story.state, where)
    first = COLOURS_OF_TOKENS if story.state.initiative != "beast" else COLOURS_OF_TOKENS[::-1]
    story.keep(replace(story.state, called=(*story.state.called, where)))
    silent = True
    for colour in first:
        there = on_place(story.state, where, colour)
        if hits[colour]:
            _count(story, where, colour, hits[colour])
        elif there:
            names = tuple(name_of(seat) for seat in there)
            missed = say(
                "sf.log.miss",
                where=place_said(story.state, where),
                colour=token_said(colour),
                names=names,
            )
            story.tell(story.state, missed, about=tuple(there), sound="miss")
        silent = silent and not there
    if silent:
        story.tell(story.state, "sf.log.nothing", where=place_said(story.state, where))


def _count(story: GameStory, where: str, colour: str, hits: dict[str, int]) -> None:
    players = dict(story.state.players)
    for seat, number in hits.items():
        field = f"hits_{colour}"
        players[seat] = msgspec.structs.replace(
            players[seat], **{field: getattr(players[seat], field) + number}
        )
    names: tuple[SeatName | Say, ...] = tuple(
        say("sf.name_n", name=name_of(seat), n=n) for seat, n in hits.items()
    )
    story.tell(
        replace(story.state, players=players),
        "sf.log.hit",
        about=tuple(hits),
        sound=f"hit:{sum(hits.values())}",
        where=place_said(story.state, where),
        colour=token_said(colour),
        n=sum(hits.values()),
        names=names,
    )


STEPS = {"P5.3": Step(_calling, word_called)}
