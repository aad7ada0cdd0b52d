"""The Guild: quests taken, done, checked."""

import pytest

from companion.kit.story import RuleError
from tests.games.world_adventure.table import Table, city, refusal


@pytest.mark.rule("WA-156", "WA-157", "WA-160", "WA-G23")
def test_a_quest_is_one_of_two_unseen_or_one_that_lies_open() -> None:
    table = (
        city(None, {"quest_faceup": ["feast", "well", "riddle"]})
        .choose("P1", "quest:take")
        .choose("P6", "unseen")
    )
    table.show("P6u", "duel", "letters").choose("P6k", "duel")
    assert table.state.quest_faceup == ("feast", "well", "riddle", "letters")
    assert (table.one().quest.card, table.one().quest.city, table.state.turn.actions) == (
        "duel",
        "java.0",
        0,
    )
    assert table.open()[0] == "P1"
    none = city(None, {"quest_faceup": ["feast"]}).choose("P1", "quest:take").choose("P6", "unseen")
    none.show("P6u", "duel", "letters").choose("P6k", "none")
    assert (none.state.quest_faceup, none.one().quest, none.state.turn.actions) == (
        ("feast", "duel", "letters"),
        None,
        0,
    )
    taken = (
        city(None, {"quest_faceup": ["feast", "well"]})
        .choose("P1", "quest:take")
        .choose("P6", "well")
    )
    assert taken.ask("P6f").most == 2
    taken.show("P6f", "duel", "riddle")
    assert taken.state.quest_faceup == ("feast", "duel", "riddle")


@pytest.mark.rule("WA-019", "WA-160", "WA-162", "WA-R31", "WA-151")
def test_a_quest_is_done_at_its_place_with_the_dice_its_card_asks_for() -> None:
    feast = {"quest": {"card": "feast", "city": "java.0"}, "charisma": 2}
    table = city(**feast).choose("P1", "quest:complete").roll("P6q", 4, 3)
    assert (
        table.one().quest,
        table.one().gold,
        table.one().hero_exp,
        table.one().runes["quest_1"],
    ) == (None, 25, 1, 1)
    failed = city(**feast).choose("P1", "quest:complete").roll("P6q", 4, 5)
    assert failed.one().quest is not None
    assert refusal(lambda: failed.choose("P1", "quest:complete")) == "WA-R31"
    away = Table(players={"red": feast})
    assert refusal(lambda: away.choose("P1", "quest:complete")) == "WA-R31"
    third = (
        city(quest={"card": "duel", "city": "java.0"}, quests_done=2)
        .choose("P1", "quest:complete")
        .choose("P6y", "yes")
    )
    assert third.one().runes["quest_3"] == 1
    fourth = (
        city(quest={"card": "duel", "city": "java.0"}, quests_done=3)
        .choose("P1", "quest:complete")
        .choose("P6y", "yes")
    )
    assert (fourth.one().rune_count, fourth.one().gold, fourth.one().hero_exp) == (0, 22, 2)
    unsure = (
        city(quest={"card": "duel", "city": "java.0"})
        .choose("P1", "quest:complete")
        .choose("P6y", "no")
    )
    assert unsure.one().quest is not None
    assert refusal(lambda: city().choose("P1", "quest:complete")) == "WA-R31"
    choir = (
        city(quest={"card": "choir", "city": "java.0"}, charisma=2)
        .choose("P1", "quest:complete")
        .roll("P6q", 1, 4)
    )
    assert choir.one().quest is not None


@pytest.mark.rule("WA-131", "WA-135", "WA-292")
@pytest.mark.parametrize(("status", "card"), [("charisma", "choir"), ("explorer", "well")])
def test_a_limit_break_passes_a_check_without_dice(status: str, card: str) -> None:
    sure = {status: 5, "legendary_items": 1, "quest": {"card": card, "city": "java.0"}}
    assert city(**sure).choose("P1", "quest:complete").one().quests_done == 1
    four = city(**{status: 4, "quest": {"card": card, "city": "java.0"}}).choose(
        "P1", "quest:complete"
    )
    assert "P6q" in four.open()
    none = city(quest={"card": card, "city": "java.0"}).choose("P1", "quest:complete").ready("P6q")
    assert none.one().quests_done == 0


@pytest.mark.rule("WA-161")
def test_a_quest_with_two_places_is_done_at_both() -> None:
    held = {"card": "survey", "city": "java.0", "places": ["java.2", "java.3"]}
    table = (
        Table(players={"red": {"quest": held}}).choose("P1", "quest:complete").choose("P6y", "yes")
    )
    assert (table.one().quest.done, table.one().rune_count) == (("java.2",), 0)
    assert refusal(lambda: table.choose("P1", "quest:complete")) == "WA-R31"
    table.choose("P2", "java.3").choose("P1", "quest:complete").choose("P6y", "yes")
    assert (table.one().runes["quest_1"], table.one().gold) == (1, 29)
    door = {"quest": {"card": "pyramid", "city": "java.0"}, "territory": "egypt.4", "explorer": 2}
    named = (
        Table(players={"red": door})
        .choose("P1", "quest:complete")
        .roll("P6q", 1, 2)
        .roll("L2", 1, 1)
    )
    assert (named.one().quests_done, named.one().gold) == (1, 20 + 7 + 4)


@pytest.mark.rule("WA-R31")
def test_cancelling_or_finishing_without_a_quest_says_that_there_is_none() -> None:
    for deed in ("quest:cancel", "quest:complete"):
        with pytest.raises(RuleError) as refusal:
            city().choose("P1", deed)
        assert (refusal.value.code, refusal.value.say.key) == ("WA-R31", "wa.refused.no_quest")
