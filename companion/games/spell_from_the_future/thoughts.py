"""Step P5.3: the words are called one by one, and tokens that two or more players agree on are
Hits.
"""

import msgspec

from companion.games.spell_from_the_future.opening import token_said
from companion.games.spell_from_the_future.pack import colour_of
from companion.games.spell_from_the_future.state import (
    COLOURS_OF_TOKENS,
    State,
    placed_by,
    places,
    replace,
)
from companion.kit.say import Say, SeatName, name_of, say
from companion.kit.story import Story

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


def call(story: Story[State], where: str) -> None:
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


def _count(story: Story[State], where: str, colour: str, hits: dict[str, int]) -> None:
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


def place_said(state: State, where: str) -> Say:
    """A letter with its word, or a colour by its name."""
    if state.mystic_round:
        colour = colour_of(state.pack, where)
        return say("sf.place", where=colour.title if colour else where)
    word = state.words.get(where)
    return say("sf.place_word", where=where, word=word) if word else say("sf.place", where=where)
