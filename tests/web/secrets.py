"""Does any way out of the table tell a viewer more than they know?

    python -m tests.web.secrets [--games 20] [--seed 1]

Two tables play the same game, except that something one viewer does not know is different at the
second. Whatever that viewer then asks of the two must be answered alike, byte for byte: an answer
that differs has told the secret. Nothing here knows what a secret looks like, only `known_to`.
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
from companion.journal import Journal, copy_journal
from companion.kit.game import Game
from companion.kit.intents import Answer, Intent, Undo
from companion.kit.position import position_of
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.service.status import Status
from companion.simulate import Player, seats_for
from companion.table.table import Accepted, Table
from tests.games.played import one_game
from web.app import create_app
from web.endpoints import stated_by
from web.permissions import COOKIE, Permissions

Options = dict[str, int | str]
PIN = "4711"
TRIES = 12  # other answers looked at for one that the viewer cannot tell from the first
NEWEST = 5  # lines looked at one by one
SAMPLE = 8  # of the values and trackers, at each look
# Addresses that know nothing of the game on the table, or are for whoever owns the device.
GAMELESS = {
    "/",
    "/static/<path:name>",
    "/static/pieces/<path:name>",
    "/faces.css",
    "/join/<code>",
    "/help",
    "/help/<name>",
    "/api/devices",
    "/api/me",
    "/api/openapi.json",
    "/api/health",
    "/api/games",
    "/api/texts/<language>",
    "/api/packs/<game_id>",
    "/api/packs/<game_id>/export",
    "/api/selftest",
    "/api/backup",
    "/api/support",
    "/api/zones",
    "/api/taught",
    "/api/taught/picture",
    "/api/picture",
    "/api/evidence/<name>",
    "/api/played/best",
    "/api/people",
    "/api/people/<int:number>",
    "/api/people/<int:number>/against/<int:other>",
}


def hiding_options(game_id: str) -> list[Options]:
    """Every single option that hides something in a game played without it."""
    told = one_game(game_id, games.find(game_id).seats[1])
    game = told.game
    found: list[Options] = []
    for spec in game.options:
        for value in spec.values:
            if any(_hides(game, state, {spec.name: value}) for state in told.states[::5]):
                found.append({spec.name: value})
    return found


def just_before(game_id: str, options: Options) -> dict[str, Any]:
    """A position a few answers before these options hide something."""
    told = one_game(game_id, games.find(game_id).seats[1])
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
        seats = seats_for(self.game, self.game.seats[1])
        self.one.table.begin(game_id, seats, options, position=position)
        self.two = self._copy()
        self.viewer: str | None = self.chance.choice([None, *(seat.id for seat in seats)])

    def close(self) -> None:
        self.one.table.stop()
        self.two.table.stop()

    @property
    def differ(self) -> bool:
        return bool(self.one.state != self.two.state)

    def play(self, answers: int, most_sweeps: int, findings: Findings) -> None:
        sweeps = 0
        for number in range(answers):
            if not self._step(number):
                return
            if self.differ and sweeps < most_sweeps:
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
        handles = [handle.id for handle in self.game.handles(live.state)]
        shown = [tracker.id for tracker in self.game.view(live.state, self.viewer).trackers]
        yield from (f"/api/history/{name}" for name in self._some(handles))
        yield from (f"/api/numbers/{name}" for name in self._some(shown))

    def _some(self, names: list[str]) -> list[str]:
        return self.chance.sample(names, min(len(names), SAMPLE))


def asked(client: FlaskClient, address: str) -> tuple[int, bytes]:
    """The answer; of a stream what it says first."""
    if not address.startswith("/api/events"):
        answer = client.get(address)
        return answer.status_code, answer.get_data()
    with client.get(f"{address}&last=0", buffered=False) as stream:
        told = b""
        for chunk in stream.response:
            told += chunk if isinstance(chunk, bytes) else chunk.encode()
            if b"event: table" in told:
                break
        return stream.status_code, told


def unasked(app: Flask) -> set[str]:
    """Addresses that answer a GET, and are neither asked here nor known to hold no game."""
    asked_here = {
        "/api/table",
        "/api/log",
        "/api/where",
        "/api/handles",
        "/api/curves",
        "/api/journal",
        "/api/around",
        "/api/events",
        "/api/export/<kind>",
        "/api/played",
        "/api/played/going",
        "/api/played/pace",
        "/api/played/<int:number>",
        "/api/played/<int:number>/log",
        "/api/played/<int:number>/table",
        "/api/played/<int:number>/evening",
        "/api/played/<int:number>/bgstats",
        "/api/played/<int:number>/export/<kind>",
        "/api/lines/<int:seq>",
        "/api/history/<path:handle>",
        "/api/numbers/<path:tracker>",
    }
    readable = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and stated_by(app, rule.endpoint) is not None
    }
    return readable - asked_here - GAMELESS


def examine(
    folder: Path,
    game_id: str,
    options: Options,
    seed: str,
    *,
    answers: int,
    sweeps: int,
    position: dict[str, Any] | None = None,
) -> Findings:
    findings = Findings()
    twins = TwinTables(folder, game_id, options, seed, position)
    try:
        twins.play(answers, sweeps, findings)
    finally:
        twins.close()
        shutil.rmtree(folder, ignore_errors=True)
    return findings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    told = 0
    for game_id in games.ids():
        counts: Counter[str] = Counter()
        for number in range(args.games):
            choices = [{}, *hiding_options(game_id), *hiding_options(game_id)]
            options = choices[number % len(choices)]
            with TemporaryDirectory() as folder:
                seed = f"{args.seed}:{number}"
                found = examine(Path(folder), game_id, options, seed, answers=600, sweeps=12)
            counts += found.counts
            told += len(found.told)
            print("\n".join(found.told[:3]), end="" if not found.told else "\n")
        print(f"{game_id}: {counts['answers']} answers, {counts['asked']} addresses asked twice")
    print(f"told a secret: {told}")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
