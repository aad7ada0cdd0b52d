"""The printed material as data: Beasts, Mind Cards, words, colours, and the closed list of what
cards can do.

No rule of play lives here; only what a card says, and whether a pack makes sense.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec

from companion.kit.forms import Prose, Swatch
from companion.kit.packs import Problem, learned, of_one_box
from companion.kit.say import say
from companion.kit.story import refuse

Source = Literal["printed", "demo", "owner"]
Amount = Annotated[int, msgspec.Meta(ge=0, le=99)]
Players = Annotated[str, msgspec.Meta(examples=["2", "3", "4", "5"])]
Stat = Literal["health", "attack", "damage"]
BoxRule = Literal[
    "allow_mixed",
    "max_per_box",
    "min_tokens",
    "only_letters",
    "forbid_letters",
    "only_colour",
    "single_box",
]
Doing = Literal[
    "add_attack",
    "add_defence",
    "gain_vp",
    "word_cards",
    "token_limit",
    "box_rule",
    "beast_stat",
    "village_damage",
    "manual",
]
_GOES_WITH: dict[Doing, tuple[str, ...]] = {
    "add_attack": ("n", "if"),
    "add_defence": ("n", "if"),
    "gain_vp": ("n", "track", "if"),
    "word_cards": ("n",),
    "token_limit": ("n",),
    "box_rule": ("kind", "n", "letters", "colour"),
    "beast_stat": ("stat", "n"),
    "village_damage": ("n", "if"),
    "manual": ("text", "if"),
}
_OF_BOXES: dict[BoxRule, tuple[str, ...]] = {
    "allow_mixed": (),
    "max_per_box": ("n",),
    "min_tokens": ("n",),
    "only_letters": ("letters",),
    "forbid_letters": ("letters",),
    "only_colour": ("colour",),
    "single_box": (),
}
OF_BEASTS = ("word_cards", "token_limit", "beast_stat", "village_damage", "manual")
OF_MINDS = (
    "add_attack",
    "add_defence",
    "gain_vp",
    "token_limit",
    "box_rule",
    "village_damage",
    "manual",
)
AFTER_THE_FIGHT = ("gain_vp", "village_damage", "manual")
TIERS = (6, 6, 5, 5)
COLOURS = 10


class OwnHits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: Literal["white", "black"]
    min: Amount = 1


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """At most one is set; none: always."""

    own_hits: OwnHits | None = None
    single_box: Amount | None = None
    initiative: Literal["mages", "beast"] | None = None
    beast_defeated: bool | None = None


class Effect(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"when": "if"},
):
    do: Annotated[
        Doing,
        msgspec.Meta(
            extra={"parts": {do: dict.fromkeys(facts) for do, facts in _GOES_WITH.items()}}
        ),
    ]
    n: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 0
    track: Literal["white", "black", "box_colour", "choice"] = "white"
    stat: Stat = "health"
    kind: (
        Annotated[
            BoxRule,
            msgspec.Meta(
                extra={"parts": {one: dict.fromkeys(its) for one, its in _OF_BOXES.items()}}
            ),
        ]
        | None
    ) = None
    letters: tuple[str, ...] = ()
    colour: Literal["white", "black"] = "white"
    text: Prose = ""
    when: Condition = Condition()


class Stats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    health: Amount
    attack: Amount
    damage: Amount = 1


class Beast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`stats` by number of players; only the column in play is needed."""

    id: str
    name: str = ""
    tier: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    mystic: bool = False
    stats: dict[Players, Stats] = {}
    if_defeated: tuple[Effect, ...] = ()
    if_not_defeated: tuple[Effect, ...] = ()
    source: Source = "owner"
    verified: bool = False

    @property
    def title(self) -> str:
        return self.name or self.id


class Mind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`set_colour` empty: the same card is in every set; `red/focus` stands in Red's set in place
    of `focus`.

    `boxes` empty: a box for every letter.
    """

    id: str
    name: str = ""
    set_colour: str = ""
    boxes: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    source: Source = "owner"
    verified: bool = False

    @property
    def title(self) -> str:
        return self.name or self.id


class WordCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`also`: the same words in the table's other language."""

    id: str
    words: Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]
    also: tuple[str, ...] = ()
    source: Source = "owner"
    verified: bool = False

    def texts(self) -> tuple[str, ...]:
        also = self.also + ("",) * (len(self.words) - len(self.also))
        return tuple(
            f"{word} / {other}" if other else word
            for word, other in zip(self.words, also, strict=False)
        )


class ColorCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name_en: str
    name_id: str
    swatch: Swatch = "#888888"
    source: Source = "owner"
    verified: bool = False

    @property
    def title(self) -> str:
        return f"{self.name_en} / {self.name_id}"


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table's cards. The order of `colours` is the order of the columns on a Mystic card."""

    name: str
    source: Source
    verified: bool = False
    generator_slots: Annotated[int, msgspec.Meta(ge=2, le=13)] = 3
    words_per_slot: Annotated[int, msgspec.Meta(ge=1, le=2)] = 2
    word_cards: Amount = 36
    damage_limit: Annotated[int, msgspec.Meta(ge=1, le=99)] = 10
    vp_track_max: int | None = None
    attack_track_max: int | None = None
    beasts: tuple[Beast, ...] = ()
    minds: tuple[Mind, ...] = ()
    words: tuple[WordCard, ...] = ()
    colours: Annotated[tuple[ColorCard, ...], msgspec.Meta(min_length=10, max_length=10)] = ()
    story: tuple[str, ...] = ()


def beast_of(pack: Pack, card_id: str) -> Beast | None:
    return next((beast for beast in pack.beasts if beast.id == card_id), None)


def mind_of(pack: Pack, card_id: str, colour: str) -> Mind | None:
    """The card as it is in this colour's set."""
    of_the_set, found = f"{colour}/{card_id}", None
    for mind in pack.minds:
        if mind.id == of_the_set:
            return mind
        if mind.id == card_id and mind.set_colour in ("", colour):
            found = mind
    return found


def minds_of(minds: tuple[Mind, ...], colour: str) -> tuple[Mind, ...]:
    """The set of that colour."""
    replaced = {mind.id.rpartition("/")[2] for mind in minds if mind.set_colour == colour}
    return tuple(
        m for m in minds if m.set_colour == colour or (m.set_colour == "" and m.id not in replaced)
    )


def word_of(pack: Pack, card_id: str) -> WordCard | None:
    return next((word for word in pack.words if word.id == card_id), None)


def colour_of(pack: Pack, card_id: str) -> ColorCard | None:
    return next((colour for colour in pack.colours if colour.id == card_id), None)


def is_proposed(mind: Mind) -> bool:
    """Effects nobody has checked against the real card are proposed, never simply applied."""
    return not mind.verified


def is_open_ended(mind: Mind) -> bool:
    """A card that may allow more than we know: unchecked, or with an effect in words."""
    return not mind.verified or any(effect.do == "manual" for effect in mind.effects)


_AFTERMATHS: dict[str, tuple[Effect, ...]] = {
    "": (),
    "none": (),
    "word": (Effect("word_cards", 1),),
    "token": (Effect("token_limit", 1),),
}


_YES_NO: dict[str, bool] = {"yes": True, "ya": True, "no": False, "tidak": False}


SHORT_FACTS = dict.fromkeys(("health", "attack", "damage"), Amount)


def taught_word(card_id: str, facts: dict[str, Any]) -> WordCard:
    """A Word Card as typed in; its words may come as one line with commas."""
    words = facts.get("words")
    if isinstance(words, str):
        facts = {**facts, "words": [word.strip() for word in words.split(",")]}
    return learned(WordCard, card_id, facts)


def taught_beast(known: Beast | None, card_id: str, facts: dict[str, Any], players: int) -> Beast:
    """A Beast as its owner typed it in, in the column of this number of players; laid over what was
    known of it.
    """
    given = {name: _YES_NO.get(str(value).lower(), value) for name, value in facts.items()}
    column = {stat: given.pop(stat) for stat in ("health", "attack", "damage") if stat in given}
    for side in ("if_defeated", "if_not_defeated"):
        if isinstance(given.get(side), str):
            text = given[side]
            given[side] = _AFTERMATHS.get(text, (Effect("manual", text=text),))
    before = msgspec.to_builtins(known) if known else {}
    merged = {
        **before,
        **msgspec.to_builtins(given),
        "id": card_id,
        "source": "owner",
        "verified": True,
    }
    if column:
        merged["stats"] = {**before.get("stats", {}), str(players): column}
    try:
        return msgspec.convert(merged, Beast, strict=False)
    except msgspec.ValidationError as error:
        raise refuse("SF-E08", "sf.refused.beast_facts", card=card_id, what=str(error)) from None


def with_card(cards: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """The cards with this one in place of the one of the same id, or added at the end."""
    at = next((at for at, old in enumerate(cards) if old.id == card.id), len(cards))
    return (*cards[:at], card, *cards[at + 1 :])


def check_pack(pack: Pack) -> tuple[Problem, ...]:
    """What makes no sense although every field has the right form."""
    found = []
    colours = len({card.id for card in pack.colours})
    if colours != COLOURS:
        found.append(Problem("", "colours", say("sf.wrong.colours", have=colours, needed=COLOURS)))
    for beast in pack.beasts:
        for side, effects in (
            ("if_defeated", beast.if_defeated),
            ("if_not_defeated", beast.if_not_defeated),
        ):
            found += _of_effects(beast.id, side, effects, _beast_problems)
    for mind in pack.minds:
        found += _of_effects(mind.id, "effects", mind.effects, _mind_problems)
    for tier, size in enumerate(TIERS, 1):
        have = max(map(len, of_one_box(beast for beast in pack.beasts if beast.tier == tier)))
        if have > size:
            found.append(
                Problem("", "beasts", say("sf.wrong.tier", have=have, tier=tier, size=size))
            )
    return tuple(found)


def _of_effects(
    card: str,
    field: str,
    effects: tuple[Effect, ...],
    look: Callable[[Effect], Iterator[tuple[str, str]]],
) -> Iterator[Problem]:
    for at, effect in enumerate(effects):
        for fact, wrong in look(effect):
            yield Problem(card, f"{field}[{at}].{fact}", say(wrong))


def _beast_problems(effect: Effect) -> Iterator[tuple[str, str]]:
    if effect.do not in OF_BEASTS:
        yield "do", "sf.wrong.not_of_beasts"
    if effect.when != Condition():
        yield "if", "sf.wrong.beast_condition"


def _mind_problems(effect: Effect) -> Iterator[tuple[str, str]]:
    when = effect.when
    conditions = (when.own_hits, when.single_box, when.initiative, when.beast_defeated)
    if effect.do not in OF_MINDS:
        yield "do", "sf.wrong.not_of_minds"
    if sum(condition is not None for condition in conditions) > 1:
        yield "if", "sf.wrong.one_condition"
    if effect.track == "box_colour" and when.single_box is None:
        yield "track", "sf.wrong.box_colour"
    if when.beast_defeated is not None and effect.do not in AFTER_THE_FIGHT:
        yield "if", "sf.wrong.before_the_fight"
    if effect.do in ("token_limit", "box_rule") and when != Condition():
        yield "if", "sf.wrong.holds_always"
    if effect.do == "box_rule" and effect.kind is None:
        yield "kind", "sf.wrong.which_rule"
