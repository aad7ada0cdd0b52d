"""What a card is: numbers, glyph, colours and rules as data. A pack never contains rules of the game itself."""

from typing import Annotated, Literal

import msgspec

COLOURS = ("B", "V", "R", "Y", "G")
COLOUR_WORDS = {"B": "blue", "V": "violet", "R": "red", "Y": "yellow", "G": "green"}
GLYPHS = ("-", "EW", "SP", "SU", "AU", "NW")
TYPES = ("hero", "enemy", "folk", "item", "place", "spell_song", "story")

Whole = Annotated[int, msgspec.Meta(ge=0)]
Colours = Annotated[str, msgspec.Meta(pattern=r"^[BVRYG]{0,5}\Z")]
ColourList = Annotated[str, msgspec.Meta(pattern=r"^[BVRYG*]{0,12}\Z")]  # * stands for any colour
Glyph = Literal["-", "EW", "SP", "SU", "AU", "NW"]
Type = Literal["hero", "enemy", "folk", "item", "place", "spell_song", "story"]
Source = Literal["printed", "demo", "owner"]
Cost = Whole | Literal["blank", "start"]
UseCost = Literal["none", "flip", "cycle"]
Until = Literal["round", "turn", "always"]
Timing = Literal[
    "any_time",
    "step_3",
    "in_battle",
    "end_of_turn",
    "on_prize",
    "on_penalty",
    "on_enter",
    "while_acknowledged",
]
Condition = Literal["", "all_share_harmonic", "tops_would_be_harmonic", "story_at_least", "good_luck", "manual"]
Do = Literal[
    "draw_hand",
    "draw_action",
    "draw_luck",
    "cycle",
    "flip",
    "move_card",
    "search",
    "attach",
    "detach",
    "switch",
    "reorder",
    "move_token",
    "add_attack",
    "change_enemy",
    "prevent_damage",
    "set_colours",
    "add_colours",
    "set_glyph",
    "set_luck",
    "acknowledge",
    "gain_limit",
    "join_heroes",
    "become_enemy",
    "to_story",
    "end_of_demo",
    "manual",
]
Zone = Literal[
    "this", "deck_top", "deck", "hand", "story", "hero", "items", "songs", "place_tops", "place_all", "attached",
    "luck_top", "luck", "action", "in_game", "play_area",
]  # fmt: skip
Target = Literal["", "hand", "story", "hero", "place", "luck", "action", "deck", "this"]


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cards an effect may take; everything left out does not matter."""

    type: Type | None = None
    folk_kind: Literal["none", "hero", "enemy"] | None = None
    subtype: str = ""
    not_subtype: str = ""
    glyph: Glyph | None = None
    colour: Literal["", "B", "V", "R", "Y", "G"] = ""
    shares: Literal["", "current_place", "this", "pair"] = ""  # pair: the two cards of a switch, glyph or colour


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One primitive. `n` is how many or how much; with `amount` the number is looked up when it happens."""

    do: Do
    n: int = 1
    amount: Literal["number", "source_limit", "per_hero"] = "number"
    zones: tuple[Zone, ...] = ()
    only: Filter = Filter()
    to: Target = ""
    top: Whole = 0  # so many cards from the top of the deck are looked at
    choice: Literal["player", "random"] = "player"
    leave: Literal["bottom", "hand", "cycle"] = "bottom"
    buried: bool = False
    what: str = ""  # attack, armor, rounds; source, hero, item; up, down; a glyph, colours or a luck word
    until: Until = "turn"
    text: str = ""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`mandatory` is the tilde, `optional` the (&). `once`: once per turn or visit; bonuses are so by the rules."""

    mode: Literal["mandatory", "optional"] = "optional"
    bonus: Literal["none", "good_luck", "harmonic", "discordant"] = "none"
    bonus_cost: ColourList = ""
    timing: Timing = "any_time"
    condition: Condition = ""
    least: Whole = 0
    cost: UseCost = "none"
    once: bool = False
    effects: tuple[Effect, ...] = ()
    text: str = ""


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way to attack with an item or a song."""

    attack: Whole | None = None
    cost: UseCost = "none"
    effects: tuple[Effect, ...] = ()


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One physical card. `missing` names the fields nobody has typed in yet: they are asked for when it turns up."""

    id: str
    name: str = ""
    type: Type
    cost: Cost = "blank"
    glyph: Glyph = "-"
    harmonics: Colours = ""
    folk_kind: Literal["none", "hero", "enemy"] = "none"
    subtypes: tuple[str, ...] = ()
    info_bar: str = ""
    text: str = ""
    rules: tuple[Rule, ...] = ()
    end_of_demo: bool = False
    source_base: Whole | None = None
    source_per_story: Whole | None = None
    source_extra: int = 0
    hero_limit: Whole | None = None
    hero_limit_extra: int = 0
    item_limit: Whole | None = None
    attack: Whole = 0
    armor: Whole = 0
    rounds: Annotated[int, msgspec.Meta(ge=1)] = 1
    prize: tuple[Rule, ...] = ()
    penalty: tuple[Rule, ...] = ()
    uses: tuple[Use, ...] = ()
    song_slots: Whole = 0
    source: Source = "owner"
    verified: bool = False
    missing: tuple[str, ...] = ()

    @property
    def room(self) -> bool:
        return "room" in self.subtypes

    @property
    def title(self) -> str:
        return self.name or self.id


class SagaPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards. `deck_size` counts the starting cards too; left out, the deck is not counted."""

    name: str
    source: Source
    verified: bool
    cards: tuple[Card, ...]
    deck_size: Whole | None = None


STARTING = ("story", "hero", "item", "place", "room")


def kind_at_start(card: Card) -> str:
    return "room" if card.type == "place" and card.room else card.type


def check_pack(pack: SagaPack) -> tuple[str, ...]:
    """What no single card can show: the five starting cards, and a deck as large as its cards."""
    found: list[str] = []
    kinds = sorted(kind_at_start(card) for card in pack.cards if card.cost == "start")
    if pack.source != "printed" and kinds != sorted(STARTING):
        found.append(f"starting cards are one each of {', '.join(STARTING)}; found: {', '.join(kinds) or 'none'}")
    if pack.deck_size is not None and pack.deck_size < len(pack.cards):
        found.append(f"deck_size is {pack.deck_size}, but {len(pack.cards)} cards are listed")
    found += [f"{card.id}: only enemies and folk-enemies have a prize or penalty" for card in pack.cards if _odd(card)]
    return tuple(found)


def _odd(card: Card) -> bool:
    return bool(card.prize or card.penalty) and card.type != "enemy" and card.folk_kind != "enemy"
