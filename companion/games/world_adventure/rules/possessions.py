"""Gold, goods, caravan values and experience: what a player has, gains and pays."""

from msgspec.structs import replace

from companion.games.world_adventure.pack.effects import Effect
from companion.games.world_adventure.rules.cards import caravan
from companion.games.world_adventure.rules.changes import log, player, put, put_player
from companion.games.world_adventure.rules.constants import EXP_MOST, GOLD_MOST
from companion.games.world_adventure.rules.refusals import bend_if
from companion.games.world_adventure.state import GOODS, GameStory, Soldier, State
from companion.kit.say import Say, Value, say


def in_force(state: State, seat: str, kind: str, what: str = "") -> int:
    """The sum of what events and Rune Powers add now, for this player, of this kind."""
    effects: tuple[Effect, ...] = state.effects
    mine = state.players[seat].effects
    if not effects and not mine:
        return 0
    return sum(effect.n for effect in effects + mine if effect.kind == kind and effect.what == what)


def is_forbidden(state: State, kind: str, what: str) -> bool:
    return any(effect.kind == kind and effect.what == what for effect in state.effects)


def gain_gold(story: GameStory, seat: str, amount: int, key: str, **values: Value) -> None:
    """Gold above 99 is lost, and the log says so."""
    have = player(story, seat).gold
    now = min(GOLD_MOST, have + amount)
    wasted = have + amount - now
    put_player(story, seat, gold=now, gold_wasted=wasted)
    log(story, key, seat, sound=None, n=amount, **values)
    if wasted:
        log(story, "gold_wasted", seat, n=wasted)


def pay(story: GameStory, seat: str, price: int, key: str, **values: Value) -> None:
    have = player(story, seat).gold
    bend_if(story, have < price, "no_gold", price=price, have=have)
    put_player(story, seat, gold=max(0, have - price), gold_wasted=0)
    log(story, key, seat, sound=None, n=price, **values)


def lose_gold(story: GameStory, seat: str, amount: int, key: str) -> None:
    have = player(story, seat).gold
    put_player(story, seat, gold=max(0, have - amount), gold_wasted=0)
    log(story, key, seat, n=min(have, amount))


def price(state: State, seat: str, kind: str, base: int) -> int:
    return max(0, base + in_force(state, seat, "price", kind))


def capacity(state: State, seat: str) -> int:
    one = state.players[seat]
    card = caravan(state, one.caravan)
    return (card.cargo or 0) + one.cargo_up + in_force(state, seat, "cargo_slots")


def chase(state: State, seat: str) -> int:
    one = state.players[seat]
    return (
        (caravan(state, one.caravan).chaser or 0) + one.mount_pet + in_force(state, seat, "chase")
    )


def barrier(state: State, seat: str) -> int:
    return (caravan(state, state.players[seat].caravan).barrier or 0) + in_force(
        state, seat, "barrier"
    )


def aboard(state: State, seat: str) -> int:
    return sum(state.players[seat].goods.values())


def room(state: State, seat: str) -> int:
    return max(0, capacity(state, seat) - aboard(state, seat))


def move_goods(story: GameStory, seat: str, goods: dict[str, int]) -> None:
    """From the stock to this player; negative numbers go back to the stock. Silent: the caller says
    why.
    """
    state = story.state
    mine = state.players[seat].goods
    if not any(goods.values()):
        return
    put(story, stock={good: state.stock[good] - goods.get(good, 0) for good in GOODS})
    put_player(story, seat, goods={good: mine[good] + goods.get(good, 0) for good in GOODS})


def listed(goods: dict[str, int]) -> tuple[Say, ...]:
    return tuple(
        say("wa.goods.some", n=count, good=say(f"wa.good.{good}"))
        for good, count in goods.items()
        if count
    )


def gain_exp(story: GameStory, seat: str, amount: int, units: tuple[str, ...]) -> None:
    """In full to each unit named (`hero`, or the slot); never above 6, none at Lv 2."""
    one = player(story, seat)
    if not amount:
        return
    hero_exp = one.hero_exp
    if "hero" in units and one.hero_level == 1:
        hero_exp = min(EXP_MOST, hero_exp + amount)
    soldiers = tuple(
        _wiser(soldier, amount) if str(soldier.slot) in units else soldier
        for soldier in one.soldiers
    )
    put_player(story, seat, hero_exp=hero_exp, soldiers=soldiers)
    log(story, "exp", seat, n=amount)


def _wiser(soldier: Soldier, amount: int) -> Soldier:
    if soldier.level == 2:
        return soldier
    return replace(soldier, exp=min(EXP_MOST, soldier.exp + amount))


def quiet_exp(story: GameStory, seat: str, amount: int) -> None:
    """From sales, stalls and quests: to the hero and all soldiers, the fainted too unless the table
    plays otherwise.
    """
    fainted_too = story.state.options["quiet_exp_fainted"] == "yes"
    soldiers = player(story, seat).soldiers
    units = tuple(str(soldier.slot) for soldier in soldiers if soldier.active or fainted_too)
    gain_exp(story, seat, amount, ("hero", *units))


def soldier_in(state: State, seat: str, slot: int) -> Soldier | None:
    return next((soldier for soldier in state.players[seat].soldiers if soldier.slot == slot), None)


def put_soldier(story: GameStory, seat: str, slot: int, **fields: int | str) -> None:
    soldiers = tuple(
        replace(soldier, **fields) if soldier.slot == slot else soldier
        for soldier in player(story, seat).soldiers
    )
    put_player(story, seat, soldiers=soldiers)


def active_soldiers(state: State, seat: str) -> tuple[Soldier, ...]:
    return tuple(soldier for soldier in state.players[seat].soldiers if soldier.active)


def fainted_soldiers(state: State, seat: str) -> tuple[Soldier, ...]:
    return tuple(soldier for soldier in state.players[seat].soldiers if not soldier.active)
