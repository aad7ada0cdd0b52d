"""The map in play: what touches what, symbols, X tokens, stalls. What nobody knows yet is asked
once.
"""

from msgspec.structs import replace

from companion.games.world_adventure.pack.atlas import atlas, is_city, nation_of, ring_neighbours
from companion.games.world_adventure.rules.asking import choose_ask, option, territory_say
from companion.games.world_adventure.rules.changes import log, pop, put
from companion.games.world_adventure.rules.remember import remember_symbol, remember_touch
from companion.games.world_adventure.state import MONSTERS, Frame, GameStory, MonsterPiece, State
from companion.kit.say import Say, Value
from companion.kit.steps import Asks, Reply, Step


def pair(one: str, other: str) -> str:
    return "|".join(sorted((one, other)))


def touches(state: State, one: str, other: str) -> bool | None:
    """Whether two territories touch; None: between nations, and neither the pack nor the table has
    said.
    """
    if nation_of(one) == nation_of(other):
        return other in ring_neighbours(one)
    map_ = atlas(state.pack)
    told = state.learned.touch.get(pair(one, other))
    if told is not None:
        return told == "yes"
    if pair(one, other) in map_.told:
        return map_.told[pair(one, other)]
    if map_.edges_known:
        return other in map_.near[one]
    return False if is_city(one) or is_city(other) else None


def neighbours(state: State, territory: str) -> tuple[str, ...]:
    """Every territory known to touch this one."""
    map_ = atlas(state.pack)
    near = map_.near[territory]
    if not state.learned.touch and not map_.told:
        return near
    keys = (*state.learned.touch, *map_.told)
    told = [key.split("|") for key in keys]
    pairs = [both for both in told if territory in both]
    more = [one if other == territory else other for one, other in pairs]
    known = dict.fromkeys((*near, *more))
    return tuple(other for other in known if touches(state, territory, other))


def symbol(state: State, kind: str, territory: str) -> bool | None:
    """Whether the merchant (monster) symbol is printed there; None: not known."""
    if is_city(territory):
        return False
    told = getattr(state.learned, kind).get(territory)
    if told is not None:
        return bool(told == "yes")
    spot = atlas(state.pack).spots.get(territory)
    return None if spot is None else getattr(spot, kind)


def legendary_spot(state: State, colour: str) -> str:
    """The special territory of a Legendary's colour, or nothing if nobody has found it yet."""
    if colour in state.learned.legendary:
        return state.learned.legendary[colour]
    return next((spot.id for spot in state.pack.territories if spot.legendary == colour), "")


def stall_owner(state: State, nation: str) -> str:
    return next((seat for seat, one in state.players.items() if nation in one.stalls), "")


def are_enemies(state: State, one: str, other: str) -> bool:
    team = state.players[one].team
    return one != other and not (team and team == state.players[other].team)


def is_closed(state: State, seat: str, territory: str) -> bool:
    """A city with the stall of an enemy at Charisma 5 cannot be travelled into."""
    if not is_city(territory):
        return False
    owner = stall_owner(state, nation_of(territory))
    return bool(owner) and are_enemies(state, seat, owner) and state.players[owner].charisma >= 5


def pieces(state: State) -> dict[str, MonsterPiece]:
    """Every monster on the map by its name, in the order in which they act."""
    standing: dict[str, MonsterPiece] = {}
    for name in MONSTERS:
        piece: MonsterPiece = getattr(state, name)
        if piece.territory:
            standing[name] = piece
    for piece in state.legendaries:
        standing[f"legendary:{piece.card}"] = piece
    return standing


def put_piece(story: GameStory, name: str, **fields: object) -> None:
    state = story.state
    if name in MONSTERS:
        put(story, **{name: replace(getattr(state, name), **fields)})
        return
    card = name.partition(":")[2]
    put(
        story,
        legendaries=tuple(
            replace(piece, **fields) if piece.card == card else piece for piece in state.legendaries
        ),
    )


def meet_piece(story: GameStory, name: str, seat: str) -> None:
    """This player counts as attacked by it for the month."""
    piece = pieces(story.state).get(name)
    if piece is not None and seat not in piece.met_by:
        put_piece(story, name, met_by=(*piece.met_by, seat))


def tokens_out(tokens: tuple[str, ...]) -> int:
    return len(tokens) - tokens.count("")


def with_token(tokens: tuple[str, ...], territory: str) -> tuple[str, ...]:
    """One more token from its track on the board; where one lies already, none is added."""
    if territory in tokens or "" not in tokens:
        return tokens
    at = tokens.index("")
    return (*tokens[:at], territory, *tokens[at + 1 :])


def question(kind: str, one: str, other: str = "") -> Frame:
    """Asks the table what the board shows: `touch` of two territories, or a symbol."""
    return Frame("T1", what=kind, names=(one, other) if other else (one,))


def _ask_board(state: State, frame: Frame) -> Asks:
    options = (option("yes", "yes"), option("no", "no"))
    ask = choose_ask(state, "T1", options)
    return (replace(ask, say=Say(f"wa.ask.T1_{frame.what}", _spots(state, frame.names))),)


def _told_board(story: GameStory, frame: Frame, reply: Reply) -> None:
    learned = story.state.learned
    key = pair(*frame.names) if frame.what == "touch" else frame.names[0]
    book = {**getattr(learned, frame.what), key: reply.choice}
    pop(story)
    put(story, learned=replace(learned, **{frame.what: book}))
    if frame.what == "touch":
        remember_touch(story, key, reply.choice)
    else:
        remember_symbol(story, key, **{frame.what: reply.choice == "yes"})
    spots = tuple(territory_say(story.state, spot) for spot in frame.names)
    log(story, f"board_{frame.what}_{reply.choice}", spots=spots)


def _spots(state: State, names: tuple[str, ...]) -> dict[str, Value]:
    return {f"spot{at}": territory_say(state, spot) for at, spot in enumerate(names, 1)}


STEPS = {
    "T1": Step(_ask_board, _told_board),
}
