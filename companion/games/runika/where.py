"""Where each real piece should be, a sentence each: two of these compared are pieces to move."""

from companion.games.runika.options import has_masters
from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.dice import ELEMENT_SAY, dice_say, die_say
from companion.games.runika.rules.disk import on_top
from companion.games.runika.rules.grid import CELL_NAMES
from companion.games.runika.state import Player, State
from companion.kit.say import Say, name_of, say


def where(state: State) -> dict[str, Say]:
    found = _on_the_table(state)
    for seat, player in state.players.items():
        found |= _on_the_board(state, seat, player)
    return found


def _on_the_table(state: State) -> dict[str, Say]:
    pool = tuple(
        say("rk.where.dice", n=number, element=ELEMENT_SAY[e])
        for e, number in state.pool.items()
        if number
    )
    found = {"pool": say("rk.where.pool", dice=pool) if pool else say("rk.where.no_pool")}
    for at, space in enumerate(state.row, start=1):
        if space.height:
            name = state.pack.rune(space.rune).name
            found[f"row.{at}"] = say("rk.where.space", space=at, name=name, n=space.height)
        else:
            found[f"row.{at}"] = say("rk.where.empty_space", space=at)
    found["rune_deck"] = say("rk.where.rune_deck", n=state.rune_deck)
    if state.initiative:
        found["initiative"] = say("rk.where.initiative", seat=name_of(state.initiative))
    for rune_id, mastery in state.masteries.items():
        name = state.pack.rune(rune_id).name
        found[f"mastery.{rune_id}"] = (
            say("rk.where.mastery", name=name, seat=name_of(mastery.owner))
            if mastery.owner
            else say("rk.where.mastery_open", name=name)
        )
    return found | (_on_the_masters(state) if has_masters(state) else {})


def _on_the_masters(state: State) -> dict[str, Say]:
    found = {"merit_deck": say("rk.where.merit_deck", n=state.merit_deck)}
    for element in ELEMENTS:
        name, die = state.pack.master(element).name, state.slots[element]
        slot = (
            say("rk.where.slot", name=name, die=die_say(die))
            if die
            else say("rk.where.empty_slot", name=name)
        )
        found[f"slot.{element}"] = slot
        for seat, player in state.players.items():
            key = "rk.where.token" if player.influence[element] else "rk.where.no_token"
            found[f"token.{seat}.{element}"] = say(key, seat=name_of(seat), name=name)
    return found


def _on_the_board(state: State, seat: str, player: Player) -> dict[str, Say]:
    who = name_of(seat)
    found = {
        f"{seat}.grid.{CELL_NAMES[cell]}": say(
            "rk.where.cell", seat=who, cell=CELL_NAMES[cell], die=die_say(die)
        )
        for cell, die in enumerate(player.grid)
    }
    found[f"{seat}.disk"] = say(
        "rk.where.disk", seat=who, element=ELEMENT_SAY[on_top(state, player.disk)]
    )
    dice = dice_say(player.stored) or (say("rk.die.none"),)
    found[f"{seat}.stored"] = say("rk.where.stored", seat=who, dice=dice)
    found[f"{seat}.tokens"] = say("rk.where.tokens", seat=who, n=player.tokens)
    found[f"{seat}.merits"] = say("rk.where.merits", seat=who, n=len(player.merits))
    for at, card in enumerate(player.runes, start=1):
        key = "rk.where.rune_flipped" if card.flipped else "rk.where.rune"
        found[f"{seat}.runes.{at}"] = say(key, seat=who, name=state.pack.rune(card.rune).name)
    return found
