"""One deed is one undo, also where it took several answers."""

from typing import Any

from companion import games
from companion.kit.intents import Answer, Chosen, Redo, Rolled, Shown, Undo
from companion.kit.pieces import CardSeen, Die
from companion.table.live_game import LiveGame
from tests.games.mechamancers.table import Table
from tests.games.runika.table import Board, mine
from tests.games.world_adventure.table import Table as Adventure
from tests.games.world_adventure.table import city


def _enter(live: LiveGame, intent: Any) -> None:
    body, state = live.consider(intent)
    live.enter(live.seq + 1, body, state=state)


def _choose(live: LiveGame, name: str, option: str) -> None:
    ask = next(ask for ask in live.game.asks(live.state) if ask.id.endswith(name))
    _enter(live, Answer(id=f"{live.seq}", ask=ask.id, answer=Chosen((option,)), seat=ask.seats[0]))


def _pushed() -> LiveGame:
    """A Runika die aimed and pushed: two answers."""
    board = Board(players={"red": mine("1,1 Ep", "Fp Ee")})
    live = LiveGame(games.find("runika"), board.state)
    _choose(live, ":T2", "1")
    way = next(ask for ask in live.game.asks(live.state) if ask.id.endswith("T2.way"))
    lane = next(one.id for one in way.options if one.why_not is None)  # type: ignore[union-attr]
    _choose(live, "T2.way", lane)
    return live


def test_a_deed_of_two_answers_is_undone_and_redone_as_one() -> None:
    live = _pushed()
    after = live.state
    _enter(live, Undo(id="undo"))
    assert (len(live.lines), live.state) == (0, live.state_at(0))
    _enter(live, Redo(id="redo"))
    assert (len(live.lines), live.state) == (2, after)


def test_in_the_middle_of_a_deed_only_its_last_answer_is_undone() -> None:
    live = _pushed()
    _enter(live, Undo(id="undo", line=live.lines[1].seq))
    assert (len(live.lines), live.game.halfway(live.state)) == (1, True)
    _enter(live, Undo(id="again"))
    assert len(live.lines) == 0


def test_the_journal_says_how_far_back_so_that_it_needs_no_rules() -> None:
    live = _pushed()
    body, _ = live.consider(Undo(id="undo"))
    assert body.intent == Undo(id="undo", line=live.lines[0].seq)


def test_an_attack_of_a_mech_is_one_undo() -> None:
    table = Table("T4", field={"ann": {2: ("lancer", 0)}})
    live = LiveGame(games.find("mechamancers"), table.state)
    attack = next(
        option.id
        for ask in live.game.asks(live.state)
        for option in getattr(ask, "options", ())
        if option.id.startswith("attack:")
    )
    _choose(live, ":T4", attack)
    _choose(live, "T4.target", "ben:1")
    _enter(live, Undo(id="undo"))
    assert live.lines == []


def test_a_territory_drawn_by_marker_and_die_is_one_undo() -> None:
    stack = [{"step": "P6m", "seat": "red", "what": "quest"}, {"step": "A1", "seat": "red"}]
    stack[1]["what"] = "quest"
    quest = {"card": "letters", "city": "java.0"}
    table = Adventure(players={"red": {"quest": quest}}, stack=stack)
    live = LiveGame(games.find("world_adventure"), table.state)
    marker, die = Shown((CardSeen("japan"),)), Rolled((Die(3),))
    _enter(live, Answer(id="1", ask=live.game.asks(live.state)[0].id, answer=marker))
    assert live.game.halfway(live.state)
    _enter(live, Answer(id="2", ask=live.game.asks(live.state)[0].id, answer=die))
    assert live.state.players["red"].quest.places == ("japan.3",)
    _enter(live, Undo(id="undo"))
    assert live.lines == []


def test_cards_announced_and_then_shown_are_one_undo() -> None:
    live = LiveGame(games.find("world_adventure"), city().choose("P1", "quest:take").state)
    _choose(live, ":P6", "unseen")
    assert live.game.halfway(live.state)
    shown = Shown((CardSeen("duel"), CardSeen("letters")))
    _enter(live, Answer(id="s", ask=live.game.asks(live.state)[0].id, answer=shown, seat="red"))
    _enter(live, Undo(id="undo"))
    assert live.lines == []
