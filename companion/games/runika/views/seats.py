"""What the tablet draws for each player: points, grid, disk, stored dice, tokens, merits, runes."""

from companion.games.runika.options import has_masters, target
from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.dice import ELEMENT_SAY, die_say
from companion.games.runika.rules.disk import on_top, side_of
from companion.games.runika.rules.grid import SIDES
from companion.games.runika.state import OVER, Player, State
from companion.games.runika.views.cards import claimed_cards
from companion.games.runika.views.grid import FACE_MARKS, seat_grid
from companion.kit.say import say
from companion.kit.scoreboard import score
from companion.kit.trackers import CardFace, Cards, Chart, Counter, Dial, Gauge, Slot, Tracker

PARTS = ("runes", "merits", "tokens")


def sees_merits(state: State, viewer: str | None, owner: str) -> bool:
    return not state.on("merit_hidden") or viewer == owner or state.step == OVER


def trackers_of(state: State, seat: str, viewer: str | None) -> list[Tracker]:
    player = state.players[seat]
    found: list[Tracker] = [
        _points(seat, player),
        seat_grid(state, seat),
        _track(state, seat, player),
        _disk(state, seat, player),
        _stored(state, seat, player),
    ]
    if has_masters(state):
        found.append(_influence(state, seat, player))
        found.append(_merits(seat, player, sees_merits(state, viewer, seat)))
    found.append(_tokens(seat, player))
    found.append(claimed_cards(state, seat, player))
    return found


def _points(seat: str, player: Player) -> Tracker:
    parts = tuple(("players", seat, part) for part in PARTS)
    what, own_id = say("rk.view.points"), f"{seat}.points"
    return score(seat, "points", what, player.total, id=own_id, made_of=parts)


def _track(state: State, seat: str, player: Player) -> Tracker:
    """The total in its three parts, with a mark where the game closes."""
    runes = sum(card.value for card in player.runes)
    sizes = (("runes", runes), ("merits", sum(player.merits)), ("tokens", player.tokens))
    parts = tuple((say(f"rk.view.part.{name}"), size) for name, size in sizes)
    return Gauge(
        id=f"{seat}.track",
        say=say("rk.view.track"),
        seat=seat,
        parts=parts,
        value=player.total,
        most=max(target(state), player.total),
        against=target(state),
        against_say=say("rk.view.target", n=target(state)),
    )


def _tokens(seat: str, player: Player) -> Tracker:
    note = say("rk.view.owed", n=player.owed) if player.owed else None
    return Counter(
        id=f"{seat}.tokens",
        say=say("rk.view.tokens"),
        seat=seat,
        handle=f"{seat}.tokens",
        value=player.tokens,
        note=note,
        quiet=True,
    )


def _disk(state: State, seat: str, player: Player) -> Tracker:
    top, after = on_top(state, player.disk), on_top(state, (player.disk + 1) % 4)
    return Dial(
        id=f"{seat}.disk",
        say=say("rk.view.disk"),
        seat=seat,
        handle=f"{seat}.disk",
        sides=_disk_sides(state, seat),
        note=say("rk.view.disk_note", element=ELEMENT_SAY[top], after=ELEMENT_SAY[after]),
        quiet=True,
    )


def _disk_sides(state: State, seat: str) -> tuple[tuple[str, str], ...]:
    """The elements as the disk shows them, clockwise from the top."""
    at = {side_of(state, seat, element): element for element in ELEMENTS}
    return tuple((at[side], state.pack.colours[at[side]]) for side in SIDES)


def _stored(state: State, seat: str, player: Player) -> Tracker:
    cards = tuple(_stored_die(state, seat, at, die) for at, die in enumerate(player.stored))
    note = say("rk.view.stored_left", n=len(cards)) if player.rolled else say("rk.view.not_rolled")
    return Cards(
        id=f"{seat}.stored",
        say=say("rk.view.stored"),
        seat=seat,
        cards=cards,
        shape="die",
        note=note if cards else None,
    )


def _stored_die(state: State, seat: str, at: int, die: str) -> CardFace:
    element, face = die[0], die[1]
    return CardFace(
        str(at + 1),
        die_say(die),
        colour=state.pack.colours[element],
        badge=element,
        glyph=FACE_MARKS[face],
        faded=face == "?",
        handle=f"{seat}.stored.{at + 1}",
    )


def _influence(state: State, seat: str, player: Player) -> Tracker:
    is_due = player.has_all_masters
    slots = []
    for element, placed in player.influence.items():
        name = state.pack.master(element).name
        slots.append(Slot(element, name, (seat,) if placed else (), lit=is_due))
    note = say("rk.view.merit_due") if is_due else None
    what = say("rk.view.influence")
    return Chart(id=f"{seat}.influence", say=what, seat=seat, slots=tuple(slots), note=note)


def _merits(seat: str, player: Player, sees: bool) -> Tracker:
    values = enumerate(player.merits, start=1)
    cards = tuple(_merit(seat, number, value, sees) for number, value in values)
    return Cards(id=f"{seat}.merits", say=say("rk.view.merits"), seat=seat, cards=cards, quiet=True)


def _merit(seat: str, number: int, value: int, sees: bool) -> CardFace:
    return CardFace(
        str(number),
        say("rk.view.merit"),
        face_up=sees,
        figures=(("points", value if sees else "?"),),
        handle=f"{seat}.merits.{number}" if sees else None,
    )
