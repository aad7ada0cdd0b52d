"""Ask ids, and the few words that several chapters say alike."""

from companion.games.spell_from_the_future.pack import Effect, colour_of
from companion.games.spell_from_the_future.state import State, Tokens, occasion
from companion.kit.asks import Ask, Ready
from companion.kit.say import Say, name_of, say
from companion.kit.steps import AskId


def ask_id(state: State, step: str, *about: str) -> str:
    """Names this one occasion: the day (and attempt), the step, and what it is about."""
    return str(AskId(occasion(state), step, ":".join(about)))


def effect_said(effect: Effect) -> Say:
    """An effect in a few words, for prompts and the log."""
    signed = f"{effect.n:+d}"
    match effect.do:
        case "manual":
            return say("sf.effect.manual", text=effect.text or "?")
        case "box_rule" if effect.kind is None:  # typed in without it: people see to it
            return say("sf.effect.manual", text=effect.text or "?")
        case "beast_stat":
            return say(f"sf.effect.beast_{effect.stat}", n=signed)
        case "gain_vp":
            return say(f"sf.effect.gain_vp.{effect.track}", n=signed)
        case "box_rule":
            letters = ", ".join(effect.letters)
            return say(
                f"sf.effect.box.{effect.kind}",
                n=effect.n,
                letters=letters,
                colour=token_said(effect.colour),
            )
        case _:
            return say(f"sf.effect.{effect.do}", n=signed)


def token_said(colour: str) -> Say:
    return say(f"sf.token.{colour}")


def place_said(state: State, where: str) -> Say:
    """A letter with its word, or a colour by its name."""
    if state.mystic_round:
        colour = colour_of(state.pack, where)
        return say("sf.place", where=colour.title if colour else where)
    word = state.words.get(where)
    return say("sf.place_word", where=where, word=word) if word else say("sf.place", where=where)


def tokens_said(where: str, tokens: Tokens) -> Say:
    return say("sf.tokens_at", where=where, tokens="○" * tokens.white + "●" * tokens.black)


def by_first(state: State, step: str, *lines: Say) -> tuple[Ask, ...]:
    """A confirmation by the 1st Mage."""
    first = state.first_player
    return (
        Ready(
            id=ask_id(state, step),
            say=say(f"sf.ask.{step}", name=name_of(first)),
            seats=(first,),
            lines=lines,
        ),
    )


def confirm(
    state: State,
    step: str,
    ask_say: Say,
    lines: tuple[Say, ...] = (),
    *,
    about: str = "",
    optional: bool = False,
) -> Ready:
    """Something the 1st Mage confirms for everybody."""
    return Ready(
        id=ask_id(state, step, about),
        say=ask_say,
        seats=(state.first_player,),
        lines=lines,
        optional=optional,
    )
