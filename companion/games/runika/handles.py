"""What people may set by hand, and what follows from it: the bag makes up for dice, the deck for
runes.

A correction adds to the log and never rewrites what was pushed; what it makes doubtful is listed.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.runika.ending import reasons_to_end
from companion.games.runika.options import has_masters
from companion.games.runika.pack import BASIC_RUNES, ELEMENTS, MERITS
from companion.games.runika.rules.bag import rebalanced
from companion.games.runika.rules.dice import GRID_DICE, ROLLED_DICE, UNROLLED_DICE, die_say
from companion.games.runika.rules.disk import side_of
from companion.games.runika.rules.draft import pool_size
from companion.games.runika.rules.grid import CELL_NAMES
from companion.games.runika.rules.merits import MERIT_VALUES
from companion.games.runika.rules.pushing import LANE_SAY, SIDE_SAY
from companion.games.runika.rules.rune_row import basic_runes, claimed_basics, wants_rune
from companion.games.runika.state import (
    EMPTY,
    NO_DIE,
    OVER,
    Claimed,
    GameStory,
    Player,
    Space,
    State,
    with_turn,
)
from companion.games.runika.steps import MACHINE
from companion.kit.events import Path
from companion.kit.game import Handle
from companion.kit.say import name_of, say
from companion.kit.seats import order_of, with_player
from companion.kit.story import refuse, unless_sure
from companion.kit.zones import replaced


def handles(state: State) -> tuple[Handle, ...]:
    found = [*_table_handles(state)]
    for seat in order_of(state):
        found += _seat_handles(state, seat)
    return tuple(found)


def _words(now: str, *words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((now, *words)))


def _table_handles(state: State) -> Iterator[Handle]:
    yield Handle("rune_deck", ("rune_deck",), say("rk.handle.rune_deck"), most=BASIC_RUNES)
    if has_masters(state):
        yield Handle("merit_deck", ("merit_deck",), say("rk.handle.merit_deck"), most=MERITS)
        for element, die in state.slots.items():
            name = say("rk.handle.slot", name=state.pack.master(element).name)
            yield Handle(
                f"slot.{element}", ("slots", element), name, words=_words(die, "", element + "e")
            )
    for at, space in enumerate(state.row):
        runes = _words(space.rune, "", *(rune.id for rune in basic_runes(state)))
        yield Handle(
            f"row.{at + 1}", ("row", at, "rune"), say("rk.handle.space", space=at + 1), words=runes
        )
        what = say("rk.handle.height", space=at + 1)
        yield Handle(f"row.{at + 1}.height", ("row", at, "height"), what, most=BASIC_RUNES)
    for rune_id, mastery in state.masteries.items():
        what = say("rk.handle.mastery", name=state.pack.rune(rune_id).name)
        path: Path = ("masteries", rune_id, "owner")
        yield Handle(
            f"mastery.{rune_id}", path, what, words=_words(mastery.owner, "", *order_of(state))
        )
    if before_first_pick(state):
        yield Handle(
            "initiative", ("initiative",), say("rk.handle.initiative"), words=order_of(state)
        )
    yield Handle("closing", ("closing",), say("rk.handle.closing"), words=("no", "yes"))


def before_first_pick(state: State) -> bool:
    return state.step == "R1" or (
        state.step == "R2" and sum(state.pool.values()) == pool_size(state)
    )


def _seat_handles(state: State, seat: str) -> Iterator[Handle]:
    player, of = state.players[seat], ("players", seat)
    yield Handle(f"{seat}.tokens", (*of, "tokens"), say("rk.handle.tokens"), seat=seat)
    yield Handle(f"{seat}.disk", (*of, "disk"), say("rk.handle.disk"), most=3, seat=seat)
    if has_masters(state):
        for element in ELEMENTS:
            what = say("rk.handle.influence", name=state.pack.master(element).name)
            yield Handle(
                f"{seat}.influence.{element}", (*of, "influence", element), what, most=1, seat=seat
            )
    yield from _dice_handles(player, seat, of)
    for at, card in enumerate(player.runes):
        what = say("rk.handle.value", name=state.pack.rune(card.rune).name)
        yield Handle(
            f"{seat}.runes.{at + 1}", (*of, "runes", at, "value"), what, most=20, seat=seat
        )
    if not state.on("merit_hidden") or state.step == OVER:
        for at in range(len(player.merits)):
            path = (*of, "merits", at)
            least, most = MERIT_VALUES[0], MERIT_VALUES[-1]
            what = say("rk.handle.merit", n=at + 1)
            yield Handle(
                f"{seat}.merits.{at + 1}", path, what, least, most, seat=seat, code="E-MERIT-VALUE"
            )


def _dice_handles(player: Player, seat: str, of: tuple[str, str]) -> Iterator[Handle]:
    for cell, die in enumerate(player.grid):
        what = say("rk.handle.cell", cell=CELL_NAMES[cell])
        words = _words(die, EMPTY, *GRID_DICE)
        yield Handle(
            f"{seat}.grid.{CELL_NAMES[cell]}", (*of, "grid", cell), what, words=words, seat=seat
        )
    for at, die in enumerate(player.stored):
        words = _words(die, *(UNROLLED_DICE if die[1] == "?" else ROLLED_DICE))
        what = say("rk.handle.stored", n=at + 1)
        yield Handle(f"{seat}.stored.{at + 1}", (*of, "stored", at), what, words=words, seat=seat)


def adjusted(story: GameStory, handle: Handle, confirmed: bool) -> None:
    """What follows from a value set by hand."""
    part = handle.path[2] if handle.seat else handle.path[0]
    match part:
        case "grid" | "stored" | "slots":
            story.keep(rebalanced(story.state))
            _dice_changed(story, handle)
        case "disk":
            _disk_changed(story, str(handle.seat))
        case "influence":
            _influence_changed(story, str(handle.seat))
        case "row":
            _row_changed(story, int(handle.path[1]), str(handle.path[2]))
        case "rune_deck":
            out = sum(space.height for space in story.state.row) + claimed_basics(story.state)
            story.keep(replace(story.state, runes_aside=BASIC_RUNES - out - story.state.rune_deck))
        case "merit_deck":
            held = sum(len(player.merits) for player in story.state.players.values())
            story.keep(replace(story.state, merits_aside=MERITS - held - story.state.merit_deck))
        case "masteries":
            _mastery_changed(story, str(handle.path[1]))
        case "initiative" if story.state.step == "R2":
            story.keep(replace(story.state, picker=story.state.initiative))
        case "tokens":
            player = story.state.players[str(handle.seat)]
            story.keep(
                with_player(story.state, str(handle.seat), owed=min(player.owed, player.tokens))
            )
    _go_on(story, confirmed)


def _dice_changed(story: GameStory, handle: Handle) -> None:
    """A die recoloured after it was pushed this turn: was its side right?"""
    state, seat = story.state, handle.seat
    if seat is None or seat != state.active:
        return
    story.keep(with_turn(state, aim=NO_DIE, offer=(), acts=state.turn.acts + 1))
    if handle.path[2] == "grid":
        die = str(state.players[seat].grid[int(handle.path[3])])
        if die != EMPTY and state.turn.pushes and not _was_pushed_right(state, die):
            side = SIDE_SAY[side_of(state, seat, die[0])]
            story.tell(
                story.state, "rk.log.side_conflict", about=(seat,), die=die_say(die), side=side
            )


def _was_pushed_right(state: State, die: str) -> bool:
    side = side_of(state, state.active, die[0])
    return any(push.split(" ")[1][0] == side for push in state.turn.pushes)


def _disk_changed(story: GameStory, seat: str) -> None:
    """Pushes of this turn that do not fit the disk as it is now are listed, not changed."""
    state = story.state
    if seat != state.active:
        return
    story.keep(with_turn(state, acts=state.turn.acts + 1))
    doubtful = []
    for push in state.turn.pushes:
        die, lane = push.split(" ")
        if lane[0] != side_of(state, seat, die[0]):
            doubtful.append(say("rk.option.move", die=die_say(die), lane=LANE_SAY[lane]))
    if doubtful:
        story.tell(story.state, "rk.log.pushes_doubtful", about=(seat,), moves=tuple(doubtful))


def _influence_changed(story: GameStory, seat: str) -> None:
    """A fourth token found out of turn earns a merit late, until the owner's next turn begins."""
    state = story.state
    if seat == state.active:
        return
    is_late = state.players[seat].has_all_masters
    state = with_player(state, seat, kept_set="late" if is_late else "")
    if is_late:
        story.tell(state, "rk.log.late_merit", about=(seat,), seat=name_of(seat))
    else:
        story.keep(state)


def _mastery_changed(story: GameStory, rune_id: str) -> None:
    """The card lies on its owner's board and nowhere else."""
    state, owner = story.state, story.state.masteries[rune_id].owner
    for seat, player in state.players.items():
        if any(card.rune == rune_id for card in player.runes):
            state = with_player(
                state, seat, runes=tuple(card for card in player.runes if card.rune != rune_id)
            )
    if owner:
        card = Claimed(rune_id, state.pack.rune(rune_id).value or 0)
        state = with_player(state, owner, runes=(*state.players[owner].runes, card))
    story.keep(state)


def _row_changed(story: GameStory, at: int, field: str) -> None:
    """Cards on the row come out of the deck; an empty space has neither name nor height."""
    state = story.state
    space = state.row[at]
    if field == "rune":
        space = Space(space.rune, max(1, space.height)) if space.rune else Space()
    elif not space.height:
        space = Space()
    elif not space.rune:
        raise refuse("E-COPIES", "rk.refused.name_first", space=at + 1)
    row = replaced(state.row, at, space)
    deck = BASIC_RUNES - sum(one.height for one in row) - claimed_basics(state) - state.runes_aside
    story.keep(replace(state, row=row, rune_deck=deck))


def _go_on(story: GameStory, confirmed: bool) -> None:
    """Where the game stands may depend on what was set: a filled row, an end reached or not
    reached.
    """
    state = story.state
    if state.step == "T4" and not wants_rune(state):
        story.keep(replace(state, step="T5"))
        MACHINE.advance(story)
    elif state.step == "S6" and not wants_rune(state):
        story.keep(replace(state, step="S10"))
    elif (state.step == "E1" and not any(state.slots.values())) or state.step in ("E3", OVER):
        story.keep(replace(state, step=_ending(story, confirmed)))


def _ending(story: GameStory, confirmed: bool) -> str:
    """Whether the game is over now; ending or reopening it needs a yes."""
    state = story.state
    step = OVER if reasons_to_end(state) else "E3"
    if OVER in (step, state.step) and step != state.step:
        if not confirmed:
            raise unless_sure("confirm", "kit.refused.confirm_ending")
        story.tell(state, "rk.log.over_by_hand" if step == OVER else "rk.log.reopened")
    return step
