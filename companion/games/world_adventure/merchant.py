"""KM, the battle with a merchant: as many attack rounds as the chase value; it never strikes back."""

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.battle import (
    attack_ask,
    damage_dealt,
    joiners,
    new_round,
    player_side,
    power_options,
    take_dice,
    use_power,
)
from companion.games.world_adventure.board import tokens_out, with_token
from companion.games.world_adventure.draws import choose_ask, option, territory_say
from companion.games.world_adventure.loot import loot_frames
from companion.games.world_adventure.purse import chase, gain_exp
from companion.games.world_adventure.runes import award
from companion.games.world_adventure.state import Battle, Frame, State
from companion.games.world_adventure.tale import (
    Tale,
    battle_of,
    choice,
    leave_battle,
    log,
    player,
    pop,
    push,
    put,
    put_battle,
)
from companion.games.world_adventure.wanted import change_wanted
from companion.games.world_adventure.words import TOKENS
from companion.kit.asks import Ask
from companion.kit.intents import Answer


def _start(tale: Tale, frame: Frame) -> None:
    """KM1: the Merchant X and the wanted point come with the attack, plundered or not."""
    state, seat = tale.state, frame.seat
    here = player(tale, seat).territory
    card = shelf.merchant(state, frame.what)
    put(
        tale,
        merchant_x=with_token(state.merchant_x, here),
        merchant_x_total=state.merchant_x_total + 1,
        battle=Battle(
            "merchant",
            seat,
            "merchant",
            here,
            (player_side(state, seat),),
            card=card.id,
            tier=card.tier,
            hp=card.hp,
            accuracy=card.accuracy,
            chase=chase(state, seat),
        ),
    )
    out = tokens_out(tale.state.merchant_x)
    log(
        tale,
        "merchant_attacked",
        seat,
        card=card.name or card.id,
        spot=territory_say(state, here),
        n=out,
    )
    change_wanted(tale, seat, 1)
    push(tale, Frame("KMr", seat))


def _round(tale: Tale, frame: Frame) -> None:
    new_round(tale)
    push(tale, Frame("KM2", frame.seat))


def _ask_round(state: State, frame: Frame) -> tuple[Ask, ...]:
    seat = frame.seat
    options = (*power_options(state, seat), option("stop", "stop"))
    before = choose_ask(state, "KM1", options, seat, optional=True, n=battle_of(state).chase)
    return (attack_ask(state, "KM2", seat), before)


def _fight(tale: Tale, frame: Frame, part: str, answer: Answer) -> None:
    seat = frame.seat
    if part != "KM1":
        take_dice(tale, seat, answer)
        pop(tale)
        push(tale, Frame("KR", seat), Frame("KS", seat), Frame("KMd", seat))
    elif choice(answer) == "stop":
        end_merchant(tale, False)
    else:
        use_power(tale, seat, choice(answer).removeprefix("power:"))
        if battle_of(tale.state).hp <= 0:
            end_merchant(tale, True)


def _damage(tale: Tale, frame: Frame) -> None:
    battle = battle_of(tale.state)
    points = damage_dealt(battle)
    left = max(0, battle.hp - points)
    put_battle(tale, hp=left, chase=battle.chase - 1)
    log(tale, "merchant_hit", frame.seat, n=points, hp=left, chase=battle.chase - 1)
    if left == 0:
        end_merchant(tale, True)
    elif battle.chase - 1 <= 0:
        end_merchant(tale, False)
    else:
        push(tale, Frame("KMr", frame.seat))


def end_merchant(tale: Tale, won: bool) -> None:
    """KM3: experience, goods, gold and perhaps a rune if plundered; then what the token sets off."""
    battle = battle_of(tale.state)
    side = battle.sides[0]
    seat = side.who
    leave_battle(tale)
    put(tale, battle=None)
    card = shelf.merchant(tale.state, battle.card)
    log(tale, "plundered" if won else "merchant_escapes", seat, card=card.name or card.id)
    if not won:
        push(tale, Frame("TM"))
        return
    gain_exp(tale, seat, card.exp, joiners(side))
    rune = award(tale.state, seat, f"merchant_{card.tier}")
    push(tale, *loot_frames(seat, card.cargo_dice, card.loot_dice), *rune, Frame("TM"))


def _tokens(tale: Tale, _frame: Frame) -> None:
    """Every third merchant attacked brings the Government; with nine tokens out, all return, after
    that.
    """
    due = tale.state.merchant_x_total % 3 == 0
    push(tale, *([Frame("TG")] if due else []), Frame("TMr"))


def _tokens_return(tale: Tale, _frame: Frame) -> None:
    if tokens_out(tale.state.merchant_x) == TOKENS:
        put(tale, merchant_x=("",) * TOKENS)
        log(tale, "merchants_return", n=TOKENS, sound="medium")


AUTO = {"KM": _start, "KMr": _round, "KMd": _damage, "TM": _tokens, "TMr": _tokens_return}
ASKS = {"KM2": _ask_round}
ANSWERS = {"KM2": _fight}
