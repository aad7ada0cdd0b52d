"""The resource phase: draws, and the discard for the hand limit."""

from msgspec.structs import replace

from companion.games.mechamancers.pack import DRAWN, title
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.asking import ask_id
from companion.games.mechamancers.rules.figures import draws_left, over_limit
from companion.games.mechamancers.rules.goods import (
    discard_cards,
    draw_cards,
    limit_hand,
    type_name,
)
from companion.games.mechamancers.rules.privileges import (
    privilege_options,
    transmute_asks,
    use_privilege,
)
from companion.games.mechamancers.rules.questions import answered, ask_now, choice
from companion.games.mechamancers.rules.refusals import forbid, no
from companion.games.mechamancers.rules.turn import allowed, end_phase
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    GameStep,
    GameStory,
    State,
    hand_size,
    role_card,
)
from companion.kit.asks import Ask, Choose, Option
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step


def _ask(state: State, _frame: PlainStep) -> tuple[Ask, ...]:
    seat = state.current
    player = state.players[seat]
    role = role_card(state, player.role)
    surplus = over_limit(player)
    options = [*_draws(state), *privilege_options(state), *choices.discards(player, surplus)]
    main = Choose(
        id=ask_id(state, "T2"),
        say=say("mm.ask.resource", seat=name_of(seat), mana=role.mana or 0, role=title(role)),
        seats=(seat,),
        lines=(say("mm.ask.over_limit", n=surplus),) if surplus else (),
        options=(*options, choices.done("resource")),
    )
    return (main, *transmute_asks(state))


def _draws(state: State) -> list[Option]:
    """Every draw the role still allows: type and number."""
    player = state.players[state.current]
    role = role_card(state, player.role)
    found: list[Option] = []
    for kind in DRAWN:
        most = draws_left(player, role, kind)
        found += [choices.draw(kind, n) for n in range(1, most + 1)]
    return found


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """One of draw:attack:2, discard:unique:1, privilege:ann:3, done."""
    verb, _, rest = reply.choice.partition(":")
    kind, _, n = rest.partition(":")
    match verb:
        case "draw":
            draw(story, kind, int(n))
        case "discard":
            discard(story, kind, int(n))
        case "privilege":
            use_privilege(story, rest)
        case _:
            end_phase(story)


def draw(story: GameStory, kind: str, n: int) -> None:
    """So many cards of one type, within what the role allows."""
    state = story.state
    player = state.players[state.current]
    role = role_card(state, player.role)
    if not any(kind in allowance.types for allowance in role.draw or ()):
        raise no("E_DRAW_TYPE", type=type_name(kind), allowed=allowed(state))
    if not 1 <= n <= draws_left(player, role, kind):
        raise no("E_DRAW_COUNT", allowed=allowed(state))
    if state.options["hand_limit"] == "stop_drawing":
        surplus = hand_size(player) + n - HAND_LIMIT
        forbid(story, surplus > 0, "E_HAND_LIMIT", n=surplus, most=HAND_LIMIT)
    drawn = draw_cards(story, state.current, kind, n)
    before = player.drawn_this_turn
    counted = {**before, kind: before.get(kind, 0) + drawn}
    story.keep(with_player(story.state, state.current, drawn_this_turn=counted))
    limit_hand(story, state.current)


def discard(story: GameStory, kind: str, n: int) -> None:
    """Down to the hand limit, and no further."""
    state = story.state
    player = state.players[state.current]
    surplus = over_limit(player)
    if n > surplus:
        raise no("E_DISCARD_NEEDLESS", n=surplus)
    if not 1 <= n <= player.hand.get(kind, 0):
        raise no("E_NOT_IN_HAND", type=type_name(kind))
    discard_cards(story, state.current, kind, n)


# Draws and discards due outside the phase


def _ask_discard(state: State, _frame: PlainStep) -> tuple[Choose, ...]:
    question = state.questions[0]
    return choice(state, choices.discards(state.players[question.seat], question.n))


def _take_discard(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """A discard may be answered in parts."""
    question = answered(story)
    _, kind, told = reply.choice.split(":")
    n = int(told)
    if n > question.n:
        raise no("E_DISCARD_NEEDLESS", n=question.n)
    discard_cards(story, question.seat, kind, n)
    if n < question.n:
        ask_now(story, replace(question, n=question.n - n))


def _ask_draw(state: State, _frame: PlainStep) -> tuple[Choose, ...]:
    return choice(state, (choices.pile(kind) for kind in DRAWN))


def _take_draw(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """One card at a time, each of the type its player names."""
    question = answered(story)
    draw_cards(story, question.seat, reply.choice, 1)
    if question.n > 1:
        ask_now(story, replace(question, n=question.n - 1))
    else:
        limit_hand(story, question.seat)


STEPS: dict[str, GameStep] = {
    "T2": Step(_ask, _take),
    "choice.discard": Step(_ask_discard, _take_discard),
    "choice.draw": Step(_ask_draw, _take_draw),
}
