"""What a card is: numbers, glyph, colours and rules as data. A pack never contains rules of the
game itself.
"""

from typing import Annotated, Any, Literal

import msgspec

from companion.kit.forms import Prose
from companion.kit.packs import Problem, of_one_box
from companion.kit.say import say

COLOURS = ("B", "V", "R", "Y", "G")
COLOUR_WORDS = {"B": "blue", "V": "violet", "R": "red", "Y": "yellow", "G": "green"}
GLYPHS = ("-", "EW", "SP", "SU", "AU", "NW")
TYPES = ("hero", "enemy", "folk", "item", "place", "spell_song", "story")

Whole = Annotated[int, msgspec.Meta(ge=0)]
Colours = Annotated[
    str, msgspec.Meta(pattern=r"^[BVRYG]{0,5}\Z", extra={"letters": COLOURS, "most": 5})
]
ColourList = Annotated[  # * stands for any colour
    str, msgspec.Meta(pattern=r"^[BVRYG*]{0,12}\Z", extra={"letters": (*COLOURS, "*"), "most": 12})
]
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
Condition = Literal[
    "", "all_share_harmonic", "tops_would_be_harmonic", "story_at_least", "good_luck", "manual"
]
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
    "this", "deck_top", "deck", "hand", "story", "hero", "items", "songs", "place_tops",
    "place_all", "attached", "luck_top", "luck", "action", "in_game", "play_area",
]  # fmt: skip
Target = Literal["", "hand", "story", "hero", "place", "luck", "action", "deck", "this"]

_PICK: dict[str, Any] = {"n": None, "amount": None, "zones": None, "only": None}
_GOES_WITH: dict[Do, dict[str, Any]] = {
    "draw_hand": {"n": None, "amount": None},
    "draw_action": {"n": None, "amount": None},
    "draw_luck": {"n": None, "amount": None},
    "cycle": {**_PICK, "choice": None},
    "flip": {**_PICK, "what": Literal["up", "down"]},
    "move_card": {**_PICK, "to": None},
    "search": {**_PICK, "top": None, "to": None},
    "attach": _PICK,
    "detach": {**_PICK, "to": None},
    "switch": {"n": None, "zones": None, "only": None},
    "reorder": {},
    "move_token": {"only": None, "buried": None, "leave": None},
    "add_attack": {"n": None},
    "change_enemy": {"what": Literal["attack", "armor", "rounds"], "n": None, "until": None},
    "prevent_damage": {"n": None},
    "set_colours": {**_PICK, "what": Colours, "until": None},
    "add_colours": {**_PICK, "what": Colours, "until": None},
    "set_glyph": {**_PICK, "what": Glyph, "until": None},
    "set_luck": {"what": Literal["GOOD", "BAD", "NO"]},
    "acknowledge": {"zones": None, "only": None},
    "gain_limit": {"what": Literal["source", "hero", "item"], "n": None},
    "join_heroes": {"zones": None, "only": None},
    "become_enemy": {},
    "to_story": _PICK,
    "end_of_demo": {},
    "manual": {"text": None},
}
_HERO = dict.fromkeys(
    (
        "source_base",
        "source_per_story",
        "source_extra",
        "hero_limit",
        "hero_limit_extra",
        "item_limit",
    )
)
_ENEMY = dict.fromkeys(("attack", "armor", "rounds", "prize", "penalty"))
_OF_TYPE: dict[Type, dict[str, Any]] = {
    "hero": _HERO,
    "enemy": _ENEMY,
    "folk": {"folk_kind": None, **_HERO, **_ENEMY},
    "item": {"uses": None, "song_slots": None},
    "place": {},
    "spell_song": {"uses": None},
    "story": {},
}
FolkKind = Annotated[
    Literal["none", "hero", "enemy"],
    msgspec.Meta(extra={"parts": {"none": {}, "hero": _HERO, "enemy": _ENEMY}}),
]


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cards an effect may take; everything left out does not matter."""

    type: Type | None = None
    folk_kind: Literal["none", "hero", "enemy"] | None = None
    subtype: str = ""
    not_subtype: str = ""
    glyph: Glyph | None = None
    colour: Literal["", "B", "V", "R", "Y", "G"] = ""
    shares: Literal["", "current_place", "this", "pair"] = (
        ""  # pair: the two cards of a switch, glyph or colour
    )


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One primitive. `n` is how many or how much; with `amount` the number is looked up when it
    happens.
    """

    do: Annotated[Do, msgspec.Meta(extra={"parts": _GOES_WITH})]
    n: int = 1
    amount: Literal["number", "source_limit", "per_hero"] = "number"
    zones: tuple[Zone, ...] = ()
    only: Filter = Filter()
    to: Target = ""
    top: Whole = 0  # so many cards from the top of the deck are looked at
    choice: Literal["player", "random"] = "player"
    leave: Literal["bottom", "hand", "cycle"] = "bottom"
    buried: bool = False
    what: str = (
        ""  # attack, armor, rounds; source, hero, item; up, down; a glyph, colours or a luck word
    )
    until: Until = "turn"
    text: Prose = ""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`mandatory` is the tilde, `optional` the (&). `once`: once per turn or visit; bonuses are so
    by the rules.
    """

    mode: Literal["mandatory", "optional"] = "optional"
    bonus: Annotated[
        Literal["none", "good_luck", "harmonic", "discordant"],
        msgspec.Meta(
            extra={"parts": {"harmonic": {"bonus_cost": None}, "discordant": {"bonus_cost": None}}}
        ),
    ] = "none"
    bonus_cost: ColourList = ""
    timing: Timing = "any_time"
    condition: Annotated[
        Condition, msgspec.Meta(extra={"parts": {"story_at_least": {"least": None}}})
    ] = ""
    least: Whole = 0
    cost: UseCost = "none"
    once: bool = False
    effects: tuple[Effect, ...] = ()
    text: Prose = ""


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way to attack with an item or a song."""

    attack: Whole | None = None
    cost: UseCost = "none"
    effects: tuple[Effect, ...] = ()


class Card(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """One physical card. `missing` names the fields nobody has typed in yet: they are asked for
    when it turns up.
    """

    id: str
    name: str = ""
    type: Annotated[Type, msgspec.Meta(extra={"parts": _OF_TYPE})]
    cost: Cost = "blank"
    glyph: Glyph = "-"
    harmonics: Colours = ""
    folk_kind: FolkKind = "none"
    subtypes: tuple[str, ...] = ()
    info_bar: str = ""
    text: Prose = ""
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


def check_pack(pack: SagaPack) -> tuple[Problem, ...]:
    """What no single card can show: the five starting cards, and a deck as large as its cards."""
    found = []
    starting = [card for card in pack.cards if card.cost == "start"]
    if pack.source != "printed" and sorted(map(kind_at_start, starting)) != sorted(STARTING):
        named = tuple(card.title for card in starting)
        found.append(
            Problem(
                "",
                "cards",
                say("ss.wrong.starting" if named else "ss.wrong.no_starting", cards=named),
            )
        )
    listed = max(map(len, of_one_box(pack.cards)))
    if pack.deck_size is not None and pack.deck_size < listed:
        found.append(
            Problem("", "deck_size", say("ss.wrong.deck_size", size=pack.deck_size, listed=listed))
        )
    found += [
        Problem(card.id, "prize" if card.prize else "penalty", say("ss.wrong.prize"))
        for card in pack.cards
        if _odd(card)
    ]
    return tuple(found)


def _odd(card: Card) -> bool:
    return bool(card.prize or card.penalty) and card.type != "enemy" and card.folk_kind != "enemy"
