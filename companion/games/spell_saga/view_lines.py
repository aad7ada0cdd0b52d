"""Live lines: which bonuses can be claimed now and why another cannot, the limits, what luck would read."""

from companion.games.spell_saga.claims import claim, sources
from companion.games.spell_saga.reading import kismet, luck_of
from companion.games.spell_saga.standing_rules import awake, rule_closed
from companion.games.spell_saga.state import State, hand_size, hero_limit, lite, source_limit, story_count, title
from companion.games.spell_saga.wording import colours_said, luck_said, names
from companion.kit.say import Say, Value, say


def bonus_lines(state: State) -> tuple[Say, ...]:
    """Every bonus of a card that is awake: claimable from these cards, or why not."""
    if lite(state) or not state.started:
        return ()
    among = sources(state)
    lines: list[Say] = []
    for card in awake(state):
        for index, rule in enumerate(state.cards[card].rules):
            if rule.bonus == "none":
                continue
            reason = rule_closed(state, card, index, among)
            values: dict[str, Value] = {"card": title(state, card), "kind": say(f"ss.bonus.{rule.bonus}")}
            if reason is not None:
                lines.append(say("ss.line.bonus_closed", why=reason[1], **values))
                continue
            found = claim(state, rule.bonus_cost, among) if rule.bonus_cost else None
            if found is None:
                lines.append(say("ss.line.bonus_open", **values))
            else:
                cards, where = names(state, found.cards), say(f"ss.source.{found.source}")
                colours = colours_said(rule.bonus_cost)
                lines.append(say("ss.line.bonus_found", colours=colours, cards=cards, source=where, **values))
    return tuple(lines)


def hint_lines(state: State) -> tuple[Say, ...]:
    """What a luck check would read now, where that differs from the result that counts."""
    lines: list[Say] = []
    for lane, hero in enumerate(state.heroes):
        if kismet(state, lane) is None or hero.luck == "UNCHECKED":
            continue
        now = luck_of(state, lane)
        if now.luck != hero.luck:
            words = luck_said(state, lane, now.luck, now.why, now.match)
            lines.append(say("ss.line.would_read", hero=title(state, hero.card), luck=words))
    return tuple(lines)


def limit_lines(state: State) -> tuple[Say, ...]:
    heroes = hero_limit(state)
    lines = [
        say("ss.line.acknowledges", n=story_count(state)),
        say("ss.line.source_limit", n=source_limit(state), story=story_count(state)),
        say("ss.line.armor", n=hand_size(state)),
    ]
    if heroes is not None:
        lines.append(say("ss.line.hero_limit", n=heroes, have=len(state.heroes)))
    return tuple(lines)
