"""What the tablet shows of the middle of the table. Nothing here looks behind a screen: nothing of
it is known.
"""

from companion.games.spell_from_the_future.pack import Effect, beast_of, colour_of
from companion.games.spell_from_the_future.rules.calling import hits_on
from companion.games.spell_from_the_future.rules.deck import difficulty
from companion.games.spell_from_the_future.rules.wording import effect_said, place_said
from companion.games.spell_from_the_future.state import (
    DAYS,
    OPEN_SEATS,
    SET_UP,
    State,
    is_cooperative,
    placed_by,
    places,
    team_result,
)
from companion.games.spell_from_the_future.views.arrangement import ARRANGEMENT
from companion.games.spell_from_the_future.views.seats import of_seats
from companion.kit.events import Path
from companion.kit.pieces import Piece
from companion.kit.say import Say, name_of, say
from companion.kit.seats import order_of
from companion.kit.trackers import (
    CardFace,
    Cards,
    Chart,
    Counter,
    Gauge,
    Notes,
    Order,
    Phase,
    PhaseStep,
    Pile,
    Sheet,
    SheetRow,
    Slot,
    Tracker,
    TurnSeat,
    View,
)

AMBER, RED = 5, 8


def view(state: State, _seat: str | None) -> View:
    """The same for everyone: what is secret never enters the engine."""
    trackers = (*_middle(state), *_campaign(state), *of_seats(state))
    return View(_headline(state), trackers, closed_zones(state), stage=ARRANGEMENT)


def closed_zones(state: State) -> tuple[str, ...]:
    """The camera may look at the seats only from the lifted screens to the end of the day."""
    looks_private = state.step in ("P4.4", "P4M.3") and state.options["private_precheck"] == "on"
    if state.step in OPEN_SEATS or looks_private:
        return ()
    return tuple(f"dock:{seat}" for seat in order_of(state))


def _headline(state: State) -> Say:
    if state.step == "END":
        return say(f"sf.headline.{state.result}")
    if state.step in SET_UP:
        return say("sf.headline.setup")
    phase = state.step.split(".")[0]
    return say("sf.headline.day", day=state.round, days=DAYS, phase=say(f"sf.phase.{phase}"))


def _middle(state: State) -> tuple[Tracker, ...]:
    return (
        _days(state),
        _village(state),
        *_beast(state),
        *_duel(state),
        *_initiative(state),
        _effects(state),
        *_spell(state),
        *_colours(state),
        *_resolve(state),
        *_piles(state),
        _order(state),
    )


def _days(state: State) -> Phase:
    steps = []
    for day in range(1, DAYS + 1):
        past = state.days_past[day - 1] if day <= len(state.days_past) else None
        mark = ""
        if past is not None:
            mark = ("✓" if past.defeated else "✗") + ("✸" if past.blocked == "unblocked" else "")
        now = "done" if past else "now" if day == state.round and state.step not in SET_UP else ""
        steps.append(PhaseStep(str(day), say("sf.day_n", n=str(day)), now, mark))
    note = say("sf.days_note") if state.days_past else None
    return Phase(
        id="days", say=say("sf.tracker.days"), steps=tuple(steps), at=str(state.round), note=note
    )


def _village(state: State) -> Gauge:
    return Gauge(
        id="village",
        say=say("sf.tracker.village_damage"),
        handle="village_damage",
        size=2,
        value=state.village_damage,
        most=state.pack.damage_limit,
        warn=AMBER,
        alarm=RED,
    )


def _beast(state: State) -> tuple[Tracker, ...]:
    today = state.current_beast
    beast = beast_of(state.pack, today.id) if today else None
    if today is None or beast is None:
        return ()
    lines = (
        say("sf.beast.if_defeated", effects=_said(beast.if_defeated)),
        say("sf.beast.if_not_defeated", effects=_said(beast.if_not_defeated)),
    )
    face = CardFace(
        today.id,
        beast.title,
        figures=(("health", today.health), ("attack", today.attack), ("damage", today.damage)),
        lines=lines,
        mark=say("sf.beast.mystic") if today.mystic else None,
        source=beast.source,
        faded=state.beast_defeated == "yes",
        badge=str(beast.tier or ""),
    )
    return (Cards(id="beast", say=say("sf.tracker.beast"), cards=(face,)),)


def _said(effects: tuple[Effect, ...]) -> tuple[Say, ...]:
    return tuple(effect_said(effect) for effect in effects) or (say("sf.effect.none"),)


def _duel(state: State) -> tuple[Tracker, ...]:
    beast = state.current_beast
    if beast is None:
        return ()
    attack, defence = state.attack_total, state.defence_total
    return (
        Gauge(
            id="attack",
            say=say("sf.tracker.attack_total"),
            handle="attack_total",
            value=attack,
            most=max(attack, beast.health, 1),
            against=beast.health,
            against_say=say("sf.tracker.against_health", n=beast.health),
        ),
        Gauge(
            id="defence",
            say=say("sf.tracker.defence_total"),
            handle="defence_total",
            value=defence,
            most=max(defence, beast.attack, 1),
            against=beast.attack,
            against_say=say("sf.tracker.against_attack", n=beast.attack),
        ),
    )


def _initiative(state: State) -> tuple[Tracker, ...]:
    if state.initiative_roll is None:
        return ()
    who = say(f"sf.initiative.{state.initiative}")
    badge = "M" if state.initiative == "mages" else "B"
    return (
        Counter(
            id="initiative",
            say=say("sf.tracker.initiative"),
            value=state.initiative_roll,
            note=who,
            badge=badge,
        ),
    )


def _effects(state: State) -> Notes:
    today = [m for m in state.pending_modifiers if m.for_round == state.round]
    later = [m for m in state.pending_modifiers if m.for_round > state.round]
    lines = [say("sf.today", effect=effect_said(modifier.effect)) for modifier in today]
    lines += [say("sf.tomorrow", effect=effect_said(modifier.effect)) for modifier in later]
    lines += [
        say("sf.waiting_option", option=say(f"sf.option.{name}"))
        for name in _waiting_options(state)
    ]
    if state.in_force["damage_mode"] == "flat1":
        lines.append(say("sf.warn.flat1"))
    return Notes(id="effects", say=say("sf.tracker.effects"), lines=tuple(lines))


def _waiting_options(state: State) -> list[str]:
    """Options changed during the day, which count from the next one."""
    return [
        name
        for name, value in state.options.items()
        if state.in_force.get(name) != value and name != "difficulty"
    ]


def _spell(state: State) -> tuple[Tracker, ...]:
    if state.mystic_round:
        slots = tuple(
            Slot(c.id, c.title, filled=(c.swatch,), lit=c.id in state.called)
            for c in state.pack.colours
        )
        word = state.mystic_word or say("sf.word_said")
        return (Chart(id="columns", say=say("sf.tracker.columns", word=word), slots=slots),)
    slots = tuple(
        Slot(one, place_said(state, one), lit=one in state.called) for one in state.letters
    )
    return (Chart(id="letters", say=say("sf.tracker.letters"), slots=slots),) if slots else ()


def _colours(state: State) -> tuple[Tracker, ...]:
    if not state.color_open:
        return ()
    faces = []
    for card_id in state.color_open:
        card = colour_of(state.pack, card_id)
        faces.append(
            CardFace(card_id, card.title if card else card_id, colour=card.swatch if card else None)
        )
    return (Cards(id="colours", say=say("sf.tracker.colours"), cards=tuple(faces), slots=2),)


def _resolve(state: State) -> tuple[Tracker, ...]:
    """Who put what where, once the screens are up; rows that Hit light up as they are called."""
    if state.step not in OPEN_SEATS and state.step not in ("P1", "END"):
        return ()
    rows = []
    for where in places(state):
        cells = tuple(_pieces(state, seat, where) for seat in order_of(state))
        hits = hits_on(state, where)
        lit = where in state.called and bool(hits["white"] or hits["black"])
        rows.append(SheetRow(where, place_said(state, where), cells, lit))
    sums = tuple(_sum(p.hits_white, p.hits_black) for p in state.players.values())
    columns = tuple(say("sf.name", name=name_of(seat)) for seat in order_of(state))
    return (
        Sheet(id="grid", say=say("sf.tracker.grid"), columns=columns, rows=tuple(rows), sums=sums),
    )


def _pieces(state: State, seat: str, where: str) -> tuple[Piece, ...]:
    tokens = placed_by(state.players[seat]).get(where)
    return _sum(tokens.white, tokens.black) if tokens else ()


def _sum(white: int, black: int) -> tuple[Piece, ...]:
    return tuple(
        Piece(colour, count) for colour, count in (("white", white), ("black", black)) if count
    )


def _piles(state: State) -> tuple[Tracker, ...]:
    counts = (
        ("beast_deck_count", state.beast_deck_count, None),
        ("color_deck", state.color_deck, "color_deck"),
        ("color_discard", state.color_discard, "color_discard"),
        ("word_deck_count", state.word_deck_count, "word_deck_count"),
        ("word_discard_count", state.word_discard_count, "word_discard_count"),
    )
    return tuple(
        Pile(id=name, say=say(f"sf.tracker.{name}"), count=count, handle=handle, quiet=True)
        for name, count, handle in counts
    )


def _order(state: State) -> Order:
    turns = []
    for seat, player in state.players.items():
        first = seat == state.first_player
        turns.append(
            TurnSeat(
                seat, "ready" if player.ready else "now" if first else "", "1st" if first else ""
            )
        )
    handle = "first_player" if state.first_player else None
    return Order(id="order", say=say("sf.tracker.first_player"), turns=tuple(turns), handle=handle)


def _campaign(state: State) -> tuple[Tracker, ...]:
    found: list[Tracker] = []
    if is_cooperative(state):
        parts: tuple[Path, ...] = tuple(
            ("players", seat, vp) for seat in state.players for vp in ("white_vp", "black_vp")
        )
        found.append(
            Counter(
                id="team",
                say=say("sf.tracker.team"),
                value=team_result(state),
                size=2,
                made_of=parts,
            )
        )
    if state.campaign is not None:
        now = state.campaign.chapter
        steps = tuple(
            PhaseStep(
                str(n),
                say("sf.chapter_n", n=str(n)),
                "done" if n < now else "now" if n == now else "",
            )
            for n in (1, 2, 3, 4)
        )
        level = say(f"sf.option.difficulty.{difficulty(state)}")
        found.append(
            Phase(
                id="chapters", say=say("sf.tracker.chapters"), steps=steps, at=str(now), note=level
            )
        )
        lives = say("sf.tracker.lives")
        found.append(
            Counter(id="lives", say=lives, value=state.campaign.lives, most=9, handle="lives")
        )
    return tuple(found)
