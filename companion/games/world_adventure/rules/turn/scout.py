"""Scouting (P3) and engaging (P4): finding a merchant, player, hunter or monster, then to attack or
leave.
"""

from msgspec.structs import replace

from companion.games.world_adventure.pack.cards import Monster
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import choose_ask, dice_ask, option, territory_say
from companion.games.world_adventure.rules.board import meet_piece, pieces, question, symbol
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put,
    put_player,
    put_turn,
    swap_top,
    who,
)
from companion.games.world_adventure.rules.constants import STATUS_MOST, SUCCESS
from companion.games.world_adventure.rules.possessions import chase, in_force
from companion.games.world_adventure.state import HUNTERS, Frame, GameStory, MonsterPiece, State
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, SeatName, say
from companion.kit.steps import Asks, Reply, Step


def begin_scout(story: GameStory, seat: str, target: str) -> None:
    """A merchant's symbol nobody knows about is asked for first, before anything is spent."""
    here = player(story, seat).territory
    if target == "merchant":
        if symbol(story.state, "merchant", here) is None:
            push(story, question("merchant", here), Frame("P3?", seat))
            return
        target = f"merchant:{here}"
    turn = story.state.turn
    put_turn(story, actions=max(0, turn.actions - 1), scouted=(*turn.scouted, target))
    log(story, "scouts", seat, target=_named(target))
    push(story, Frame("P3" if scout_dice(story.state, seat) else "P3f", seat, target))


def _if_merchant(story: GameStory, frame: Frame) -> None:
    if symbol(story.state, "merchant", player(story, frame.seat).territory):
        begin_scout(story, frame.seat, "merchant")


def _named(target: str) -> SeatName | Say:
    return who("merchant") if target.startswith("merchant:") else who(target)


def scout_dice(state: State, seat: str) -> int:
    return max(0, state.players[seat].explorer + in_force(state, seat, "extra_dice", "scout"))


def _ask_scout(state: State, frame: Frame) -> Asks:
    """The scouting dice; after them a Smoke Bomb may be spent on those that failed."""
    if not frame.dice:
        ask = dice_ask(
            state, "P3", scout_dice(state, frame.seat), frame.seat, target=_named(frame.what)
        )
        return (ask,)
    if frame.names:
        return (dice_ask(state, "P3b", len(frame.names), frame.seat),)
    options = tuple(option(str(at), "die", n=at, pips=die) for at, die in enumerate(frame.dice, 1))
    return (choose_ask(state, "P3s", options, frame.seat, least=0, most=len(options)),)


def _scouted(story: GameStory, frame: Frame, reply: Reply) -> None:
    dice = reply.pips
    hits = sum(die <= SUCCESS for die in dice)
    may_again = player(story, frame.seat).smoke_bomb and hits < min(2, len(dice))
    swap_top(story, replace(frame, step="P3" if may_again else "P3f", dice=dice))


def _chose_dice(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P3s: the dice to roll again, or none."""
    if reply.options:
        swap_top(story, replace(frame, names=reply.options))
    else:
        swap_top(story, replace(frame, step="P3f"))


def _scouted_again(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P3b."""
    new = dict(zip(frame.names, reply.pips, strict=True))
    dice = tuple(new.get(str(at), die) for at, die in enumerate(frame.dice, 1))
    put_player(story, frame.seat, smoke_bomb=0)
    swap_top(story, replace(frame, step="P3f", dice=dice))
    log(story, "scout_again", frame.seat, dice=dice)


def _found(story: GameStory, frame: Frame) -> None:
    """Successes are counted once the dice stand; two bring an action point, once in a turn."""
    seat, turn = frame.seat, story.state.turn
    hits = sum(die <= SUCCESS for die in frame.dice)
    sure = player(story, seat).explorer >= STATUS_MOST or in_force(
        story.state, seat, "auto_success", "scout"
    )
    found = hits or sure
    log(story, "scout_found" if found else "scout_missed", seat, n=hits, target=_named(frame.what))
    if hits >= 2 and (not turn.bonus_taken or story.state.options["scout_bonus"] == "per_roll"):
        put_turn(story, actions=turn.actions + 1, bonus_taken=True)
        log(story, "scout_bonus", seat)
    if found:
        push(
            story,
            Frame("P3m", seat, "merchant")
            if frame.what.startswith("merchant:")
            else Frame("P3a", seat, frame.what),
        )


def _ask_pick(state: State, frame: Frame) -> Asks:
    """Two dice name two slots of the City Hall mat; one is chosen."""
    if not frame.dice:
        return (dice_ask(state, "P3m", 2, frame.seat, what=say(f"wa.npc.{frame.what}")),)
    options = tuple(option(str(slot), "slot", n=slot) for slot in sorted(set(frame.dice)))
    return (choose_ask(state, "P3n", options, frame.seat, what=say(f"wa.npc.{frame.what}")),)


def _picked(story: GameStory, frame: Frame, reply: Reply) -> None:
    dice = reply.pips
    if len(set(dice)) == 1:
        _meet_slot(story, frame, str(dice[0]))
    else:
        swap_top(story, replace(frame, dice=dice))


def _chose_slot(story: GameStory, frame: Frame, reply: Reply) -> None:
    """P3n."""
    _meet_slot(story, frame, reply.choice)


def _meet_slot(story: GameStory, frame: Frame, slot: str) -> None:
    pop(story)
    push(story, Frame("P3c", frame.seat, frame.what, int(slot)))


def _meet_card(story: GameStory, frame: Frame) -> None:
    card = shelf.ensure(story, frame, f"{frame.what}:{story.state.stage_lv}:{frame.n}")
    if not card:
        return
    kind = "merchants" if frame.what == "merchant" else "monsters"
    log(story, "meets", frame.seat, card=shelf.title(story.state, kind, card), n=frame.n)
    push(story, Frame("P3a", frame.seat, f"{frame.what}:{card}"))


def _why_no_attack(state: State, frame: Frame) -> Say | None:
    if frame.what.startswith("merchant:") and chase(state, frame.seat) < 1:
        return say("wa.refused.no_chase")
    return None


def target_lines(state: State, what: str) -> tuple[Say, ...]:
    """The numbers of what was met, so that the choice is an informed one."""
    kind, _, card = what.partition(":")
    if kind == "merchant":
        one = shelf.merchant(state, card)
        return (
            say(
                "wa.facts.merchant",
                tier=say(f"wa.tier.{one.tier}"),
                hp=one.hp,
                accuracy=one.accuracy,
            ),
        )
    if kind in HUNTERS and not shelf.standing(state, f"{kind}:{state.stage_lv}"):
        return ()
    if kind in HUNTERS:
        two = shelf.hunter(state, kind)
        return (say("wa.facts.hunter", lv1=two.lv1_units, lv2=two.lv2_units),)
    if kind == "monster":
        return (_monster_line(shelf.monster(state, card)),)
    piece = pieces(state).get(what)
    return (_monster_line(shelf.monster(state, piece.card)),) if piece is not None else ()


def _monster_line(card: Monster) -> Say:
    tier = say(f"wa.npc.{card.tier}")
    return say(
        "wa.facts.monster", tier=tier, hp=card.hp, accuracy=card.accuracy, retreat=card.retreat
    )


def _ask_attack(state: State, frame: Frame) -> Asks:
    options = (option("attack", "attack", _why_no_attack(state, frame)), option("leave", "leave"))
    return (
        choose_ask(
            state,
            "P3a",
            options,
            frame.seat,
            lines=target_lines(state, frame.what),
            target=_title(state, frame.what),
        ),
    )


def _title(state: State, what: str) -> str | SeatName | Say:
    kind, _, card = what.partition(":")
    if kind == "merchant":
        return shelf.title(state, "merchants", card)
    if kind in ("monster", "legendary"):
        return shelf.title(state, "monsters", card)
    return say(f"wa.npc.{kind}") if kind in ("minion", "destroyer", "raid") else who(what)


def _attack_or_leave(story: GameStory, frame: Frame, reply: Reply) -> None:
    seat, what = frame.seat, frame.what
    kind = what.partition(":")[0]
    pop(story)
    if reply.choice == "leave":
        _leave(story, seat, what)
    elif kind == "merchant":
        push(story, Frame("KM", seat, what.partition(":")[2]))
    elif kind in HUNTERS or kind in story.state.players:
        push(story, Frame("KU", seat, what))
    else:
        push(story, Frame("KX", seat, what, 1))


def _leave(story: GameStory, seat: str, what: str) -> None:
    """A monster left alone stands on the territory from now on; whoever met it is not attacked by
    it this month.
    """
    log(story, "leaves", seat, target=_title(story.state, what))
    kind, _, card = what.partition(":")
    if kind == "monster":
        place_picked(story, seat, card, player(story, seat).territory)
    elif what in pieces(story.state):
        meet_piece(story, what, seat)


def place_picked(story: GameStory, seat: str, card: str, territory: str, lost: int = 0) -> None:
    """A Minion or Destroyer that was not defeated gets its meeple; an older one of its tier
    vanishes.
    """
    tier = shelf.monster(story.state, card).tier
    old = getattr(story.state, tier).territory
    put(story, **{tier: MonsterPiece(territory, card, (seat,), lost)})
    if old:
        log(
            story,
            "monster_vanishes",
            what=say(f"wa.npc.{tier}"),
            spot=territory_say(story.state, old),
        )
    log(
        story,
        "monster_stands",
        what=say(f"wa.npc.{tier}"),
        spot=territory_say(story.state, territory),
    )


def begin_engage(story: GameStory, seat: str) -> None:
    here = player(story, seat).territory
    standing = tuple(name for name, piece in pieces(story.state).items() if piece.territory == here)
    if not standing and symbol(story.state, "monster", here) is None:
        push(story, question("monster", here), Frame("P4?", seat))
        return
    put_turn(story, actions=max(0, story.state.turn.actions - 1))
    log(story, "engages", seat)
    if not standing:
        push(story, Frame("P3m", seat, "monster"))
    elif len(standing) == 1:
        push(story, Frame("P3a", seat, standing[0]))
    else:
        push(story, Frame("P4", seat, names=standing))


def _if_monster(story: GameStory, frame: Frame) -> None:
    if symbol(story.state, "monster", player(story, frame.seat).territory):
        begin_engage(story, frame.seat)


def _ask_which(state: State, frame: Frame) -> Asks:
    options = tuple(
        Option(name, say("wa.do.monster", what=_title(state, name))) for name in frame.names
    )
    ask: Choose = choose_ask(state, "P4", options, frame.seat)
    return (ask,)


def _told_which(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    push(story, Frame("P3a", frame.seat, reply.choice))


STEPS = {
    "P3?": Step(run=_if_merchant),
    "P4?": Step(run=_if_monster),
    "P3f": Step(run=_found),
    "P3c": Step(run=_meet_card),
    "P3": Step(_ask_scout, _scouted),
    "P3s": Step(take=_chose_dice),
    "P3b": Step(take=_scouted_again),
    "P3m": Step(_ask_pick, _picked),
    "P3n": Step(take=_chose_slot),
    "P3a": Step(_ask_attack, _attack_or_leave),
    "P4": Step(_ask_which, _told_which),
}
