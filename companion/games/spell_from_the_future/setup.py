"""Before the first day: table options, who may play, the Beast deck's mix, and a fresh state."""

from companion.games.spell_from_the_future.pack import TIERS, Pack
from companion.games.spell_from_the_future.state import DAYS, Campaign, Player, State, mode
from companion.kit.game import Options, OptionSpec, Seats
from companion.kit.say import say
from companion.kit.story import refuse

DIFFICULTIES = ("easy", "normal", "hard", "very_hard")
MIXES: dict[str, tuple[int, int, int, int]] = {
    "easy": (2, 3, 1, 1),
    "normal": (1, 2, 2, 2),
    "hard": (0, 1, 3, 3),
    "very_hard": (0, 0, 2, 5),
}
PLAYERS: dict[str, tuple[int, int]] = {"standard": (3, 5), "two_player": (2, 2), "campaign": (2, 5)}
PLAYER_COLOURS = ("red", "blue", "green", "yellow", "purple")

OPTIONS = (
    OptionSpec("mode", ("standard", "two_player", "campaign"), "standard", live=False),
    OptionSpec("difficulty", DIFFICULTIES, "normal"),
    OptionSpec("difficulty_table", ("printed", "own"), "printed", live=False),
    OptionSpec("own_t1", default=1, most=6, live=False),
    OptionSpec("own_t2", default=2, most=6, live=False),
    OptionSpec("own_t3", default=2, most=5, live=False),
    OptionSpec("own_t4", default=2, most=5, live=False),
    OptionSpec("phase_order", ("spell_first", "beast_first"), "spell_first"),
    OptionSpec("beast_order", ("shuffled", "tier_ascending"), "shuffled"),
    OptionSpec("first_mage_start", ("table_choice", "random"), "table_choice"),
    OptionSpec("damage_mode", ("printed", "shortfall", "flat1"), "printed"),
    OptionSpec("mixed_box", ("per_colour", "whole_box_hit"), "per_colour"),
    OptionSpec("black_vp_after_quick_kill", ("keep", "drop"), "keep"),
    OptionSpec("color_reshuffle", ("on_demand", "below_four"), "on_demand"),
    OptionSpec("min_tokens", default=0, most=1),
    OptionSpec("placement_repair", ("owner_removes", "void_card"), "owner_removes"),
    OptionSpec("table_talk_reminder", ("on", "off"), "on"),
    OptionSpec("two_player_stats", ("column_or_scaled", "three_player_column"), "column_or_scaled"),
    OptionSpec("campaign_lives", default=3, least=1, most=9, live=False),
    OptionSpec("campaign_damage_carry", ("none", "half"), "none"),
    OptionSpec("private_precheck", ("off", "on"), "off"),
)


def setup(options: Options, seats: Seats, pack: Pack) -> State:
    least, most = PLAYERS[str(options["mode"])]
    if not least <= len(seats) <= most:
        raise refuse("SF-E01", "sf.refused.seats", have=len(seats), least=least, most=most)
    colours = [seat.colour or seat.id for seat in seats]
    for colour in colours:
        if colours.count(colour) > 1:
            raise refuse("SF-E02", "sf.refused.colour_taken", colour=say(f"kit.colour.{colour}"))
    _check_own_mix(options)
    kept = dict(options)
    return State(
        seats=seats,
        options=kept,
        in_force=dict(kept),
        pack=pack,
        step="S2",
        players={seat.id: Player() for seat in seats},
        word_deck_count=pack.word_cards,
        campaign=Campaign(lives=int(options["campaign_lives"]))
        if options["mode"] == "campaign"
        else None,
    )


def _check_own_mix(options: Options) -> None:
    own = tuple(int(options[f"own_t{tier}"]) for tier in (1, 2, 3, 4))
    if options["difficulty_table"] == "own" and sum(own) != DAYS:
        raise refuse("SF-E03", "sf.refused.own_mix", have=sum(own), want=DAYS)


def difficulty(state: State) -> str:
    """In a campaign the chapter decides, otherwise the table."""
    if state.campaign is not None:
        return DIFFICULTIES[state.campaign.chapter - 1]
    return str(state.options["difficulty"])


def tier_mix(state: State) -> tuple[int, ...]:
    """How many Beasts of each tier are drawn for the deck of seven."""
    if state.options["difficulty_table"] == "own" and mode(state) != "campaign":
        return tuple(int(state.options[f"own_t{tier}"]) for tier in range(1, len(TIERS) + 1))
    return MIXES[difficulty(state)]


def suggested(players: int) -> Options:
    """Two people are offered the mode for two; the usual game refuses them."""
    return {"mode": "two_player"} if players == 2 else {}
