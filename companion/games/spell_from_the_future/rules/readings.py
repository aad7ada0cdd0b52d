"""Step P5.2: what each player placed, on which card, as camera or touch tell it.

With the option private_precheck a player may have the own card looked at before lifting. That is
always answered with a refusal, so that nothing is ever stored: either what is wrong, or that
nothing is.
"""

from functools import lru_cache

import msgspec

from companion.games.spell_from_the_future.pack import Mind, mind_of, minds_of, with_card
from companion.games.spell_from_the_future.rules.placing import (
    check_owned,
    few,
    is_read,
    placement_of,
    total,
    violations,
)
from companion.games.spell_from_the_future.rules.wording import (
    ask_id,
    confirm,
    place_said,
    tokens_said,
)
from companion.games.spell_from_the_future.state import (
    HAND,
    TOKENS_EACH,
    GameStory,
    Placement,
    Player,
    State,
    Tokens,
    all_letters,
    colour_of_seat,
    limit_with,
    mind_in_play,
    places,
    replace,
)
from companion.kit.asks import Ask, CardKnown, Cell, PieceWanted, Place, Show
from companion.kit.intents import Placed, Shown
from companion.kit.packs import learned
from companion.kit.pieces import CardSeen, Cells, Piece
from companion.kit.say import Say, name_of, say
from companion.kit.seats import order_of, with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse

TOKENS = (
    PieceWanted("white", say("sf.token.white"), colour="white", most=TOKENS_EACH),
    PieceWanted("black", say("sf.token.black"), colour="black", most=TOKENS_EACH),
)


def _readings(state: State, _frame: PlainStep) -> Asks:
    """All seats at once; when each has been read the first player confirms."""
    asked: list[Ask] = []
    usual = usual_cells(state)
    for seat in order_of(state):
        if not state.mystic_round:
            asked.append(_mind_ask(state, seat))
        asked.append(tokens_ask(state, seat, "P5.2", usual))
    if all(is_read(state, seat) for seat in state.players):
        ask_say = say("sf.ask.P5.2.confirm", name=name_of(state.first_player))
        lines = tuple(_reading(state, seat) for seat in order_of(state))
        asked.insert(0, confirm(state, "P5.2.confirm", ask_say, lines))
    return tuple(asked)


def _reading(state: State, seat: str) -> Say:
    """One player's card and tokens in a line, or that they are void."""
    player, mind = state.players[seat], mind_in_play(state, seat)
    card = mind.title if mind else say("sf.where.mystic_card")
    tokens = tuple(tokens_said(where, tokens) for where, tokens in (player.placement or {}).items())
    key = "sf.void_line" if player.void else "sf.read_line" if tokens else "sf.read_none"
    return say(key, name=name_of(seat), card=card, tokens=tokens)


def _mind_ask(state: State, seat: str) -> Show:
    used = state.players[seat].minds_used
    return Show(
        id=ask_id(state, "P5.2.mind", seat, *_again(state.players[seat].times_shown)),
        say=say("sf.ask.P5.2.mind", name=name_of(seat)),
        seats=(seat, state.first_player) if seat != state.first_player else (seat,),
        zone=f"dock:{seat}",
        optional=state.players[seat].mind_in_play is not None,
        cards="mind",
        deck="minds",
        known=_unused(state.pack.minds, colour_of_seat(state, seat), used),
        new=True,
        needs=("name",),
    )


@lru_cache(maxsize=256)
def _unused(minds: tuple[Mind, ...], colour: str, used: tuple[str, ...]) -> tuple[CardKnown, ...]:
    mine = minds_of(minds, colour)
    return tuple(
        CardKnown(mind.id, mind.title, mind.source) for mind in mine if mind.id not in used
    )


def _again(times: int) -> tuple[str, ...]:
    """A reading may be entered again until it is confirmed; each time is an occasion of its own."""
    return (str(times + 1),) if times else ()


def tokens_ask(state: State, seat: str, step: str, usual: tuple[Cell, ...]) -> Place:
    player = state.players[seat]
    mind = mind_in_play(state, seat)
    cells = _boxes(state, mind.boxes) if mind and mind.boxes else usual
    return Place(
        id=ask_id(state, step, seat, *_again(player.times_placed)),
        say=say(f"sf.ask.{step}", name=name_of(seat), limit=state.token_limit),
        seats=(seat, state.first_player)
        if seat != state.first_player and step == "P5.2"
        else (seat,),
        zone=f"dock:{seat}",
        optional=player.placement is not None or step == "precheck",
        sheet="mystic_card" if state.mystic_round else "mind_card",
        cells=cells,
        pieces=TOKENS,
        now=_lying(state, seat),
        as_it_lies=True,
    )


def usual_cells(state: State) -> tuple[Cell, ...]:
    """What every card has: the ten columns of a Mystic card, or a box for each letter."""
    if state.mystic_round:
        return tuple(
            Cell(colour.id, say("sf.place", where=colour.title)) for colour in state.pack.colours
        )
    return _boxes(state, all_letters(state.pack))


def _boxes(state: State, letters: tuple[str, ...]) -> tuple[Cell, ...]:
    """Boxes without a word today take nothing."""
    live = places(state)
    return tuple(Cell(one, place_said(state, one), None if one in live else 0) for one in letters)


def _lying(state: State, seat: str) -> Cells:
    placed = state.players[seat].placement or {}
    return {where: _pieces(tokens) for where, tokens in placed.items()}


def _pieces(tokens: Tokens) -> tuple[Piece, ...]:
    counts = {colour: tokens.of(colour) for colour in ("white", "black")}
    return tuple(Piece(colour, count) for colour, count in counts.items() if count)


def tokens_read(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """One player's tokens, from the camera or by touch; may be entered again until the first player
    confirms.
    """
    assert isinstance(reply.value, Placed)
    seat = reply.id.subjects[0]  # camera and tablet may answer for it
    placed = placement_of(reply.value)
    check_owned(story, seat, placed, reply.value.unplaced)
    if story.state.mystic_round or story.state.players[seat].mind_in_play is not None:
        mind = mind_of(
            story.state.pack, story.state.players[seat].mind_in_play or "", _colour(story, seat)
        )
        _judge(story, seat, mind, placed)
    else:
        story.keep(with_player(story.state, seat, void=False))
    shown = tuple(tokens_said(where, tokens) for where, tokens in placed.items())
    state = with_player(
        story.state, seat, placement=placed, times_placed=story.state.players[seat].times_placed + 1
    )
    story.tell(
        state,
        "sf.log.tokens" if shown else "sf.log.no_tokens",
        about=(seat,),
        name=name_of(seat),
        tokens=shown,
    )


def _colour(story: GameStory, seat: str) -> str:
    return colour_of_seat(story.state, seat)


def mind_shown(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """One player's Mind Card. A card used before is no choice; with void_card it costs the day, but
    no further card.
    """
    assert isinstance(reply.value, Shown)
    seat, seen = reply.id.subjects[0], reply.value.cards[0]
    if seen.id == "mystic":
        raise refuse("SF-E20", "sf.refused.mind_today")
    mind = _mind_card(story, seat, seen)
    player = story.state.players[seat]
    used = mind.id in player.minds_used
    void_it = (
        used and story.state.in_force["placement_repair"] == "void_card" and story.force is None
    )
    if not void_it:
        story.refuse_if(used, "SF-E19", "sf.refused.mind_used", name=name_of(seat), mind=mind.title)
    story.keep(with_player(story.state, seat, void=void_it, reused=void_it))
    if player.placement is not None:
        _judge(story, seat, mind, player.placement)
    state = with_player(story.state, seat, mind_in_play=mind.id, times_shown=player.times_shown + 1)
    story.tell(state, "sf.log.mind", about=(seat,), name=name_of(seat), mind=mind.title)
    if void_it:
        story.tell(
            story.state, "sf.log.void_reused", about=(seat,), name=name_of(seat), mind=mind.title
        )


def _mind_card(story: GameStory, seat: str, seen: CardSeen) -> Mind:
    """The card of this seat's set; the camera may say the set too (blue/focus)."""
    colour, _, card_id = seen.id.rpartition("/")
    own = _colour(story, seat)
    if colour and colour != own:
        raise refuse(
            "SF-E19", "sf.refused.other_set", name=name_of(seat), colour=say(f"kit.colour.{colour}")
        )
    known = mind_of(story.state.pack, card_id, own)
    if known is not None and not seen.facts:
        return known
    if known is None and (not seen.facts or len(minds_of(story.state.pack.minds, own)) >= HAND):
        raise refuse("no_such_card", "sf.refused.no_such_mind", name=name_of(seat), mind=card_id)
    before = (
        {"name": known.name, "set_colour": known.set_colour, "boxes": known.boxes} if known else {}
    )
    mind = learned(Mind, known.id if known else card_id, {**before, **seen.facts})
    pack = msgspec.structs.replace(story.state.pack, minds=with_card(story.state.pack.minds, mind))
    story.tell(replace(story.state, pack=pack), "sf.log.taught", card=mind.title)
    return mind


def _judge(story: GameStory, seat: str, mind: Mind | None, placed: Placement) -> None:
    """Refuses, voids or lets pass. What an unknown card is said to allow is kept for this seat and
    this day.
    """
    reused = story.state.players[seat].reused
    state = with_player(story.state, seat, extra_tokens=0, mixed_allowed=False, void=reused)
    story.keep(state)
    broken = list(violations(state, seat, mind, placed))
    too_few = few(state, mind, placed)
    if broken and story.force is None and state.in_force["placement_repair"] == "void_card":
        _void(story, seat, broken[0].say)
        return
    for error in broken:
        if story.force is None:
            raise error
        story.refuse_if(True, error.code, error.say)
        _allow(story, seat, mind, placed, error.code)
    if too_few is not None:
        _void(story, seat, too_few)


def _void(story: GameStory, seat: str, why: Say) -> None:
    story.tell(
        with_player(story.state, seat, void=True),
        "sf.log.void",
        about=(seat,),
        name=name_of(seat),
        why=why,
    )


def _allow(story: GameStory, seat: str, mind: Mind | None, placed: Placement, code: str) -> None:
    state = story.state
    if code == "SF-E14":
        over = total(placed) - limit_with(state, seat, mind)
        story.keep(with_player(state, seat, extra_tokens=state.players[seat].extra_tokens + over))
    elif code == "SF-E16":
        story.keep(with_player(state, seat, mixed_allowed=True))


def readings_confirmed(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    """The first player has looked: cards are spent, and the calling begins."""
    state = story.state
    if not state.mystic_round:
        spent = {seat: _spend(player) for seat, player in state.players.items()}
        state = replace(state, players=spent)
    story.tell(replace(state, step="P5.3"), "sf.log.confirmed")


def _spend(player: Player) -> Player:
    card = player.mind_in_play
    if card is None or card in player.minds_used:
        return player
    return msgspec.structs.replace(player, minds_used=(*player.minds_used, card))


def looked(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    assert isinstance(reply.value, Placed)
    seat = reply.id.subjects[0]
    placed = placement_of(reply.value)
    check_owned(story, seat, placed, reply.value.unplaced)
    # The Mind Card is unknown here, so only the general rules can be checked.
    for error in violations(story.state, seat, None, placed):
        raise error
    raise refuse("SF-G35", "sf.precheck.fine")


STEPS = {
    "precheck": Step(take=looked),
    "P5.2": Step(_readings, tokens_read),
    "P5.2.mind": Step(take=mind_shown),
    "P5.2.confirm": Step(take=readings_confirmed),
}
