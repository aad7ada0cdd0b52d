"""Preparing the table: the steps S2 to S10, until the first round can begin."""

from msgspec.structs import replace

from companion.games.runika.options import has_masteries, has_masters
from companion.games.runika.pack import BASIC_RUNES, MERITS, Character
from companion.games.runika.rules.dice import ELEMENT_SAY
from companion.games.runika.rules.disk import disk_ask, on_top, turns_seen
from companion.games.runika.rules.rune_row import gaps, reveal_ask, revealed, shown_rune, wants_rune
from companion.games.runika.state import GameStory, State, ask_id, seat_of
from companion.kit.asks import Ask, Choose, Option, Ready
from companion.kit.say import Say, name_of, say
from companion.kit.seats import order_of, with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse

# S2: everybody takes a character


def character_asks(state: State, _frame: PlainStep) -> Asks:
    without = [seat for seat, player in state.players.items() if not player.character]
    return tuple(_character_ask(state, seat) for seat in without)


def _character_ask(state: State, seat: str) -> Ask:
    taken = {player.character: other for other, player in state.players.items() if player.character}
    return Choose(
        id=ask_id("S2", 0, seat),
        say=say("rk.ask.character", seat=name_of(seat)),
        seats=(seat,),
        options=tuple(_character_option(one, taken) for one in state.pack.characters),
    )


def _character_option(character: Character, taken: dict[str, str]) -> Option:
    owner = taken.get(character.id)
    why_not = say("rk.refused.character_taken", seat=name_of(owner)) if owner else None
    what = say("rk.option.character", name=character.name)
    return Option(character.id, what, why_not=why_not, rule="E-CHAR-DUP")


def choose_character(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat = seat_of(reply.id)
    name = next(one.name for one in story.state.pack.characters if one.id == reply.choice)
    state = with_player(story.state, seat, character=reply.choice)
    if all(player.character for player in state.players.values()):
        state = replace(state, step="S3")
    story.tell(state, "rk.log.character", about=(seat,), seat=name_of(seat), name=name)


# S3: what lies on the table


def lay_out_asks(state: State, _frame: PlainStep) -> Asks:
    return (Ready(id=ask_id("S3", 0), say=say("rk.ask.lay_out"), lines=checklist(state)),)


def checklist(state: State) -> tuple[Say, ...]:
    """What lies on the table before the first round, in the order of the rules."""
    lines = [say("rk.check.dice", n=sum(spec.count for spec in state.pack.dice))]
    if has_masters(state):
        lines.append(say("rk.check.merits", n=MERITS))
    lines.append(say("rk.check.runes", n=BASIC_RUNES))
    if has_masteries(state):
        lines.append(say("rk.check.masteries", n=len(state.masteries)))
    if has_masters(state):
        lines.append(say("rk.check.masters"))
    lines.append(say("rk.check.tokens"))
    return (*lines, say("rk.check.guide"))


def lay_out(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    story.tell(replace(story.state, step="S4"), "rk.log.laid_out")


# S4: disks, green on top


def disks_asks(state: State, _frame: PlainStep) -> Asks:
    top = ELEMENT_SAY[on_top(state, 0)]
    what = say("rk.ask.disks", element=top)
    everybody = order_of(state)
    ready = Ready(id=ask_id("S4", 0), say=what, seats=everybody, done=state.ready)
    waiting = [seat for seat in everybody if seat not in state.ready]
    return (ready, *(_disk_seen_ask(state, seat) for seat in waiting))


def _disk_seen_ask(state: State, seat: str) -> Ask:
    what = say("rk.ask.disk_seen", seat=name_of(seat))
    return disk_ask(state, seat, ask_id("S4.disk", 0, seat), what, {})


def disk_ready(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    _disk_lies_right(story, str(reply.seat))


def disk_seen(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    if turns_seen(reply.value) != 0:
        top = ELEMENT_SAY[on_top(story.state, 0)]
        raise refuse("E-DISK-START", "rk.refused.disk_start", element=top)
    _disk_lies_right(story, seat_of(reply.id))


def _disk_lies_right(story: GameStory, seat: str) -> None:
    ready = story.state.ready
    if seat not in ready:
        ready = (*ready, seat)
    state = replace(story.state, ready=ready)
    if len(ready) == len(state.seats):
        state = replace(state, step="S6", ready=())
    story.tell(state, "rk.log.disk_ready", about=(seat,), seat=name_of(seat))


# S6: the first runes


def deal_asks(state: State, _frame: PlainStep) -> Asks:
    if not wants_rune(state):
        return ()
    dealt = BASIC_RUNES - state.rune_deck
    return (reveal_ask(state, ask_id("S6", 0, dealt), gaps(state)[0] + 1),)


def deal(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    revealed(story, shown_rune(story, reply.cards[0]))


def row_dealt(story: GameStory, _frame: PlainStep) -> None:
    story.keep(replace(story.state, step="S10"))


# S10: who begins


def initiative_asks(state: State, _frame: PlainStep) -> Asks:
    options = tuple(
        Option(seat, say("rk.option.seat", seat=name_of(seat)), seat=seat)
        for seat in order_of(state)
    )
    return (Choose(id=ask_id("S10", 0), say=say("rk.ask.initiative"), options=options),)


def give_initiative(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat = reply.choice
    state = replace(story.state, step="R1", initiative=seat)
    story.tell(state, "rk.log.initiative", about=(seat,), seat=name_of(seat))


STEPS: dict[str, Step[State, PlainStep]] = {
    "S2": Step(character_asks, choose_character),
    "S3": Step(lay_out_asks, lay_out),
    "S4": Step(disks_asks, disk_ready),
    "S4.disk": Step(take=disk_seen),
    "S6": Step(deal_asks, deal, row_dealt),
    "S10": Step(initiative_asks, give_initiative),
}
