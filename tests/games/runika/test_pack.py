"""Packs: what the book prints, what is invented, and what does not fit together. And how a
simulated player plays.
"""

from typing import Any

import pytest

from companion.games.runika.pack import Pack, check_pack
from companion.packs import findings, in_english, merged, shipped
from companion.simulate import simulate
from tests.games.runika.table import GAME, Board, cards, mine, row


def found(change: dict[str, Any]) -> list[str]:
    return [
        in_english(problem) for problem in findings(GAME, merged(shipped(GAME, "demo"), change))
    ]


def rune(**fields: Any) -> dict[str, Any]:
    return {
        "runes": [
            {
                "id": "D01",
                "name": "Spark",
                "kind": "wild",
                "value": 1,
                "frame": "#./##",
                "copies": 2,
                **fields,
            }
        ]
    }


def dice(**change: Any) -> dict[str, Any]:
    """The four kinds of dice, with the air die changed."""
    colours = {"F": "red", "E": "green", "W": "blue"}
    return {
        "dice": [
            {"id": "A", "colour": "yellow", **change},
            *({"id": e, "colour": c} for e, c in colours.items()),
        ]
    }


@pytest.mark.parametrize("name", ["demo", "printed"])
def test_the_shipped_packs_are_sound(name: str) -> None:
    assert findings(GAME, shipped(GAME, name)) == []


@pytest.mark.rule("G-29", "RK-074")
def test_the_demo_pack_is_complete_and_keeps_what_is_printed() -> None:
    pack: Pack = Board().state.pack
    basics = [one for one in pack.runes if one.kind != "mastery"]
    assert (len(basics), sum(one.copies or 0 for one in basics), pack.source) == (12, 24, "demo")
    assert sorted(pack.merits) == [2] * 4 + [3] * 4 + [4] * 4
    assert (pack.rune("D01").kind, pack.rune("D02").kind, pack.rune("D02").value) == (
        "wild",
        "wild",
        1,
    )
    bolt = pack.rune("M01")
    assert (bolt.element, bolt.value, bolt.edge, pack.rune("D01").edge) == (
        "F",
        3,
        "gold",
        "silver",
    )
    assert "x" in bolt.frame.split("/")[-1]
    assert [master.name for master in pack.masters] == ["Simza", "Ainfean", "Ekamu", "Ko'bataar"]


@pytest.mark.rule("G-32", "G-29")
def test_the_printed_pack_claims_nothing_that_the_book_does_not_say() -> None:
    pack: Pack = Board(pack="printed").state.pack
    assert all(not one.frame and one.power.timing == "none" for one in pack.runes)
    known = {one.id: (one.kind, one.value) for one in pack.runes if one.verified}
    assert known == {
        "spark": ("", None),
        "charm": ("", 1),
        "wave_whip": ("", None),
        "thunderbolt": ("mastery", 3),
    }
    assert (pack.merits, pack.verified, pack.dice_counted) == ((), False, False)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (dice(count=21), "80 dice"),
        (dice(faces=["p"]), "six faces"),
        (dice(colour="red"), "colour of their own"),
        ({"dice": [{"id": "A", "colour": "yellow", "count": 0}]}, "80 dice"),
        ({"disk": {"order_clockwise": ["A", "A", "E", "W"]}}, "each of the four elements once"),
        ({"merits": [2, 3]}, "12 merits"),
        ({"merits": [5] * 12}, "2, 3 or 4"),
        (rune(copies=3, source="demo"), "25 basic runes"),
        (rune(frame="#./#"), "equally long"),
        (rune(frame="../.."), "at least one die"),
        (rune(frame="#x"), "Only mastery runes"),
        (rune(kind="elemental"), "belong to an element"),
        (rune(element="A"), "belongs to no element"),
        (rune(kind="mastery", element="A", source="demo"), "one mastery rune"),
    ],
)
def test_what_does_not_fit_together_is_named(change: dict[str, Any], words: str) -> None:
    assert any(words in message for message in found(change))


def test_a_pack_needs_every_master_and_die() -> None:
    pack: Pack = Board().state.pack
    from msgspec.structs import replace

    assert [one.field for one in check_pack(replace(pack, masters=pack.masters[:3]))] == ["masters"]
    assert [one.field for one in check_pack(replace(pack, dice=pack.dice[:3]))] == ["dice"]


@pytest.mark.rule("G-28", "RK-115")
def test_prestige_is_runes_and_merits_and_points_count_both() -> None:
    player = Board(
        step="T3", row=row("D02 D05 D07"), players={"red": mine(runes=cards("D03"), merits=[4])}
    ).player()
    assert player.total == 6


@pytest.mark.rule("G-33")
def test_stored_dice_and_runes_know_no_limit() -> None:
    runes = cards("D01", "D02", "D03", "D04", "D06", "D08", "D09", "D10", "D11", "D12")
    board = Board(players={"red": mine(stored="We Ep Ep Ep Ep Ep Ep", runes=runes)}).influence("We")
    board.dice("T2W", "A2").roll("Ap Ap", "T2W.roll")
    assert (len(board.player().stored), len(board.player().runes)) == (8, 10)


@pytest.mark.parametrize(
    ("pack", "options"), [("demo", {}), ("printed", {}), ("demo", {"mode": "tutorial_1"})]
)
def test_simulated_players_are_hardly_ever_refused(pack: str, options: dict[str, Any]) -> None:
    tally = simulate(GAME, 1, seed=3, players=2, options={"target_points": 8, **options}, pack=pack)
    assert (tally.finished, tally.broken) == (1, {})
    assert tally.refused * 50 < tally.answers
