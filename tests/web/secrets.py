"""Does any way out of the table tell a viewer more than they know?

    python -m tests.web.secrets [--games 20] [--seed 1] [--only GAME]...

Two tables play the same game, except that something one viewer does not know is different at the
second. Whatever that viewer then asks of the two must be answered alike, byte for byte: an answer
that differs has told the secret. Nothing here knows what a secret looks like, only `known_to`.

Each game begins shortly before there is something to hide and goes on to its end. A game that
hides something and at whose two tables nothing ever differed has proved nothing, and fails.
"""

import argparse
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion import games
from companion.exam.played import one_game, played
from companion.journal import Journal, copy_journal
from companion.kit.game import Game
from companion.kit.intents import Answer, Intent, Undo
from companion.kit.position import position_of
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.service.status import Status
from companion.simulate import Player, seats_for
from companion.table.table import Accepted, Table
from tests.web.secret_addresses import asked
from web.app import create_app
from web.forms import kinds
from web.permissions import COOKIE, Permissions

Options = dict[str, int | str]
PIN = "4711"
TRIES = 12  # other answers looked at for one that the viewer cannot tell from the first
NEWEST = 5  # lines looked at one by one
SAMPLE = 8  # of the values and trackers, at each look
LONGEST = 2000  # answers of a game
SWEEPS = 12  # looks at every address in a game, ...
ONE_IN = 12  # ... each after about so many answers in which the tables differ


def hiding_options(game_id: str) -> list[Options]:
    """Every single option that hides something in a game played without it; none at all, where a
    game hides by itself.
    """
    told = one_game(game_id, games.find(game_id).seats[1])
    game = told.game
    choices = [{spec.name: value} for spec in game.options for value in spec.values]
    by_itself: Options = {}
    looked_at = told.states[::5]
    return [
        options
        for options in (by_itself, *choices)
        if any(_hides(game, state, options) for state in looked_at)
    ]


def just_before(game_id: str, options: Options, seed: int = 1) -> dict[str, Any]:
    """A position a few answers before these options hide something; each seed has its own game."""
    most = games.find(game_id).seats[1]
    told = one_game(game_id, most) if seed == 1 else played(game_id, most, seed, illegal=0.0)
    hiding = (at for at, state in enumerate(told.states) if _hides(told.game, state, options))
    return position_of(told.game, told.states[max(0, next(hiding) - 3)])


def _hides(game: Game[Any], state: Any, option: Options) -> bool:
    changed = replace(state, options={**state.options, **option})
    return game.known_to(changed, None) is not changed


class Stand:
    """A table, its application, and a browser for whoever asks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.table = Table(
            Journal(folder / "journal.sqlite", lambda: 1_700_000_000.0), Shelf(folder / "packs")
        )
        self.table.start()
        self.gate = Permissions(None)
        self.gate.set_pin("play", PIN)
        self.app: Flask = create_app(self.table, Status(folder / "evidence"), self.gate)

    @property
    def state(self) -> Any:
        assert self.table.live is not None
        return self.table.live.state

    def client(self, role: str, seat: str | None) -> FlaskClient:
        client = self.app.test_client()
        if role != "look":
            taken = self.gate.accept(self.gate.invite(role, seat or ""))
            assert taken is not None
            client.set_cookie(COOKIE, taken[0])
        return client

    def after(self, intent: Intent) -> Any:
        """The state this would lead to; None: it is refused."""
        assert self.table.live is not None
        try:
            return self.table.live.consider(intent)[1]
        except RuleError:
            return None


@dataclass
class Findings:
    told: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


class TwinTables:
    """The first plays at random, the second as like it as the viewer can tell."""

    def __init__(
        self,
        folder: Path,
        game_id: str,
        options: Options,
        seed: str,
        position: dict[str, Any] | None,
    ) -> None:
        self.game = games.find(game_id)
        self.chance = random.Random(seed)
        self._folder, self._copies = folder, 0
        self.one = Stand(folder / "one")
        most = self.game.seats[1]
        seats = seats_for(self.game, most)
        wanted = {**self.game.suggested(most), **options}
        self.one.table.begin(game_id, seats, wanted, position=position)
        self.two = self._copy()
        self.viewer: str | None = self.chance.choice([None, *(seat.id for seat in seats)])

    def close(self) -> None:
        self.one.table.stop()
        self.two.table.stop()

    @property
    def differ(self) -> bool:
        return bool(self.one.state != self.two.state)

    def play(self, answers: int, most_sweeps: int, one_in: int, findings: Findings) -> None:
        sweeps = 0
        for number in range(answers):
            if not self._step(number):
                return
            findings.counts["differed"] += self.differ
            is_due = self.chance.randrange(one_in) == 0
            if self.differ and is_due and sweeps < most_sweeps:
                sweeps += 1
                self._compare(findings)
                if self._undo(number) and self.differ:
                    self._compare(findings)
            findings.counts["answers"] += 1

    def _step(self, number: int) -> bool:
        """False: the game is over."""
        state = self.one.state
        asks = self.game.asks(state)
        if not asks or self.game.outcome(state) is not None:
            return False
        answer = Player(self.game, self.chance).answer(state, asks, number)
        after = self.one.after(answer)
        if after is None:
            return True
        other = self._other(answer, after)
        assert isinstance(self.one.table.submit(answer), Accepted)
        if other is None:
            self.two.table.stop()
            self.two = self._copy()  # the secret came out, so there is nothing left to tell
        else:
            assert isinstance(self.two.table.submit(other), Accepted)
        return True

    def _other(self, answer: Answer, after: Any) -> Answer | None:
        """What the second table answers: something else if the viewer cannot tell, else the
        same.
        """
        known = self.game.known_to(after, self.viewer)
        if known is after and not self.differ:
            return answer
        found = None
        for candidate in self._candidates(answer):
            led_to = self.two.after(candidate)
            if led_to is not None and self.game.known_to(led_to, self.viewer) == known:
                found = candidate
                if led_to != after:
                    return candidate
        return found

    def _candidates(self, answer: Answer) -> Iterator[Answer]:
        yield answer
        state = self.two.state
        ask = next((ask for ask in self.game.asks(state) if ask.id == answer.ask), None)
        for _ in range(TRIES if ask is not None else 0):
            value = self.game.answer_like_a_player(state, ask, self.chance)
            yield Answer(id=answer.id, ask=answer.ask, answer=value, seat=answer.seat)

    def _undo(self, number: int) -> bool:
        """Now and then the last deed is taken back, at both."""
        if self.chance.random() > 0.3:
            return False
        undo = Undo(id=f"undo-{number}")
        replies = [stand.table.submit(undo) for stand in (self.one, self.two)]
        return all(isinstance(reply, Accepted) for reply in replies)

    def _copy(self) -> Stand:
        self._copies += 1
        folder = self._folder / f"two-{self._copies}"
        folder.mkdir(parents=True)
        copy_journal(self.one.folder / "journal.sqlite", folder / "journal.sqlite")
        return Stand(folder)

    # Asking

    def _compare(self, findings: Findings) -> None:
        kinds = [("play", self.viewer)] if self.viewer else [("look", None), ("play", None)]
        for role, seat in kinds:
            clients = [stand.client(role, seat) for stand in (self.one, self.two)]
            for address in self._addresses(role):
                said = [asked(client, address) for client in clients]
                findings.counts["asked"] += 1
                if said[0] != said[1]:
                    who = f"{self.game.id} {role} {seat or 'nobody'}"
                    findings.told.append(f"{who}: {address}\n  {said[0]}\n  {said[1]}"[:3000])

    def _addresses(self, role: str) -> Iterator[str]:
        """Each plainly, and as every seat. Only a device that plays and belongs to nobody (the one
        in the middle of the table) may choose whose eyes it looks with.
        """
        may_choose = role == "play" and self.viewer is None
        seats = () if may_choose else self.one.state.seats
        queries = ["", *(f"seat={seat.id}" for seat in seats)]
        for path in self._paths():
            for query in queries:
                yield f"{path}{'&' if '?' in path else '?'}{query}"

    def _paths(self) -> Iterator[str]:
        live = self.one.table.live
        assert live is not None
        yield from ("/api/table", "/api/log", "/api/where", "/api/handles", "/api/curves")
        yield from ("/api/journal", "/api/around", "/api/events", "/api/table?as=position")
        yield from (f"/api/table?at={line.seq}" for line in live.lines[-3:])
        kept = f"/api/played/{self.one.table.journals.own.number}"
        yield from (
            "/api/played",
            "/api/played/going",
            "/api/played/pace",
            kept,
            f"{kept}/log",
            f"{kept}/evening",
        )
        yield from (f"{kept}/table?at={line.seq}" for line in live.lines[-2:])
        yield from (f"{kept}/bgstats", f"{kept}/export/json", f"{kept}/export/csv")
        yield from (f"/api/export/{kind}" for kind in ("json", "csv", "bgstats"))
        yield from (f"/api/lines/{line.seq}" for line in live.lines[-NEWEST:])
        yield from (f"/api/cards/{deck}" for deck, _ in kinds(self.game))
        handles = [handle.id for handle in self.game.handles(live.state)]
        shown = [tracker.id for tracker in self.game.view(live.state, self.viewer).trackers]
        yield from (f"/api/history/{name}" for name in self._some(handles))
        yield from (f"/api/numbers/{name}" for name in self._some(shown))

    def _some(self, names: list[str]) -> list[str]:
        return self.chance.sample(names, min(len(names), SAMPLE))


def examine(
    folder: Path,
    game_id: str,
    options: Options,
    seed: str,
    *,
    answers: int,
    sweeps: int,
    one_in: int = 1,
    position: dict[str, Any] | None = None,
) -> Findings:
    findings = Findings()
    twins = TwinTables(folder, game_id, options, seed, position)
    try:
        twins.play(answers, sweeps, one_in, findings)
    finally:
        twins.close()
        shutil.rmtree(folder, ignore_errors=True)
    return findings


def long_games(game_id: str, options: Options, count: int, seed: int) -> Findings:
    whole = Findings()
    for number in range(seed, seed + count):
        position = just_before(game_id, options, number)
        with TemporaryDirectory() as folder:
            found = examine(
                Path(folder) / "tables",
                game_id,
                options,
                str(number),
                answers=LONGEST,
                sweeps=SWEEPS,
                one_in=ONE_IN,
                position=position,
            )
        whole.told += found.told
        whole.counts += found.counts
    return whole


def is_proved(game_id: str, options: Options, count: int, seed: int) -> bool:
    found = long_games(game_id, options, count, seed)
    counts, by = found.counts, ", ".join(f"{name} {value}" for name, value in options.items())
    apart = f"in {counts['differed']} of {counts['answers']} answers the tables differed"
    asked_twice = f"{counts['asked']} addresses asked of both"
    print(f"{game_id} ({by}): {apart}, {asked_twice}, told a secret: {len(found.told)}", flush=True)
    print("".join(f"{one}\n" for one in found.told[:3]), end="")
    if not counts["asked"]:
        print(f"{game_id} ({by}): nothing differed, so nothing is proved")
    return bool(counts["asked"]) and not found.told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=games.ids(), action="append", default=[])
    args = parser.parse_args()
    proved = True
    for game_id in args.only or games.ids():
        ways = hiding_options(game_id)
        if not ways:
            print(f"{game_id}: hides nothing, with whatever options", flush=True)
        for options in ways:
            proved &= is_proved(game_id, options, args.games, args.seed)
    return 0 if proved else 1


if __name__ == "__main__":
    sys.exit(main())
