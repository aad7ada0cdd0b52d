"""Steps P5.3 to P5.9: from the calling to the end of the day. Steps that await nothing follow at
once.
"""

from companion.games.spell_from_the_future.abilities import (
    abilities,
    gained,
    manual_effects,
    proposal_answered,
)
from companion.games.spell_from_the_future.ending import best, hold, hurt
from companion.games.spell_from_the_future.opening import effect_said, token_said
from companion.games.spell_from_the_future.pack import Effect, beast_of
from companion.games.spell_from_the_future.state import (
    DAYS,
    BeastToday,
    DayPast,
    Modifier,
    State,
    replace,
    with_player,
)
from companion.games.spell_from_the_future.thoughts import call, next_place
from companion.kit.intents import Answer
from companion.kit.say import name_of, say
from companion.kit.story import Story


def word_called(story: Story[State], answer: Answer) -> None:
    """P5.3: one word, or all that are left at once."""
    all_at_once = answer.ask.endswith(":all")
    where = next_place(story.state)
    while where is not None:
        call(story, where)
        where = next_place(story.state) if all_at_once else None
    if next_place(story.state) is None:
        story.keep(replace(story.state, step="P5.4"))
        abilities(story, late=False)
        _count_if_settled(story)


def ability_answered(story: Story[State], answer: Answer) -> None:
    """P5.4 and P5.8: one proposal."""
    _, step, seat, at = answer.ask.split(":")
    proposal_answered(story, answer, seat, int(at.removesuffix(".colour")))
    if step == "P5.4":
        _count_if_settled(story)
    elif not story.state.proposals and story.state.step != "END":
        _aftermath(story)


def manual_done(story: Story[State], _answer: Answer) -> None:
    _count_up(story)


def _count_if_settled(story: Story[State]) -> None:
    if not story.state.proposals and not any(manual_effects(story.state, late=False)):
        _count_up(story)


def beast_today(state: State) -> BeastToday:
    assert state.current_beast is not None
    return state.current_beast


def _count_up(story: Story[State]) -> None:
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


def _count_hits(story: Story[State], colour: str) -> None:
    for seat, player in story.state.players.items():
        hits = player.hits_white if colour == "white" else player.hits_black
        if hits:
            now = (player.white_vp if colour == "white" else player.black_vp) + hits
            why = say("sf.log.vp", name=name_of(seat), n=hits, colour=token_said(colour), now=now)
            story.tell(with_player(story.state, seat, **{f"{colour}_vp": now}), why, about=(seat,))


def fight(story: Story[State], answer: Answer) -> None:
    """P5.5 confirmed: the first strike; or, at once, everything up to the next question or the end
    of the day.
    """
    at_once = answer.ask.endswith(":all")
    _first_strike(story)
    while at_once and story.state.step in ("P5.6", "P5.7", "P5.8") and not story.state.proposals:
        {"P5.6": second_strike, "P5.7": after_fight, "P5.8": day_over}[story.state.step](
            story, answer
        )


def _first_strike(story: Story[State]) -> None:
    story.keep(replace(story.state, step="P5.6"))
    if story.state.initiative == "beast":
        _beast_strikes(story)
    else:
        _mages_strike(story)
        if story.state.beast_defeated == "yes":
            story.tell(replace(story.state, attack_blocked="no_attack"), "sf.log.no_attack")


def second_strike(story: Story[State], answer: Answer) -> None:
    """P5.6 confirmed."""
    if story.state.beast_defeated == "yes":
        after_fight(story, answer)
        return
    story.keep(replace(story.state, step="P5.7"))
    if story.state.initiative == "beast":
        _mages_strike(story)
    else:
        _beast_strikes(story)


def _mages_strike(story: Story[State]) -> None:
    beast = beast_today(story.state)
    defeated = story.state.attack_total >= beast.health
    state = replace(story.state, beast_defeated="yes" if defeated else "no")
    key, sound = ("sf.log.defeated", "defeated") if defeated else ("sf.log.not_defeated", None)
    story.tell(state, key, sound=sound, attack=state.attack_total, health=beast.health)


def _beast_strikes(story: Story[State]) -> None:
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


def after_fight(story: Story[State], _answer: Answer) -> None:
    """P5.8: Mind effects that waited for the Beast's fate, then what the Beast leaves."""
    story.keep(replace(story.state, step="P5.8"))
    abilities(story, late=True)
    if not story.state.proposals and story.state.step != "END":
        _aftermath(story)


def aftermath_of(state: State) -> tuple[Effect, ...]:
    beast = beast_of(state.pack, beast_today(state).id)
    if beast is None:
        return ()
    return beast.if_defeated if state.beast_defeated == "yes" else beast.if_not_defeated


def _aftermath(story: Story[State]) -> None:
    beast = beast_of(story.state.pack, beast_today(story.state).id)
    for effect in aftermath_of(story.state):
        if story.state.step == "END":
            return
        if effect.do == "village_damage":
            hurt(story, effect.n, "sf.log.beast_damage", beast=beast.title if beast else "")
        else:
            _queue(story, effect, beast.title if beast else "")


def _queue(story: Story[State], effect: Effect, beast: str) -> None:
    state = story.state
    if state.round == DAYS:
        story.tell(state, "sf.log.no_tomorrow", effect=effect_said(effect))
        return
    queued = (*state.pending_modifiers, Modifier(effect, beast, state.round + 1))
    after = replace(state, pending_modifiers=queued)
    story.tell(after, "sf.log.tomorrow", sound="tomorrow", beast=beast, effect=effect_said(effect))


def day_over(story: Story[State], _answer: Answer) -> None:
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
