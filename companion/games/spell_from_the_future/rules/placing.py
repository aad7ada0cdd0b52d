"""What a player may place on which card, and what is wrong with a placement. No scoring here."""

from collections.abc import Iterator

from companion.games.spell_from_the_future.pack import Effect, Mind, is_open_ended
from companion.games.spell_from_the_future.rules.wording import token_said
from companion.games.spell_from_the_future.state import (
    COLOURS_OF_TOKENS,
    TOKENS_EACH,
    GameStory,
    Placement,
    Player,
    State,
    Tokens,
    limit_with,
    places,
)
from companion.kit.intents import Placed
from companion.kit.pieces import count_of
from companion.kit.say import Say, name_of, say
from companion.kit.story import RuleError, refuse


def placement_of(placed: Placed) -> Placement:
    cells = {
        where: Tokens(count_of(p, "white"), count_of(p, "black"))
        for where, p in placed.cells.items()
    }
    return {
        where: tokens for where, tokens in sorted(cells.items()) if tokens.white or tokens.black
    }


def check_owned(story: GameStory, seat: str, placed: Placement, unplaced: dict[str, int]) -> None:
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
    """Whether the placement keeps this rule of the card; too few tokens are another matter."""
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
