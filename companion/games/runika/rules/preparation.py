"""Preparing the table: the steps S2 to S10, until the first round can begin."""

from functools import lru_cache

from msgspec.structs import replace

from companion.games.runika.pack import BASIC_RUNES, MERITS
from companion.games.runika.rules.asking import seat_of_ask
from companion.games.runika.rules.dice import ELEMENT_SAY
from companion.games.runika.rules.rune_row import reveal_ask, revealed, shown_rune, wants_rune
from companion.games.runika.state import (
    State,
    Telling,
    has_masteries,
    has_masters,
    on_top,
    with_player,
)
from companion.kit.asks import Ask, Cell, Choose, Option, PieceWanted, Place, Ready
from companion.kit.intents import Answer, Chosen, Placed, Shown
from companion.kit.say import Say, name_of, say
from companion.kit.story import refuse

DISK_CELL = (Cell("disk", most=1),)


@lru_cache(maxsize=16)
def disk_piece(
    order: tuple[str, ...], top: str, colours: tuple[tuple[str, str], ...]
) -> tuple[PieceWanted, ...]:
    """The disk with its four colours clockwise, beginning with the one that is on top unturned."""
    start, by_element = order.index(top), dict(colours)
    sides = tuple(by_element[element] for element in (*order[start:], *order[:start]))
    return (
        PieceWanted("disk", say("rk.piece.disk"), most=1, turns=True, kind="disk", sides=sides),
    )


def disk_pieces(state: State) -> tuple[PieceWanted, ...]:
    disk = state.pack.disk
    return disk_piece(disk.order_clockwise, disk.start_top, state.pack.colour_pairs)


def asks(state: State) -> tuple[Ask, ...]:
    match state.step:
        case "S2":
            return tuple(
                _character_ask(state, seat)
                for seat in state.order
                if not state.players[seat].character
            )
        case "S3":
            return (Ready(id="0:S3", say=say("rk.ask.lay_out"), lines=checklist(state)),)
        case "S4":
            return (
                _disks_ask(state),
                *(_disk_ask(state, seat) for seat in state.order if seat not in state.ready),
            )
        case "S6":
            space = next(at for at, space in enumerate(state.row, start=1) if not space.height)
            return (reveal_ask(state, f"0.{BASIC_RUNES - state.rune_deck}:S6", space),)
    return (_initiative_ask(state),)


def checklist(state: State) -> tuple[Say, ...]:
    """What lies on the table before the first round, in the order of the rules."""
    lines = [say("rk.check.dice", n=sum(spec.count for spec in state.pack.dice))]
    if has_masters(state):
        lines.append(say("rk.check.merits", n=MERITS))
    lines.append(say("rk.check.runes", n=BASIC_RUNES))
    if has_masteries(state):
        lines.append(say("rk.check.masteries", n=len(state.masteries)))
    if has_masters(state):
        lines.append(say("rk.check.masters"))
    lines.append(say("rk.check.tokens"))
    return (*lines, say("rk.check.guide"))


def _character_ask(state: State, seat: str) -> Ask:
    taken = {player.character: other for other, player in state.players.items() if player.character}
    options = tuple(
        Option(
            character.id,
            say("rk.option.character", name=character.name),
            why_not=say("rk.refused.character_taken", seat=name_of(taken[character.id]))
            if character.id in taken
            else None,
            rule="E-CHAR-DUP",
        )
        for character in state.pack.characters
    )
    return Choose(
        id=f"0.{seat}:S2",
        say=say("rk.ask.character", seat=name_of(seat)),
        seats=(seat,),
        options=options,
    )


def _disks_ask(state: State) -> Ask:
    top = ELEMENT_SAY[on_top(state, 0)]
    return Ready(
        id="0:S4", say=say("rk.ask.disks", element=top), seats=state.order, done=state.ready
    )


def _disk_ask(state: State, seat: str) -> Ask:
    """The camera sees how each disk lies; nobody needs to press."""
    return Place(
        id=f"0.{seat}:S4.disk",
        say=say("rk.ask.disk_seen", seat=name_of(seat)),
        seats=(seat,),
        zone=f"disk:{seat}",
        sheet="disk",
        cells=DISK_CELL,
        pieces=disk_pieces(state),
        optional=True,
    )


def _initiative_ask(state: State) -> Ask:
    options = tuple(
        Option(seat, say("rk.option.seat", seat=name_of(seat)), seat=seat) for seat in state.order
    )
    return Choose(id="0:S10", say=say("rk.ask.initiative"), options=options)


def choose_character(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    seat, character = seat_of_ask(answer.ask), answer.answer.options[0]
    name = next(one.name for one in story.state.pack.characters if one.id == character)
    state = with_player(story.state, seat, character=character)
    if all(player.character for player in state.players.values()):
        state = replace(state, step="S3")
    story.tell(state, "rk.log.character", about=(seat,), seat=name_of(seat), name=name)


def lay_out(story: Telling, _answer: Answer) -> None:
    story.tell(replace(story.state, step="S4"), "rk.log.laid_out")


def disk_ready(story: Telling, answer: Answer) -> None:
    _disk_lies_right(story, str(answer.seat))


def disk_seen(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Placed)
    turns = disk_turns(answer.answer)
    if turns != 0:
        raise refuse(
            "E-DISK-START", "rk.refused.disk_start", element=ELEMENT_SAY[on_top(story.state, 0)]
        )
    _disk_lies_right(story, seat_of_ask(answer.ask))


def _disk_lies_right(story: Telling, seat: str) -> None:
    ready = (*story.state.ready, seat) if seat not in story.state.ready else story.state.ready
    state = replace(story.state, ready=ready)
    if len(ready) == len(state.order):
        state = replace(state, step="S6", ready=())
    story.tell(state, "rk.log.disk_ready", about=(seat,), seat=name_of(seat))


def disk_turns(placed: Placed) -> int:
    pieces = placed.cells.get("disk", ())
    if len(pieces) != 1:
        raise refuse("E-CELL", "rk.refused.cell", cell="disk")
    return pieces[0].turn


def deal(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Shown)
    revealed(story, shown_rune(story, answer.answer.cards[0]))
    if not wants_rune(story.state):
        story.keep(replace(story.state, step="S10"))


def give_initiative(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    seat = answer.answer.options[0]
    state = replace(story.state, step="R1", initiative=seat)
    story.tell(state, "rk.log.initiative", about=(seat,), seat=name_of(seat))
