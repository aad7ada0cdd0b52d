"""What a game finds wrong with a pack: every such sentence is met here, and reads well in both
languages.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.__main__ import main
from companion.kit.packs import Problem, read_pack
from companion.kit.say import Say
from companion.languages import LANGUAGES
from companion.packs import as_toml, in_english, merged, shipped
from companion.texts import catalogue, folders, sentence

CARD = re.compile(r"[\w./-]+")
FIELD = re.compile(r"[a-z_]+(\[\d+\])?(\.[a-z_]+(\[\d+\])?)*")


def mech(**facts: Any) -> dict[str, Any]:
    plain = {
        "id": "x",
        "name": {"en": "X"},
        "type": "unique",
        "cost": 1,
        "max_health": 1,
        "stats": [{"health": 1}],
    }
    return {"mechs": [{**plain, **facts}]}


def ability(trigger: str, **effect: Any) -> dict[str, Any]:
    return mech(abilities=[{"trigger": trigger, "effects": [effect]}])


def rune(**facts: Any) -> dict[str, Any]:
    return {
        "runes": [
            {
                "id": "x",
                "name": "X",
                "kind": "wild",
                "value": 1,
                "frame": "#",
                "source": "demo",
                **facts,
            }
        ]
    }


def dice(**air: Any) -> dict[str, Any]:
    colours = {"F": "red", "E": "green", "W": "blue"}
    return {
        "dice": [
            {"id": "A", "colour": "yellow", **air},
            *({"id": e, "colour": c} for e, c in colours.items()),
        ]
    }


def mind(**effect: Any) -> dict[str, Any]:
    return {"minds": [{"id": "x", "effects": [effect]}]}


def beast(**effect: Any) -> dict[str, Any]:
    return {"beasts": [{"id": "x", "if_not_defeated": [effect]}]}


def spots(*some: dict[str, Any]) -> dict[str, Any]:
    return {"!territories": list(some)}


def first(game: str, kind: str, number: int) -> dict[str, Any]:
    return {f"!{kind}": shipped(games.find(game), "demo")[kind][:number]}


SQUARE = [[0, 0], [9, 0], [9, 9], [0, 9]]
# Game, what is wrong (a list after ! in place of the shipped one), and how it is found: card,
# field, sentence.
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("mechamancers", mech(type="bulwark"), ":mechs:bulwark"),
    ("mechamancers", first("mechamancers", "roles", 4), ":roles:privileges"),
    (
        "mechamancers",
        {"roles": [{**shipped(games.find("mechamancers"), "demo")["roles"][0], "order": 2}]},
        "quirk:order:order_twice",
    ),
    ("mechamancers", mech(id="empty"), "empty:id:empty"),
    ("mechamancers", mech(max_health=2, stats=[{"health": 2}]), "x:stats:corners"),
    ("mechamancers", mech(stats=[{"health": 1}, {"health": 1}]), "x:stats:corners"),
    (
        "mechamancers",
        mech(max_health=2, stats=[{"health": 2}, {"health": 2}]),
        "x:stats[1].health:corner_health",
    ),
    ("mechamancers", mech(stats=[{"health": 1, "attacks": 1}]), "x:stats:armed"),
    ("mechamancers", mech(type="attack"), "x:stats[0]:unarmed"),
    ("mechamancers", ability("passive", do="gain_vp"), "x:abilities[0].effects[0].do:not_standing"),
    (
        "mechamancers",
        ability("turn", do="add_damage", lasts="while_on_field"),
        "x:abilities[0].effects[0].lasts:lasts",
    ),
    ("runika", dice() | {"!dice": dice()["dice"][:3]}, ":dice:dice_each"),
    ("runika", dice(count=21), ":dice:dice_sum"),
    ("runika", dice(faces=["p"]), ":dice:faces"),
    ("runika", dice(colour="red"), ":dice:colours"),
    ("runika", {"disk": {"order_clockwise": ["A", "A", "E", "W"]}}, ":disk:disk"),
    ("runika", first("runika", "masters", 3), ":masters:masters"),
    ("runika", {"merits": [5] * 12}, ":merits:merits"),
    ("runika", rune(copies=3), ":runes:basics"),
    ("runika", rune(kind="mastery", element="A"), ":runes:masteries"),
    ("runika", rune(frame="#./#"), "x:frame:rows"),
    ("runika", rune(frame=".."), "x:frame:no_die"),
    ("runika", rune(frame="#x"), "x:frame:grey"),
    ("runika", rune(kind="elemental"), "x:element:no_element"),
    ("runika", rune(element="A"), "x:element:wild_element"),
    (
        "spell_from_the_future",
        {"!colours": [{"id": "x", "name_en": "X", "name_id": "X"}] * 10},
        ":colours:colours",
    ),
    ("spell_from_the_future", beast(do="gain_vp"), "x:if_not_defeated[0].do:not_of_beasts"),
    (
        "spell_from_the_future",
        beast(do="manual", **{"if": {"single_box": 1}}),
        "x:if_not_defeated[0].if:beast_condition",
    ),
    (
        "spell_from_the_future",
        {"beasts": [{"id": "x", "tier": 4, "source": "demo"}]},
        ":beasts:tier",
    ),
    ("spell_from_the_future", mind(do="word_cards"), "x:effects[0].do:not_of_minds"),
    (
        "spell_from_the_future",
        mind(do="manual", **{"if": {"single_box": 1, "initiative": "mages"}}),
        "x:effects[0].if:one_condition",
    ),
    (
        "spell_from_the_future",
        mind(do="gain_vp", track="box_colour"),
        "x:effects[0].track:box_colour",
    ),
    (
        "spell_from_the_future",
        mind(do="add_attack", **{"if": {"beast_defeated": True}}),
        "x:effects[0].if:before_the_fight",
    ),
    (
        "spell_from_the_future",
        mind(do="token_limit", **{"if": {"single_box": 1}}),
        "x:effects[0].if:holds_always",
    ),
    ("spell_from_the_future", mind(do="box_rule"), "x:effects[0].kind:which_rule"),
    ("spell_saga", {"cards": [{"id": "x", "type": "hero", "cost": "start"}]}, ":cards:starting"),
    ("spell_saga", {"!cards": [{"id": "x", "type": "hero"}]}, ":cards:no_starting"),
    ("spell_saga", {"deck_size": 1}, ":deck_size:deck_size"),
    ("spell_saga", {"cards": [{"id": "x", "type": "item", "prize": [{}]}]}, "x:prize:prize"),
    ("spell_saga", {"cards": [{"id": "x", "type": "item", "penalty": [{}]}]}, "x:penalty:prize"),
    ("world_adventure", {"!nations": [{"id": "java", "name": "J"}] * 2}, "java:id:nation_twice"),
    ("world_adventure", {"!nations": [{"id": "java", "name": "J"}]}, ":nations:few_nations"),
    ("world_adventure", spots({"id": "java.1"}, {"id": "java.1"}), "java.1:id:territory_twice"),
    ("world_adventure", spots({"id": "java.7"}), "java.7:id:no_place"),
    ("world_adventure", spots({"id": "java.0", "merchant": True}), "java.0:merchant:city_symbol"),
    (
        "world_adventure",
        spots({"id": "java.1", "legendary": "red"}, {"id": "java.2", "legendary": "red"}),
        ":territories:legendary_twice",
    ),
    ("world_adventure", {"!edges": [["java.1", "nowhere.2"]]}, ":edges[0]:edge_nowhere"),
    ("world_adventure", {"!edges": [["java.1", "java.2"]]}, ":edges[0]:edge_inside"),
    (
        "world_adventure",
        {"!edges": [["java.1", "china.2"], ["china.2", "java.1"]]},
        ":edges[1]:edge_twice",
    ),
    (
        "world_adventure",
        spots({"id": "java.1", "polygon": SQUARE}, {"id": "java.2", "polygon": SQUARE}),
        "java.1:polygon:overlap",
    ),
]


def wrong_pack(game_id: str, change: dict[str, Any]) -> dict[str, Any]:
    raw = merged(
        shipped(games.find(game_id), "demo"),
        {k: v for k, v in change.items() if not k.startswith("!")},
    )
    return {**raw, **{key[1:]: value for key, value in change.items() if key.startswith("!")}}


def found(game_id: str, change: dict[str, Any]) -> tuple[Problem, ...]:
    game = games.find(game_id)
    return game.check_pack(read_pack(game.pack, wrong_pack(game_id, change)))


def said(problem: Problem) -> Say:
    assert isinstance(problem.message, Say)
    return problem.message


@pytest.mark.parametrize(
    ("game_id", "change", "finding"),
    WRONG,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_finding_names_card_and_field_and_reads_well(
    game_id: str, change: dict[str, Any], finding: str
) -> None:
    problems = found(game_id, change)
    assert finding in [
        f"{one.card}:{one.field}:{said(one).key.partition('.wrong.')[2]}" for one in problems
    ]
    for problem in problems:
        assert not problem.card or CARD.fullmatch(problem.card)
        assert FIELD.fullmatch(problem.field)
        told = [sentence(said(problem), language, {}) for language in LANGUAGES]
        assert len(set(told)) == len(LANGUAGES)
        for words in told:
            assert words[0].isupper()
            assert words.endswith(".")
            assert not set("_{}[]`#=") & set(words), words


def test_every_sentence_about_a_wrong_pack_is_met_above() -> None:
    met = {said(one).key for game_id, change, _ in WRONG for one in found(game_id, change)}
    assert met == set(written())


def written() -> Iterator[str]:
    for game in games.every():
        yield from (
            key
            for key in catalogue(folders()[game.id], "en")
            if key.startswith(f"{game.prefix}.wrong.")
        )


def test_the_command_line_names_card_and_field_in_english(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pack.toml"
    file.write_text(
        as_toml({"game": "mechamancers", **wrong_pack("mechamancers", mech(max_health=2))}), "utf-8"
    )
    assert main(["pack", "check", str(file)]) == 1
    words = "A mech has one corner for each health: 1 corner does not go with health 2."
    assert f"{file}: x: stats: {words}" in capsys.readouterr().out
    assert in_english(found("mechamancers", mech(max_health=2))[0]) == f"x: stats: {words}"
