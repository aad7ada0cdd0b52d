"""Step P5.2: what each player placed, on which card, and whether that was allowed. Nothing is
scored here.
"""

from collections.abc import Iterator

import msgspec

from companion.games.spell_from_the_future.opening import token_said
from companion.games.spell_from_the_future.pack import (
    Effect,
    Mind,
    is_open_ended,
    mind_of,
    minds_of,
    with_card,
)
from companion.games.spell_from_the_future.state import (
    COLOURS_OF_TOKENS,
    HAND,
    TOKENS_EACH,
    Placement,
    Player,
    State,
    Tokens,
    colour_of_seat,
    limit_with,
    places,
    replace,
    with_player,
)
from companion.kit.intents import Answer, Placed, Shown
from companion.kit.packs import learned
from companion.kit.pieces import CardSeen, count_of
from companion.kit.say import Say, name_of, say
from companion.kit.story import RuleError, Story, refuse


def tokens_read(story: Story[State], answer: Answer) -> None:
    """One player's tokens, from the camera or by touch; may be entered again until the first player
    confirms.
    """
    assert isinstance(answer.answer, Placed)
    seat = _seat(answer)
    placed = placement_of(answer.answer)
    check_owned(story, seat, placed, answer.answer.unplaced)
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


def _seat(answer: Answer) -> str:
    """The ask's id names the seat: camera and tablet may answer for it."""
    return answer.ask.split(":")[2]


def _colour(story: Story[State], seat: str) -> str:
    return colour_of_seat(story.state, seat)


def placement_of(placed: Placed) -> Placement:
    cells = {
        where: Tokens(count_of(p, "white"), count_of(p, "black"))
        for where, p in placed.cells.items()
    }
    return {
        where: tokens for where, tokens in sorted(cells.items()) if tokens.white or tokens.black
    }


def tokens_said(where: str, tokens: Tokens) -> Say:
    return say("sf.tokens_at", where=where, tokens="○" * tokens.white + "●" * tokens.black)


def check_owned(
    story: Story[State], seat: str, placed: Placement, unplaced: dict[str, int]
) -> None:
    """Nobody owns more than three of a colour; tokens counted beside the card must make up the
    rest.
    """
    for colour in COLOURS_OF_TOKENS:
        number = sum(tokens.of(colour) for tokens in placed.values())
        if number > TOKENS_EACH:
            raise refuse(
                "SF-E15",
                "sf.refused.owned",
                name=name_of(seat),
                have=number,
                colour=token_said(colour),
            )
        beside = unplaced.get(colour)
        wrong = beside is not None and number + beside != TOKENS_EACH
        story.refuse_if(
            wrong,
            "SF-E18",
            "sf.refused.stacked",
            name=name_of(seat),
            n=number,
            colour=token_said(colour),
        )


def mind_shown(story: Story[State], answer: Answer) -> None:
    """One player's Mind Card. A card used before is no choice; with void_card it costs the day, but
    no further card.
    """
    assert isinstance(answer.answer, Shown)
    seat, seen = _seat(answer), answer.answer.cards[0]
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


def _mind_card(story: Story[State], seat: str, seen: CardSeen) -> Mind:
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


def _judge(story: Story[State], seat: str, mind: Mind | None, placed: Placement) -> None:
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


def _void(story: Story[State], seat: str, why: Say) -> None:
    story.tell(
        with_player(story.state, seat, void=True),
        "sf.log.void",
        about=(seat,),
        name=name_of(seat),
        why=why,
    )


def _allow(story: Story[State], seat: str, mind: Mind | None, placed: Placement, code: str) -> None:
    state = story.state
    if code == "SF-E14":
        over = total(placed) - limit_with(state, seat, mind)
        story.keep(with_player(state, seat, extra_tokens=state.players[seat].extra_tokens + over))
    elif code == "SF-E16":
        story.keep(with_player(state, seat, mixed_allowed=True))


def total(placed: Placement) -> int:
    return sum(tokens.white + tokens.black for tokens in placed.values())


def violations(
    state: State, seat: str, mind: Mind | None, placed: Placement
) -> Iterator[RuleError]:
    """Everything the placement breaks, the general rules first, then the card's own."""
    name, live = name_of(seat), places(state)
    may_say = mind is not None and is_open_ended(mind)
    hint = say("sf.hint.card_allows") if may_say else None
    for where in placed:
        if where not in live:
            yield refuse("SF-E17", "sf.refused.no_word", name=name, where=where)
    number, limit = total(placed), limit_with(state, seat, mind)
    if number > limit:
        say_limit = say("sf.refused.limit", name=name, have=number, limit=limit)
        yield RuleError("SF-E14", say_limit, hint, may_force=True)
    for where, tokens in placed.items():
        if tokens.white and tokens.black and not _may_mix(state.players[seat], mind):
            yield RuleError(
                "SF-E16", say("sf.refused.mixed", name=name, where=where), hint, may_force=True
            )
    for effect in mind.effects if mind else ():
        if effect.do == "box_rule" and not _keeps(effect, placed):
            rule = say(f"sf.effect.box.{effect.kind}", **_rule_values(effect))
            assert mind is not None
            values = say("sf.refused.card_rule", name=name, mind=mind.title, rule=rule)
            yield RuleError("SF-E21", values, may_force=True)
    if mind is not None and mind.boxes and any(where not in mind.boxes for where in placed):
        no_box = next(where for where in placed if where not in mind.boxes)
        yield refuse("SF-E17", "sf.refused.no_box", name=name, where=no_box, mind=mind.title)


def _rule_values(effect: Effect) -> dict[str, int | str | Say]:
    return {
        "n": effect.n,
        "letters": ", ".join(effect.letters),
        "colour": token_said(effect.colour),
    }


def _may_mix(player: Player, mind: Mind | None) -> bool:
    return player.mixed_allowed or (
        mind is not None and any(e.kind == "allow_mixed" for e in mind.effects)
    )


def _keeps(effect: Effect, placed: Placement) -> bool:
    """Whether the placement keeps this rule of the card itself; too few tokens are another matter."""
    match effect.kind:
        case "max_per_box":
            return all(tokens.white + tokens.black <= effect.n for tokens in placed.values())
        case "only_letters":
            return all(where in effect.letters for where in placed)
        case "forbid_letters":
            return not any(where in effect.letters for where in placed)
        case "only_colour":
            other = "black" if effect.colour == "white" else "white"
            return not any(tokens.of(other) for tokens in placed.values())
        case "single_box":
            return len(placed) <= 1
        case _:
            return True


def few(state: State, mind: Mind | None, placed: Placement) -> Say | None:
    """Too few tokens: the reading stands, but the card is void."""
    own = [effect.n for effect in mind.effects if effect.kind == "min_tokens"] if mind else []
    least = max([int(state.in_force["min_tokens"]), *own])
    number = total(placed)
    return say("sf.refused.few", have=number, least=least) if number < least else None


def is_read(state: State, seat: str) -> bool:
    player = state.players[seat]
    return player.placement is not None and (state.mystic_round or player.mind_in_play is not None)


def readings_confirmed(story: Story[State], _answer: Answer) -> None:
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
