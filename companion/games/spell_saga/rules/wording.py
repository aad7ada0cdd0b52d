"""Sentences about cards that several parts of the game need: names, glyphs, colours, reasons,
effects.
"""

from companion.games.spell_saga.pack import Effect, Rule
from companion.games.spell_saga.rules.reading import glyph, kismet, luck_of
from companion.games.spell_saga.state import Hero, State, title
from companion.kit.asks import Option
from companion.kit.say import Say, say


def names(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(title(state, card) for card in cards)


def card_options(state: State, cards: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(id=card, say=say("ss.option.card", card=title(state, card)), card=card)
        for card in cards
    )


def colours_said(colours: str) -> tuple[Say, ...]:
    return tuple(
        say(f"ss.colour.{colour}") if colour != "*" else say("ss.colour.any") for colour in colours
    )


def glyph_said(mark: str) -> Say:
    return say("ss.glyph.none") if mark == "-" else say(f"ss.glyph.{mark}")


def luck_said(state: State, lane: int, luck: str, why: str, match: str) -> Say:
    """The luck word with its reason: three Springs, Violet on all three, the place has no glyph."""
    values: dict[str, Say | tuple[Say, ...] | str] = {}
    triple = kismet(state, lane)
    still_so = (
        triple is not None and luck_of(state, lane).why == why
    )  # the cards may have changed since
    glyphs = [glyph(state, card) for card in triple] if triple is not None and still_so else []
    if why == "harmonics":
        values["colours"] = colours_said(match)
    elif why in ("equal", "two") and glyphs:
        values["glyph"] = glyph_said(max(glyphs, key=glyphs.count))
    elif why == "no_glyph" and glyphs and triple:
        values["card"] = title(state, triple[glyphs.index("-")])
    known = why in ("", "missing", "different", "effect") or values
    return say(
        f"ss.luck.{luck}",
        why=say(f"ss.luck_why.{why or 'unchecked'}" if known else "ss.luck_why.kept", **values),
    )


def hero_luck_said(state: State, lane: int) -> Say:
    hero: Hero = state.heroes[lane]
    return luck_said(state, lane, hero.luck, hero.why, hero.match)


def effect_said(effect: Effect) -> Say:
    if effect.text:
        return say("ss.effect.manual", text=effect.text)
    amount: int | Say = effect.n if effect.amount == "number" else say(f"ss.amount.{effect.amount}")
    return say(f"ss.effect.{effect.do}", n=amount, what=_what_said(effect))


def _what_said(effect: Effect) -> Say | str | tuple[Say, ...]:
    if effect.do in ("set_colours", "add_colours"):
        return colours_said(effect.what)
    if effect.do == "set_glyph":
        return glyph_said(effect.what)
    return say(f"ss.what.{effect.what}") if effect.what else ""


def rule_said(rule: Rule) -> Say:
    """The owner's own words if there are any, else the effects one by one."""
    if rule.text:
        return say("ss.effect.manual", text=rule.text)
    first, *rest = [effect_said(effect) for effect in rule.effects] or [say("ss.rule.none")]
    for then in rest:
        first = say("ss.rule.then", first=first, then=then)
    return first
