"""What the active player may do now: every action with its reason where it is not possible, and the
ways to travel.
"""

from companion.games.world_adventure.pack.atlas import atlas, is_city, nation_of
from companion.games.world_adventure.rules.asking import (
    ask_id,
    choose_ask,
    option,
    spot_option,
    territory_say,
)
from companion.games.world_adventure.rules.board import (
    are_enemies,
    is_closed,
    neighbours,
    pieces,
    stall_owner,
    symbol,
)
from companion.games.world_adventure.rules.cards import find, title
from companion.games.world_adventure.rules.constants import CANCEL_PRICE, STALL_PRICE, STALLS_MOST
from companion.games.world_adventure.rules.npcs.strikers import next_striker
from companion.games.world_adventure.rules.possessions import in_force, is_forbidden, price
from companion.games.world_adventure.state import HUNTERS, Player, State
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, name_of, say
from companion.kit.steps import Asks

_END = option("end", "end")
_NO_ACTIONS = say("wa.refused.no_actions")
_CLOSED = say("wa.refused.closed_city")


def menu(state: State, seat: str) -> Asks:
    one = state.players[seat]
    here = one.territory
    options = _in_city(state, seat, one) if is_city(here) else _outside(state, seat, one)
    if one.quest is not None or is_city(here):
        options += _guild(state, seat, one)
    if one.powers:
        options += _powers(state, one)
    if one.team and state.options["team_gifts"] == "same_territory":
        options += _gifts(state, seat, here)
    choose = choose_ask(
        state,
        "P1",
        (*options, _END),
        seat,
        lines=_lines(state, seat),
        who=name_of(seat),
        moves=state.turn.moves,
        actions=state.turn.actions,
    )
    if state.turn.moves < 1 or is_forbidden(state, "forbid", "travel"):
        return (choose,)
    return (choose, _travel(state, seat, here))


def _lines(state: State, seat: str) -> tuple[Say, ...]:
    """That all points are used; and before "End turn", who would strike."""
    used = not state.turn.moves and not state.turn.actions
    striker = next_striker(state, seat) if state.options["stay_check"] == "end_of_turn" else ""
    lines = [say("wa.turn_used")] if used else []
    if isinstance(striker, str) and striker:
        lines.append(say("wa.stay_warning", what=say(f"wa.npc.{striker.partition(':')[0]}")))
    return tuple(lines)


def _travel(state: State, seat: str, here: str) -> Choose:
    spots = neighbours(state, here)
    options = [
        Option(spot, territory_say(state, spot), why_not=_CLOSED, rule="WA-R08", bends=True)
        if is_city(spot) and is_closed(state, seat, spot)
        else spot_option(state, spot)
        for spot in spots
    ]
    if not atlas(state.pack).edges_known and not is_city(here):
        options.append(option("elsewhere", "elsewhere"))
    return Choose(
        id=ask_id(state, "P2"),
        say=say("wa.ask.P2", moves=state.turn.moves),
        seats=(seat,),
        zone="middle",
        options=tuple(options),
    )


def _act(state: State, what: str) -> Say | None:
    """Why no action may be spent on this."""
    if state.turn.actions < 1:
        return _NO_ACTIONS
    return say("wa.refused.forbidden") if is_forbidden(state, "forbid", what) else None


def _outside(state: State, seat: str, one: Player) -> list[Option]:
    options = [
        option("scout:merchant", "scout_merchant", why_no_merchant(state, seat)),
        option("engage", "engage", why_no_engage(state, seat)),
    ]
    for other, rival in state.players.items():
        if other != seat and rival.territory == one.territory:
            why = why_no_scout(state, seat, other)
            options.append(option(f"scout:{other}", "scout_player", why, who=name_of(other)))
    for name in HUNTERS:
        if getattr(state, name).territory == one.territory:
            options.append(
                option(f"scout:{name}", f"scout_{name}", why_no_scout(state, seat, name))
            )
    return options


def why_no_scout(state: State, seat: str, target: str) -> Say | None:
    """Scouting in general, and players in particular."""
    one = state.players[seat]
    if target in state.players:
        if not are_enemies(state, seat, target):
            return say("wa.refused.team_mate")
        if is_city(state.players[target].territory):
            return say("wa.refused.target_in_city")
    if target in state.turn.scouted:
        return say("wa.refused.scouted_already")
    sure = in_force(state, seat, "extra_dice", "scout") or in_force(
        state, seat, "auto_success", "scout"
    )
    if one.explorer < 1 and not sure:
        return say("wa.refused.no_explorer")
    return _act(state, "scout")


def why_no_merchant(state: State, seat: str) -> Say | None:
    here = state.players[seat].territory
    if symbol(state, "merchant", here) is False:
        return say("wa.refused.no_merchant")
    if here in state.merchant_x:
        return say("wa.refused.merchant_used")
    return why_no_scout(state, seat, f"merchant:{here}")


def why_no_engage(state: State, seat: str) -> Say | None:
    here = state.players[seat].territory
    if is_city(here):
        return say("wa.refused.in_city")
    if not any(piece.territory == here for piece in pieces(state).values()):
        if symbol(state, "monster", here) is False:
            return say("wa.refused.no_monster")
        if here in state.monster_x:
            return say("wa.refused.monster_used")
    return _act(state, "engage")


def _in_city(state: State, seat: str, one: Player) -> list[Option]:
    free = {kind: _free_service(state, kind) for kind in ("workshop", "recruiter")}
    return [
        option("shop", "shop", why_no_shop(state, seat)),
        option(
            "stall",
            "stall",
            why_no_stall(state, seat, one),
            price=price(state, seat, "stall", STALL_PRICE),
        ),
        option("workshop", "workshop", free["workshop"]),
        option("recruiter", "recruiter", free["recruiter"]),
    ]


def _free_service(state: State, what: str) -> Say | None:
    return say("wa.refused.forbidden") if is_forbidden(state, "forbid", what) else None


def why_no_shop(state: State, seat: str) -> Say | None:
    one = state.players[seat]
    if not is_city(one.territory):
        return say("wa.refused.not_in_city")
    if state.turn.shop_done:
        return say("wa.refused.shop_done")
    last = one.shop_month.get(nation_of(one.territory))
    wait = int(state.options["shop_wait"])
    if last is not None and state.month < last + wait:
        return say("wa.refused.shop_closed", month=last + wait)
    return _free_service(state, "shop")


def why_no_stall(state: State, seat: str, one: Player) -> Say | None:
    if not is_city(one.territory):
        return say("wa.refused.not_in_city")
    if stall_owner(state, nation_of(one.territory)):
        return say("wa.refused.stall_taken")
    if len(one.stalls) >= STALLS_MOST:
        return say("wa.refused.stall_most", n=STALLS_MOST)
    if len(one.stalls) >= one.charisma:
        return say("wa.refused.stall_charisma", n=one.charisma)
    cost = price(state, seat, "stall", STALL_PRICE)
    if one.gold < cost:
        return say("wa.refused.no_gold", price=cost, have=one.gold)
    return _act(state, "stall")


def _guild(state: State, seat: str, one: Player) -> list[Option]:
    options = []
    if is_city(one.territory):
        options.append(option("quest:take", "quest_take", why_no_quest(state, seat)))
    if one.quest is not None:
        short = one.gold < CANCEL_PRICE
        why = say("wa.refused.no_gold", price=CANCEL_PRICE, have=one.gold) if short else None
        card = title(state, "quests", one.quest.card)
        options.append(option("quest:cancel", "quest_cancel", why, card=card, price=CANCEL_PRICE))
        options.append(
            option("quest:complete", "quest_complete", why_not_done(state, one), card=card)
        )
    return options


def why_no_quest(state: State, seat: str) -> Say | None:
    one = state.players[seat]
    if not is_city(one.territory):
        return say("wa.refused.not_in_city")
    if one.quest is not None:
        return say("wa.refused.quest_held")
    return _act(state, "quest")


def why_not_done(state: State, one: Player) -> Say | None:
    """A quest is done at its place: the city where it was taken, the marked or the named
    territories.
    """
    held = one.quest
    if held is None:
        return say("wa.refused.no_quest")
    card = find(state, "quests", held.card)
    if state.turn.quest_tried:
        return say("wa.refused.quest_tried")
    spots = {"taken_city": (held.city,), "named": (card.place,)}.get(card.location, held.places)
    open_spots = tuple(spot for spot in spots if spot not in held.done)
    if card.location != "manual" and one.territory not in open_spots:
        return say(
            "wa.refused.quest_place",
            places=tuple(territory_say(state, spot) for spot in open_spots),
        )
    return None


def _powers(state: State, one: Player) -> list[Option]:
    """Yellow Rune Powers work now; purple ones only in battle."""
    options = []
    for held in one.powers:
        card = find(state, "powers", held.card)
        why = say("wa.refused.power_purple") if card.color == "purple" else None
        options.append(
            option(f"power:{held.card}", "power", why, card=card.name or card.id, n=held.uses)
        )
    return options


def _gifts(state: State, seat: str, here: str) -> list[Option]:
    return [
        option(f"gift:{other}", "gift", who=name_of(other))
        for other, mate in state.players.items()
        if other != seat and mate.territory == here and not are_enemies(state, seat, other)
    ]
