"""Whether an answer fits the form of the ask, before any rule of a game is consulted. Shared by all
games.
"""

from collections import Counter
from typing import assert_never

from companion.kit.asks import Ask, Choose, Count, Place, Ready, Roll, Show, dice_wanted
from companion.kit.intents import Answer, Chosen, Counted, Placed, Readied, Rolled, Shown
from companion.kit.pieces import count_of
from companion.kit.say import Say, name_of
from companion.kit.story import RuleError, refuse


def open_ask(asks: tuple[Ask, ...], answer: Answer) -> Ask:
    """The ask this answers, if it is open and this seat may answer it in this form."""
    for ask in asks:
        if ask.id == answer.ask:
            break
    else:
        raise refuse("not_asked", "kit.refused.not_asked", now=tuple(ask.say for ask in asks))
    if answer.seat is not None and ask.seats and answer.seat not in ask.seats:
        raise refuse(
            "not_you", "kit.refused.not_you", seats=tuple(name_of(seat) for seat in ask.seats)
        )
    check_form(ask, answer)
    return ask


def check_form(ask: Ask, answer: Answer) -> None:
    value = answer.answer
    match ask, value:  # what is asked most stands first
        case Choose(), Chosen():
            _check_choose(ask, value, answer.force)
        case Ready(), Readied():
            _check_ready(ask, answer, value)
        case Roll(), Rolled():
            _check_roll(ask, value)
        case Show(), Shown():
            _check_show(ask, value)
        case Place(), Placed():
            _check_place(ask, value)
        case Count(), Counted():
            if value.number < ask.least or (ask.most is not None and value.number > ask.most):
                raise _range("out_of_range", value.number, ask.least, ask.most)
        case ((Roll() | Place() | Show() | Choose() | Count() | Ready()), _):
            raise refuse("wrong_kind", "kit.refused.wrong_kind", what=ask.say)
        case _:
            assert_never(ask)


def _range(code: str, have: int, least: int, most: int | None) -> RuleError:
    if most is None:
        return refuse(code, "kit.refused.at_least", have=have, least=least)
    return refuse(code, "kit.refused.between", have=have, least=least, most=most)


def _check_roll(ask: Roll, rolled: Rolled) -> None:
    number = dice_wanted(ask)
    least = number if ask.least is None else ask.least
    if least == number != len(rolled.dice):
        raise refuse("wrong_dice", "kit.refused.dice", n=number, have=len(rolled.dice))
    if not least <= len(rolled.dice) <= number:
        raise _range("wrong_dice", len(rolled.dice), least, number)
    left = Counter[tuple[str, str | None]]()
    faces: dict[tuple[str, str | None], tuple[int | str, ...]] = {}
    for wanted in ask.dice:
        left[wanted.kind, wanted.colour] += wanted.count
        faces[wanted.kind, wanted.colour] = wanted.faces
    for die in rolled.dice:
        # Where the rules do not tell dice apart by colour, any colour will do.
        key = (die.kind, die.colour) if (die.kind, die.colour) in faces else (die.kind, None)
        left[key] -= 1
        if left[key] < 0:
            raise refuse("wrong_dice", "kit.refused.die_not_wanted", die=die.colour or die.kind)
        if die.face not in faces[key] or isinstance(die.face, bool):
            raise refuse("wrong_dice", "kit.refused.no_such_face", face=die.face)


def _check_place(ask: Place, placed: Placed) -> None:
    cells = {cell.id: cell for cell in ask.cells}
    kinds = {piece.id: piece for piece in ask.pieces}
    for cell_id, pieces in placed.cells.items():
        if cell_id not in cells:
            raise refuse("no_such_cell", "kit.refused.no_such_cell", cell=cell_id)
        for piece in pieces:
            if piece.id not in kinds or piece.count < 1:
                raise refuse("no_such_piece", "kit.refused.no_such_piece", piece=piece.id)
            if kinds[piece.id].faces and piece.face not in kinds[piece.id].faces:
                raise refuse("no_such_piece", "kit.refused.no_such_face", face=piece.face or "?")
            if piece.turn not in range(4):
                raise refuse("no_such_piece", "kit.refused.no_such_turn", turn=piece.turn)
    if ask.keeps:
        _check_kept(ask, placed)


def _check_kept(ask: Place, placed: Placed) -> None:
    """What lies there stays, and no more is laid than there is room and asked for."""
    for cell in ask.cells:
        lying, now = placed.cells.get(cell.id, ()), ask.now.get(cell.id, ())
        where = cell.say or cell.id
        if any(piece not in lying for piece in now):
            raise refuse("moved", "kit.refused.moved", cell=where)
        room = ask.per_cell if cell.most is None else cell.most
        if room is not None and count_of(lying) > room:
            raise refuse("no_room", "kit.refused.no_room", cell=where)
    for kind in ask.pieces:
        used = sum(count_of(pieces, kind.id) for pieces in placed.cells.values())
        if kind.most is not None and used > kind.most:
            raise refuse("too_many", "kit.refused.too_many", piece=kind.say or kind.id)
    total = sum(count_of(pieces) for pieces in placed.cells.values())
    if total < ask.least or (ask.most is not None and total > ask.most):
        raise _range("too_many", total, ask.least, ask.most)


def _check_show(ask: Show, shown: Shown) -> None:
    if not ask.least <= len(shown.cards) <= ask.most:
        raise _range("wrong_cards", len(shown.cards), ask.least, ask.most)
    if not ask.new:
        known = {card.id for card in ask.known}
        for card in shown.cards:
            if card.id not in known:
                raise refuse("no_such_card", "kit.refused.no_such_card", card=card.id)
    ids = [card.id for card in shown.cards]
    if not ask.spare and len(set(ids)) != len(ids):
        raise refuse("wrong_cards", "kit.refused.twice", what=ids[0])


def _check_choose(ask: Choose, chosen: Chosen, force: str | None) -> None:
    options = {option.id: option for option in ask.options if option.id in chosen.options}
    alone = [option for option in options.values() if option.alone]
    if alone and len(chosen.options) > 1:
        raise refuse("wrong_number", "kit.refused.alone", what=alone[0].say)
    if not alone and not ask.least <= len(chosen.options) <= ask.most:
        raise _range("wrong_number", len(chosen.options), ask.least, ask.most)
    if len(set(chosen.options)) != len(chosen.options):
        raise refuse("wrong_number", "kit.refused.twice", what=chosen.options[0])
    for option_id in chosen.options:
        if option_id not in options:
            raise refuse("no_such_option", "kit.refused.no_such_option", option=option_id or "–")
        option = options[option_id]
        if option.why_not is not None and not (option.bends and force is not None):
            raise RuleError(option.rule, option.why_not, may_force=option.bends)


def _check_ready(ask: Ready, answer: Answer, value: Readied) -> None:
    if len(ask.seats) > 1 and answer.seat is None:
        raise refuse("whose", "kit.refused.whose")
    if not value.ready and not (ask.withdraw and answer.seat in ask.done):
        raise refuse("not_withdrawn", "kit.refused.not_withdrawn")


def over_limits(ask: Place, placed: Placed) -> Say | None:
    """A placement beyond the ask's own numbers; games with better words for it check first."""
    total = sum(count_of(pieces) for pieces in placed.cells.values())
    if total < ask.least or (ask.most is not None and total > ask.most):
        return _range("too_many", total, ask.least, ask.most).say
    return None
