"""The five privileges, used in the resource phase: one looks at events, one repairs, one chooses
first, one turns cards into mana, one gives an attack.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.mechamancers.pack import TYPES, Effect, title
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.asking import ask_id, numbers_laid
from companion.games.mechamancers.rules.damage import boost, heal
from companion.games.mechamancers.rules.figures import corner
from companion.games.mechamancers.rules.goods import discarded_from_hand, gain_mana, type_name
from companion.games.mechamancers.rules.questions import (
    answered,
    choice,
    question_step,
    question_words,
)
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.state import (
    Boost,
    GameStep,
    GameStory,
    State,
    hand_size,
    mech_card,
    mech_in,
    role_card,
    standing,
)
from companion.kit.asks import Cell, Choose, Option, PieceWanted, Place
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step
from companion.kit.story import RuleError


def privilege_of(state: State) -> Effect:
    return role_card(state, state.players[state.current].role).privilege


# On what


def privilege_targets(state: State) -> list[str]:
    """What the current player's privilege can be used on now; nothing: it is not offered."""
    if not state.players[state.current].role:
        return []
    match privilege_of(state).do:
        case "event_peek":
            most = privilege_of(state).bury_max
            return [str(moved) for moved in range(most + 1)] if state.event_pile else []
        case "heal":
            return healable(state)
        case "add_attacks":
            return ["announce"] if names_in_combat(state) else armed(state)
        case "transmute":
            return ["hand"] if hand_size(state.players[state.current]) else []
        case _:
            return []  # the Ruler's works by holding the role


def healable(state: State) -> list[str]:
    """The damaged mechs the Barricade may repair."""
    seats = [state.current] if state.options["barricade_target"] == "own" else list(state.players)
    refs: list[str] = []
    for seat in seats:
        refs += [f"{seat}:{slot}" for slot, mech in standing(state.players[seat]) if mech.d > 0]
    return refs


def armed(state: State) -> list[str]:
    """Own mechs that show a sword now."""
    field = standing(state.players[state.current])
    return [f"{state.current}:{slot}" for slot, mech in field if corner(state, mech).attacks > 0]


def names_in_combat(state: State) -> bool:
    return state.options["warlock_target"] == "name_in_combat"


def privilege_options(state: State) -> list[Option]:
    """Every way to use the current player's privilege, but for hand cards laid out."""
    targets = [] if state.players[state.current].privilege_used else privilege_targets(state)
    return [_option(state, target) for target in targets if target != "hand"]


def _option(state: State, target: str) -> Option:
    effect = privilege_of(state)
    option_id = f"privilege:{target}"
    if effect.do == "event_peek":
        looked = min(effect.n, state.event_pile)
        return choices.peek(option_id, looked, int(target), str(state.options["quirk_return"]))
    if names_in_combat(state) and effect.do == "add_attacks":
        return choices.announce()
    return choices.mech(state, option_id, f"mm.do.{effect.do}", target)


# Using it


def use_privilege(story: GameStory, target: str) -> None:
    state = story.state
    check_privilege(state, target)
    effect, seat = privilege_of(state), state.current
    story.keep(with_player(state, seat, privilege_used=True))
    match effect.do:
        case "event_peek":
            looked = min(effect.n, state.event_pile)
            peeked(story, seat, looked, int(target))
        case "heal":
            heal(story, [target], effect.n)
        case _ if names_in_combat(state):
            after = replace(story.state, unnamed_attacks=effect.n)
            story.tell(after, "mm.log.attack_announced", about=(seat,), seat=name_of(seat))
        case _:
            boost(story, [target], Boost("attacks", effect.n, "turn"))


def check_privilege(state: State, target: str) -> None:
    """Refuses in the order of the rules file: used, nothing to use it on, not that target."""
    player = state.players[state.current]
    role = title(role_card(state, player.role))
    if player.privilege_used:
        raise no("E_PRIV_USED", role=role)
    targets = privilege_targets(state)
    if not targets:
        raise no("E_PRIV_NONE", role=role)
    if target not in targets:
        raise _not_that(state, target, role)


def _not_that(state: State, target: str, role: str) -> RuleError:
    effect = privilege_of(state)
    if effect.do == "event_peek":
        return no("E_QUIRK", n=effect.bury_max)
    if effect.do == "heal":
        return _not_to_heal(state, target) or no("E_PRIV_TARGET", role=role)
    return no("E_PRIV_TARGET", role=role)


def _not_to_heal(state: State, target: str) -> RuleError | None:
    mech = mech_in(state, target)
    if mech is None:
        is_dead = target in [f"{gone.seat}:{gone.slot}" for gone in state.gone]
        return no("E_HEAL_DEAD") if is_dead else None
    own = target.partition(":")[0] == state.current or state.options["barricade_target"] == "any"
    return no("E_HEAL_FULL", mech=title(mech_card(state, mech.card))) if own else None


def name_attacker(story: GameStory, slot: str) -> None:
    """The Warlock's extra attack, announced before, goes to a mech now."""
    state = story.state
    ref = f"{state.current}:{slot}"
    if ref not in armed(state):
        raise no("E_PRIV_TARGET", role=title(role_card(state, state.players[state.current].role)))
    given = Boost("attacks", state.unnamed_attacks, "turn")
    story.keep(replace(state, unnamed_attacks=0))
    boost(story, [ref], given)


# Looking at events


def peeked(story: GameStory, seat: str, looked: int, moved: int) -> None:
    """Told are only the numbers: nobody else learns what lay there."""
    as_it_lay = story.state.options["quirk_return"] == "same_order"
    key = "mm.log.peeked" if as_it_lay else "mm.log.peeked_any_order"
    story.tell(story.state, key, about=(seat,), seat=name_of(seat), n=looked, moved=moved)


def _ask_peek(state: State, _frame: PlainStep) -> tuple[Choose, ...]:
    question = state.questions[0]
    looked, back = int(question.text), str(state.options["quirk_return"])
    able = range(question.n + 1)
    return choice(state, (choices.peek(str(moved), looked, moved, back) for moved in able))


def _take_peek(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    question = answered(story)
    peeked(story, question.seat, int(question.text), int(reply.choice))


# Hand cards into mana


def transmute(story: GameStory, seat: str, numbers: Mapping[str, int], rate: int) -> None:
    """Hand cards of the player's choice into mana, in one go."""
    hand = story.state.players[seat].hand
    for kind, n in numbers.items():
        if not 0 <= n <= hand.get(kind, 0):
            raise no("E_TRANSMUTE", n=hand.get(kind, 0), type=type_name(kind))
    total = sum(numbers.values())
    story.keep(discarded_from_hand(story.state, seat, dict(numbers)))
    gain_mana(story, seat, rate * total, "mm.log.transmuted", cards=total)


def use_transmute(story: GameStory, numbers: Mapping[str, int]) -> None:
    """The Cabalist's privilege."""
    check_privilege(story.state, "hand")
    seat, rate = story.state.current, privilege_of(story.state).n
    story.keep(with_player(story.state, seat, privilege_used=True))
    transmute(story, seat, numbers, rate)


def transmute_asks(state: State) -> tuple[Place, ...]:
    """The current player's hand, to be laid out by type, if the privilege is to do so."""
    seat, privilege = state.current, privilege_of(state)
    player = state.players[seat]
    if player.privilege_used or privilege.do != "transmute" or not hand_size(player):
        return ()
    words = say("mm.ask.transmute", n=privilege.n)
    return (_hand_laid_out(state, "T2.transmute", seat, words, optional=True),)


def _hand_laid_out(
    state: State, step: str, seat: str, words: Say, *, optional: bool = False
) -> Place:
    player = state.players[seat]
    held = [kind for kind in TYPES if player.hand[kind]]
    return Place(
        id=ask_id(state, step),
        say=words,
        seats=(seat,),
        optional=optional,
        sheet="hand",
        cells=tuple(Cell(kind, type_name(kind), player.hand[kind]) for kind in held),
        pieces=(PieceWanted("card"),),
        most=hand_size(player),
    )


def take_transmute(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    use_transmute(story, numbers_laid(reply))


def _ask_transmute(state: State, _frame: PlainStep) -> tuple[Place, ...]:
    question = state.questions[0]
    words = question_words(state, question)
    return (_hand_laid_out(state, question_step(question), question.seat, words),)


def _take_transmute(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    question = answered(story)
    transmute(story, question.seat, numbers_laid(reply), question.n)


STEPS: dict[str, GameStep] = {
    "T2.transmute": Step(take=take_transmute),
    "choice.peek": Step(_ask_peek, _take_peek),
    "choice.transmute": Step(_ask_transmute, _take_transmute),
}
