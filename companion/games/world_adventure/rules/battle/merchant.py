"""KM, the battle with a merchant: one attack round per point of chase; it never strikes back."""

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import choose_ask, option, territory_say
from companion.games.world_adventure.rules.battle.common import (
    attack_ask,
    damage_dealt,
    joiners,
    new_round,
    player_side,
    power_options,
    take_dice,
    use_power,
)
from companion.games.world_adventure.rules.battle.loot import loot_frames
from companion.games.world_adventure.rules.board import tokens_out, with_token
from companion.games.world_adventure.rules.changes import (
    battle_of,
    leave_battle,
    log,
    player,
    pop,
    push,
    put,
    put_battle,
)
from companion.games.world_adventure.rules.possessions import chase, gain_exp
from companion.games.world_adventure.rules.runes import award
from companion.games.world_adventure.rules.wanted import change_wanted
from companion.games.world_adventure.state import TOKENS, Battle, Frame, GameStory, State
from companion.kit.steps import Asks, Reply, Step


def _start(story: GameStory, frame: Frame) -> None:
    """KM1: the Merchant X and the wanted point come with the attack, plundered or not."""
    state, seat = story.state, frame.seat
    here = player(story, seat).territory
    card = shelf.merchant(state, frame.what)
    put(
        story,
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
    out = tokens_out(story.state.merchant_x)
    log(
        story,
        "merchant_attacked",
        seat,
        card=card.name or card.id,
        spot=territory_say(state, here),
        n=out,
    )
    change_wanted(story, seat, 1)
    push(story, Frame("KMr", seat))


def _round(story: GameStory, frame: Frame) -> None:
    new_round(story)
    push(story, Frame("KM2", frame.seat))


def _ask_round(state: State, frame: Frame) -> Asks:
    seat = frame.seat
    options = (*power_options(state, seat), option("stop", "stop"))
    before = choose_ask(state, "KM1", options, seat, optional=True, n=battle_of(state).chase)
    return (attack_ask(state, "KM2", seat), before)


def _rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    seat = frame.seat
    take_dice(story, seat, reply)
    pop(story)
    push(story, Frame("KR", seat), Frame("KS", seat), Frame("KMd", seat))


def _before_dice(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KM1: a Rune Power, or the chase is given up."""
    if reply.choice == "stop":
        end_merchant(story, False)
        return
    use_power(story, frame.seat, reply.choice.removeprefix("power:"))
    if battle_of(story.state).hp <= 0:
        end_merchant(story, True)


def _damage(story: GameStory, frame: Frame) -> None:
    battle = battle_of(story.state)
    points = damage_dealt(battle)
    left = max(0, battle.hp - points)
    put_battle(story, hp=left, chase=battle.chase - 1)
    log(story, "merchant_hit", frame.seat, n=points, hp=left, chase=battle.chase - 1)
    if left == 0:
        end_merchant(story, True)
    elif battle.chase - 1 <= 0:
        end_merchant(story, False)
    else:
        push(story, Frame("KMr", frame.seat))


def end_merchant(story: GameStory, won: bool) -> None:
    """KM3: if plundered experience, goods, gold, perhaps a rune; then what the token sets off."""
    battle = battle_of(story.state)
    side = battle.sides[0]
    seat = side.who
    leave_battle(story)
    put(story, battle=None)
    card = shelf.merchant(story.state, battle.card)
    log(story, "plundered" if won else "merchant_escapes", seat, card=card.name or card.id)
    if not won:
        push(story, Frame("TM"))
        return
    gain_exp(story, seat, card.exp, joiners(side))
    rune = award(story.state, seat, f"merchant_{card.tier}")
    push(story, *loot_frames(seat, card.cargo_dice, card.loot_dice), *rune, Frame("TM"))


def _tokens(story: GameStory, _frame: Frame) -> None:
    """Every third merchant attacked brings the Government; with nine tokens out, all return, after
    that.
    """
    due = story.state.merchant_x_total % 3 == 0
    push(story, *([Frame("TG")] if due else []), Frame("TMr"))


def _tokens_return(story: GameStory, _frame: Frame) -> None:
    if tokens_out(story.state.merchant_x) == TOKENS:
        put(story, merchant_x=("",) * TOKENS)
        log(story, "merchants_return", n=TOKENS, sound="medium")


STEPS = {
    "KM": Step(run=_start),
    "KMr": Step(run=_round),
    "KMd": Step(run=_damage),
    "TM": Step(run=_tokens),
    "TMr": Step(run=_tokens_return),
    "KM2": Step(_ask_round, _rolled),
    "KM1": Step(take=_before_dice),
}
