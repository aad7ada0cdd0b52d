"""What phase 5 asks: screens up, readings of every seat, the calling, proposals, and the moves
after each count.
"""

from functools import lru_cache

from companion.games.spell_from_the_future.abilities import manual_effects
from companion.games.spell_from_the_future.fight import beast_today
from companion.games.spell_from_the_future.opening import effect_said
from companion.games.spell_from_the_future.pack import Mind, mind_of, minds_of
from companion.games.spell_from_the_future.placing import is_read, tokens_said
from companion.games.spell_from_the_future.state import (
    TOKENS_EACH,
    Proposal,
    State,
    all_letters,
    colour_of_seat,
    mind_in_play,
    occasion,
    order,
    places,
)
from companion.games.spell_from_the_future.thoughts import next_place, place_said
from companion.kit.asks import Ask, CardKnown, Cell, Choose, Option, PieceWanted, Place, Ready, Show
from companion.kit.pieces import Cells, Piece
from companion.kit.say import Say, name_of, say

TOKENS = (
    PieceWanted("white", say("sf.token.white"), colour="white", most=TOKENS_EACH),
    PieceWanted("black", say("sf.token.black"), colour="black", most=TOKENS_EACH),
)
COLOUR_OPTIONS = (
    Option("white", say("sf.token.white"), colour="white"),
    Option("black", say("sf.token.black"), colour="black"),
)
YES_NO = (Option("yes", say("sf.yes")), Option("no", say("sf.no")))


def _id(state: State, step: str) -> str:
    return f"{occasion(state)}:{step}"


def _confirm(
    state: State, step: str, ask_say: Say, lines: tuple[Say, ...] = (), optional: bool = False
) -> Ready:
    return Ready(
        id=_id(state, step),
        say=ask_say,
        seats=(state.first_player,),
        lines=lines,
        optional=optional,
    )


def lift(state: State) -> tuple[Ask, ...]:
    return (Ready(id=_id(state, "P5.1"), say=say("sf.ask.P5.1")),)


def readings(state: State) -> tuple[Ask, ...]:
    """All seats at once; when each has been read the first player confirms."""
    asked: list[Ask] = []
    usual = usual_cells(state)
    for seat in order(state):
        if not state.mystic_round:
            asked.append(_mind_ask(state, seat))
        asked.append(tokens_ask(state, seat, "P5.2", usual))
    if all(is_read(state, seat) for seat in state.players):
        ask_say = say("sf.ask.P5.2.confirm", name=name_of(state.first_player))
        lines = tuple(_reading(state, seat) for seat in order(state))
        asked.insert(0, _confirm(state, "P5.2.confirm", ask_say, lines))
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
        id=_id(state, f"P5.2.mind:{seat}{_again(state.players[seat].times_shown)}"),
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


def _again(times: int) -> str:
    """A reading may be entered again until it is confirmed; each time is an occasion of its own."""
    return f":{times + 1}" if times else ""


def tokens_ask(state: State, seat: str, step: str, usual: tuple[Cell, ...]) -> Place:
    player = state.players[seat]
    mind = mind_in_play(state, seat)
    cells = _boxes(state, mind.boxes) if mind and mind.boxes else usual
    return Place(
        id=_id(state, f"{step}:{seat}{_again(player.times_placed)}"),
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
    return {
        where: tuple(
            Piece(colour, tokens.of(colour)) for colour in ("white", "black") if tokens.of(colour)
        )
        for where, tokens in placed.items()
    }


def calling(state: State) -> tuple[Ask, ...]:
    where = next_place(state)
    if where is None:
        return (_confirm(state, "P5.3:all", say("sf.ask.P5.3.all")),)
    ask_say = say("sf.ask.P5.3", name=name_of(state.first_player), where=place_said(state, where))
    at_once = _confirm(state, "P5.3:all", say("sf.ask.P5.3.all"), optional=True)
    return (_confirm(state, f"P5.3:{where}", ask_say), at_once)


def _proposed(state: State, proposal: Proposal) -> Choose:
    """Put to the card's owner; the first player may answer for him, except which colour he wants."""
    mind = mind_of(state.pack, proposal.mind, colour_of_seat(state, proposal.seat))
    assert mind is not None
    effect = effect_said(mind.effects[proposal.at])
    by_colour = proposal.wants == "colour"
    key = "sf.ask.P5.4.colour" if by_colour else "sf.ask.P5.4"
    suffix = ".colour" if by_colour else ""
    may_answer = (
        (proposal.seat,) if by_colour else tuple(dict.fromkeys((proposal.seat, state.first_player)))
    )
    return Choose(
        id=_id(state, f"{state.step}:{proposal.seat}:{proposal.at}{suffix}"),
        say=say(key, name=name_of(proposal.seat), mind=mind.title, effect=effect),
        seats=may_answer,
        options=COLOUR_OPTIONS if by_colour else YES_NO,
    )


def abilities(state: State) -> tuple[Ask, ...]:
    if state.proposals:
        return tuple(_proposed(state, proposal) for proposal in state.proposals)
    return (
        _confirm(state, "P5.4.manual", say("sf.ask.P5.4.manual"), _manual_lines(state, late=False)),
    )


def _manual_lines(state: State, late: bool) -> tuple[Say, ...]:
    return tuple(
        say("sf.manual_line", name=name_of(seat), mind=mind.title, text=effect.text or "?")
        for seat, mind, effect in manual_effects(state, late)
    )


def counted(state: State) -> tuple[Ask, ...]:
    lines = tuple(
        say(
            "sf.move.vp",
            name=name_of(seat),
            white=_lap(state, p.white_vp),
            black=_lap(state, p.black_vp),
        )
        for seat, p in state.players.items()
    )
    cubes = {"attack": state.attack_total, "defence": state.defence_total}
    at_once = _confirm(state, "P5.5:all", say("sf.ask.P5.5.all"), optional=True)
    return (_confirm(state, "P5.5", say("sf.ask.P5.5", **cubes), lines), at_once)


def _lap(state: State, number: int) -> Say:
    """Beyond the printed end of the track the marker runs a second time."""
    most = state.pack.vp_track_max
    if most is None or number <= most:
        return say("sf.move.to", n=str(number))
    return say(
        "sf.move.lap",
        lap=(number - 1) // most + 1,
        n=str(number - (number - 1) // most * most),
        total=number,
    )


def struck(state: State) -> tuple[Ask, ...]:
    """The strike just made, and where the Damage Marker belongs."""
    beast = beast_today(state)
    mages = (state.step == "P5.6") == (state.initiative != "beast")
    if mages:
        key = "sf.fight.defeated" if state.beast_defeated == "yes" else "sf.fight.not_defeated"
        line = say(key, attack=state.attack_total, health=beast.health)
    else:
        key = "sf.fight.blocked" if state.attack_blocked == "blocked" else "sf.fight.unblocked"
        line = say(key, defence=state.defence_total, attack=beast.attack)
    ask_say = say("sf.ask.strike", what=line, damage=state.village_damage)
    return (_confirm(state, state.step, ask_say),)


def aftermath(state: State) -> tuple[Ask, ...]:
    if state.proposals:
        return tuple(_proposed(state, proposal) for proposal in state.proposals)
    tomorrow = [m for m in state.pending_modifiers if m.for_round == state.round + 1]
    effects = tuple(effect_said(modifier.effect) for modifier in tomorrow)
    ask_say = say("sf.ask.P5.8", effects=effects) if effects else say("sf.ask.P5.8.nothing")
    return (_confirm(state, "P5.8.confirm", ask_say, _manual_lines(state, late=True)),)
