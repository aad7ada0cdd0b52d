"""Steps P5.4 to P5.9: from what the Mind Cards do to the end of the day.

Steps that await nothing follow at once.
"""

from collections.abc import Callable

from companion.games.spell_from_the_future.pack import Effect, beast_of
from companion.games.spell_from_the_future.rules.abilities import (
    abilities,
    gained,
    manual_effects,
    manual_lines,
    proposal_answered,
    proposed,
)
from companion.games.spell_from_the_future.rules.village import best, hold, hurt
from companion.games.spell_from_the_future.rules.wording import confirm, effect_said, token_said
from companion.games.spell_from_the_future.state import (
    DAYS,
    BeastToday,
    DayPast,
    GameStory,
    Modifier,
    State,
    replace,
)
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step


def _abilities(state: State, _frame: PlainStep) -> Asks:
    if state.proposals:
        return tuple(proposed(state, proposal) for proposal in state.proposals)
    return (
        confirm(state, "P5.4.manual", say("sf.ask.P5.4.manual"), manual_lines(state, late=False)),
    )


def ability_answered(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P5.4 and P5.8: one proposal."""
    seat, at = reply.id.subjects
    proposal_answered(story, reply.choice, seat, int(at.removesuffix(".colour")))
    if reply.id.step == "P5.4":
        count_if_settled(story)
    elif not story.state.proposals and story.state.step != "END":
        _aftermath(story)


def count_if_settled(story: GameStory) -> None:
    if not story.state.proposals and not any(manual_effects(story.state, late=False)):
        _count_up(story)


def beast_today(state: State) -> BeastToday:
    assert state.current_beast is not None
    return state.current_beast


def _count_up(story: GameStory) -> None:
    """P5.5: Hits and gains become VP, Hits and bonuses the two totals."""
    before = best(story.state)
    players = story.state.players.values()
    attack = story.state.attack_total + sum(player.hits_white for player in players)
    defence = story.state.defence_total + sum(player.hits_black for player in players)
    drops_black = _quick_kill(story.state, attack)
    for colour in ("white", "black"):
        if colour == "black" and drops_black:
            story.tell(story.state, "sf.log.black_dropped")
            continue
        _count_hits(story, colour)
    for gain in story.state.gains:
        if not (gain.colour == "black" and drops_black):
            gained(story, gain)
    after = replace(story.state, attack_total=attack, defence_total=defence, gains=(), step="P5.5")
    story.tell(after, "sf.log.totals", attack=attack, defence=defence)
    leaders = best(story.state)
    if leaders != before and len(leaders) == 1:
        story.tell(story.state, "sf.log.leader", about=leaders, name=name_of(leaders[0]))


def _quick_kill(state: State, attack: int) -> bool:
    """The option drop: black VP are lost when the Mages strike first and fell the Beast."""
    falls = state.initiative == "mages" and attack >= beast_today(state).health
    return falls and state.in_force["black_vp_after_quick_kill"] == "drop"


def _count_hits(story: GameStory, colour: str) -> None:
    for seat, player in story.state.players.items():
        hits = player.hits_white if colour == "white" else player.hits_black
        if hits:
            now = (player.white_vp if colour == "white" else player.black_vp) + hits
            why = say("sf.log.vp", name=name_of(seat), n=hits, colour=token_said(colour), now=now)
            story.tell(with_player(story.state, seat, **{f"{colour}_vp": now}), why, about=(seat,))


def _counted(state: State, _frame: PlainStep) -> Asks:
    lines = tuple(
        say(
            "sf.move.vp",
            name=name_of(seat),
            white=_lap(state, p.white_vp),
            black=_lap(state, p.black_vp),
        )
        for seat, p in state.players.items()
    )
    cubes = {"attack": state.attack_total, "defence": state.defence_total}
    at_once = confirm(state, "P5.5", say("sf.ask.P5.5.all"), about="all", optional=True)
    return (confirm(state, "P5.5", say("sf.ask.P5.5", **cubes), lines), at_once)


def _lap(state: State, number: int) -> Say:
    """Beyond the printed end of the track the marker runs a second time."""
    most = state.pack.vp_track_max
    if most is None or number <= most:
        return say("sf.move.to", n=str(number))
    return say(
        "sf.move.lap",
        lap=(number - 1) // most + 1,
        n=str(number - (number - 1) // most * most),
        total=number,
    )


def fight(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P5.5 confirmed: the first strike; or, at once, everything up to the next question or the end
    of the day.
    """
    at_once = reply.about == "all"
    _first_strike(story)
    while at_once and story.state.step in _NEXT and not story.state.proposals:
        _NEXT[story.state.step](story)


def _first_strike(story: GameStory) -> None:
    story.keep(replace(story.state, step="P5.6"))
    if story.state.initiative == "beast":
        _beast_strikes(story)
    else:
        _mages_strike(story)
        if story.state.beast_defeated == "yes":
            story.tell(replace(story.state, attack_blocked="no_attack"), "sf.log.no_attack")


def _struck(state: State, _frame: PlainStep) -> Asks:
    """The strike just made, and where the Damage Marker belongs."""
    beast = beast_today(state)
    mages = (state.step == "P5.6") == (state.initiative != "beast")
    if mages:
        key = "sf.fight.defeated" if state.beast_defeated == "yes" else "sf.fight.not_defeated"
        line = say(key, attack=state.attack_total, health=beast.health)
    else:
        key = "sf.fight.blocked" if state.attack_blocked == "blocked" else "sf.fight.unblocked"
        line = say(key, defence=state.defence_total, attack=beast.attack)
    ask_say = say("sf.ask.strike", what=line, damage=state.village_damage)
    return (confirm(state, state.step, ask_say),)


def _second_strike(story: GameStory) -> None:
    """P5.6 confirmed."""
    if story.state.beast_defeated == "yes":
        _after_fight(story)
        return
    story.keep(replace(story.state, step="P5.7"))
    if story.state.initiative == "beast":
        _mages_strike(story)
    else:
        _beast_strikes(story)


def _mages_strike(story: GameStory) -> None:
    beast = beast_today(story.state)
    defeated = story.state.attack_total >= beast.health
    state = replace(story.state, beast_defeated="yes" if defeated else "no")
    key, sound = ("sf.log.defeated", "defeated") if defeated else ("sf.log.not_defeated", None)
    story.tell(state, key, sound=sound, attack=state.attack_total, health=beast.health)


def _beast_strikes(story: GameStory) -> None:
    state, beast = story.state, beast_today(story.state)
    if state.defence_total >= beast.attack:
        after = replace(state, attack_blocked="blocked")
        story.tell(
            after,
            "sf.log.blocked",
            sound="blocked",
            defence=state.defence_total,
            attack=beast.attack,
        )
        return
    story.keep(replace(state, attack_blocked="unblocked"))
    hurt(
        story,
        damage_of(state),
        "sf.log.unblocked",
        defence=state.defence_total,
        attack=beast.attack,
    )


def damage_of(state: State) -> int:
    """What one unblocked attack does, as the table reads the card."""
    beast = beast_today(state)
    match state.in_force["damage_mode"]:
        case "shortfall":
            return beast.attack - state.defence_total
        case "flat1":
            return 1
        case _:
            return beast.damage


def _after_fight(story: GameStory) -> None:
    """P5.8: Mind effects that waited for the Beast's fate, then what the Beast leaves."""
    story.keep(replace(story.state, step="P5.8"))
    abilities(story, late=True)
    if not story.state.proposals and story.state.step != "END":
        _aftermath(story)


def _aftermath_asks(state: State, _frame: PlainStep) -> Asks:
    if state.proposals:
        return tuple(proposed(state, proposal) for proposal in state.proposals)
    tomorrow = [m for m in state.pending_modifiers if m.for_round == state.round + 1]
    effects = tuple(effect_said(modifier.effect) for modifier in tomorrow)
    ask_say = say("sf.ask.P5.8", effects=effects) if effects else say("sf.ask.P5.8.nothing")
    return (confirm(state, "P5.8.confirm", ask_say, manual_lines(state, late=True)),)


def aftermath_of(state: State) -> tuple[Effect, ...]:
    beast = beast_of(state.pack, beast_today(state).id)
    if beast is None:
        return ()
    return beast.if_defeated if state.beast_defeated == "yes" else beast.if_not_defeated


def _aftermath(story: GameStory) -> None:
    beast = beast_of(story.state.pack, beast_today(story.state).id)
    for effect in aftermath_of(story.state):
        if story.state.step == "END":
            return
        if effect.do == "village_damage":
            hurt(story, effect.n, "sf.log.beast_damage", beast=beast.title if beast else "")
        else:
            _queue(story, effect, beast.title if beast else "")


def _queue(story: GameStory, effect: Effect, beast: str) -> None:
    state = story.state
    if state.round == DAYS:
        story.tell(state, "sf.log.no_tomorrow", effect=effect_said(effect))
        return
    queued = (*state.pending_modifiers, Modifier(effect, beast, state.round + 1))
    after = replace(state, pending_modifiers=queued)
    story.tell(after, "sf.log.tomorrow", sound="tomorrow", beast=beast, effect=effect_said(effect))


def _day_over(story: GameStory) -> None:
    """P5.9: the next day, or after the last Beast the end."""
    state = story.state
    past = DayPast(beast_today(state).id, state.beast_defeated == "yes", state.attack_blocked)
    state = replace(state, days_past=(*state.days_past, past))
    if state.beast_deck_count == 0:
        story.keep(state)
        hold(story)
        return
    sound = "last_day" if state.round + 1 == DAYS else None
    story.tell(
        replace(state, round=state.round + 1, step="P1"),
        "sf.log.new_day",
        sound=sound,
        n=state.round + 1,
    )


def _on(go: Callable[[GameStory], None]) -> Callable[[GameStory, PlainStep, Reply], None]:
    """A confirmation that says nothing but: go on."""
    return lambda story, _frame, _reply: go(story)


_NEXT = {"P5.6": _second_strike, "P5.7": _after_fight, "P5.8": _day_over}
STEPS = {
    "P5.4": Step(_abilities, ability_answered),
    "P5.4.manual": Step(take=_on(_count_up)),
    "P5.5": Step(_counted, fight),
    "P5.6": Step(_struck, _on(_second_strike)),
    "P5.7": Step(_struck, _on(_after_fight)),
    "P5.8": Step(_aftermath_asks, ability_answered),
    "P5.8.confirm": Step(take=_on(_day_over)),
}
