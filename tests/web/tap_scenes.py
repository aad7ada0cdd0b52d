"""A moment of a game for each kind of control, and what a tap on it must do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.kit.asks import Ask, Choose, Place, Ready, Roll, Show
from companion.kit.asks import Count as CountAsk
from companion.kit.intents import Undo
from companion.table.table import Table
from tests.web.moments import play
from tests.web.noise import Noises
from tests.web.taps import Bench, Count

Asks = tuple[Ask, ...]


def needed(asks: Asks) -> Ask | None:
    return next((ask for ask in asks if not ask.optional), None)


@dataclass
class Scene:
    """Taps that stay on the page: nothing is sent, and at the end the page must show them all."""

    name: str
    game: str
    players: int
    until: Callable[[Asks], bool]
    place: str
    seed: int = 5
    is_virtual: bool = False
    asked: list[str] = field(default_factory=list)

    def prepare(self, table: Table) -> None:
        play(table, self.game, 400, self.players, self.seed, self.until)
        assert table.live is not None
        assert self.until(table.live.game.asks(table.live.state)), f"{self.name}: never asked"

    def open(self, bench: Bench) -> None:
        sheet = bench.page.locator('.ask [data-sheet][aria-expanded="false"]')
        if sheet.count():
            sheet.click()

    def noises(self, bench: Bench) -> Noises:
        return (bench.noise.numbers, bench.noise.readings)

    def once(self, bench: Bench, count: Count) -> bool:
        return bench.finger.tap(self.place, bench.chance.randrange(1000), count)

    def check(self, bench: Bench, count: Count) -> int:
        shown = bench.page.evaluate(self.shown())
        return abs(int(shown) - self.expected(bench, count))

    def shown(self) -> str:
        return f"""() => [...document.querySelectorAll('{self.sums}')]
          .reduce((sum, one) => sum + Number(one.textContent), 0)"""

    sums = ".ask[data-ask] .cells output"

    def expected(self, _bench: Bench, count: Count) -> int:
        return count.taps - count.lost - count.neighbour


class Tokens(Scene):
    """Steppers of a seat's sheet, while other seats answer theirs."""

    def open(self, bench: Bench) -> None:
        page = bench.page
        assert bench.table.live is not None
        asks = bench.table.live.game.asks(bench.table.live.state)
        sheet = next(ask for ask in asks if isinstance(ask, Place) and ask.seats == ("red",))
        chip = page.locator(f'[data-chip="{sheet.id}"]')
        if chip.count():
            if not chip.is_visible():
                page.locator(".more-asks > summary").click()
            chip.click()
        super().open(bench)

    def noises(self, bench: Bench) -> Noises:
        others = bench.noise.others("blue", frozenset())
        return (bench.noise.numbers, bench.noise.readings, others)


class Stepper(Scene):
    sums = ".ask[data-ask] .count output"

    def open(self, bench: Bench) -> None:
        super().open(bench)
        self.start = int(bench.page.locator(self.sums).inner_text())

    def expected(self, bench: Bench, count: Count) -> int:
        return self.start + super().expected(bench, count)


class Answers(Scene):
    """A tap is the answer: it must be counted once, then it is taken back for the next one."""

    def open(self, bench: Bench) -> None:
        super().open(bench)
        self.sent: list[str] = []
        bench.page.on("request", lambda request: self._sends(request))
        self.before = bench.table.last_seq

    def _sends(self, request: Any) -> None:
        if request.method == "POST" and request.url.partition("?")[0].endswith("/api/intents"):
            self.sent.append(request.post_data_json["id"])

    def once(self, bench: Bench, count: Count) -> bool:
        self.sent.clear()
        lost = count.lost
        if not super().once(bench, count):
            return False
        if count.lost == lost:
            count.wrong += self.settle(bench)
        return True

    def settle(self, bench: Bench) -> int:
        """Takes the answer back; says how many more or fewer than one were sent."""
        bench.page.wait_for_timeout(60)
        live = bench.table.live
        assert live is not None
        ours = [line.seq for line in live.log() if line.kind == "answer" and not line.undone]
        answers = [seq for seq in ours if seq > self.before]
        if answers:
            bench.table.submit(Undo(id=f"settle{answers[0]}", line=answers[0]))
        bench.goes_on()
        bench.page.wait_for_timeout(380)  # a question that came by itself is seen first
        return abs(len(set(self.sent)) - 1)

    def check(self, _bench: Bench, _count: Count) -> int:
        return 0


class UndoKey(Answers):
    """The page's own Undo, as often as it is tapped."""

    def settle(self, bench: Bench) -> int:
        bench.page.wait_for_timeout(60)
        return abs(len(set(self.sent)) - 1)


class Chips(Scene):
    """A tapped chip is the question then."""

    def open(self, bench: Bench) -> None:
        """The chips beside the controls are enough."""

    def noises(self, bench: Bench) -> Noises:
        others = bench.noise.others("blue", frozenset())
        return (bench.noise.numbers, bench.noise.readings, others)

    def check(self, _bench: Bench, _count: Count) -> int:
        return 0


class Picker(Scene):
    """Cards of a long list are taken until no more are wanted, and taken away again."""

    def noises(self, bench: Bench) -> Noises:
        return (bench.noise.numbers, bench.noise.readings)

    def once(self, bench: Bench, count: Count) -> bool:
        chosen = "() => document.querySelectorAll('.ask .chosen [data-unpick]').length"
        before, wrong = bench.page.evaluate(chosen), count.neighbour + count.lost
        is_full = before > bench.chance.randrange(3)
        place = ".ask .chosen [data-unpick], .ask .less:not([hidden])" if is_full else self.place
        if not bench.finger.tap(place, bench.chance.randrange(1000), count):
            return False
        after = bench.page.evaluate(chosen)
        if count.neighbour + count.lost == wrong:
            count.wrong += after - before != (-1 if is_full else 1)
        return True

    def check(self, _bench: Bench, _count: Count) -> int:
        return 0


class Pad(Scene):
    """The number pad of a value that is set by hand."""

    def open(self, bench: Bench) -> None:
        bench.page.locator(".seat-box button.figure").first.click()
        bench.page.wait_for_selector(".set-told")
        self.start = self.to = self._shown(bench)
        self.is_typed = False

    def _shown(self, bench: Bench) -> int:
        return int(bench.page.locator(".set-value output").inner_text())

    def once(self, bench: Bench, count: Count) -> bool:
        at, neighbour = bench.chance.randrange(12), count.neighbour + count.lost
        if not bench.finger.tap(self.place, at, count):
            return False
        key = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back")[at]
        self.to, self.is_typed = self._typed(key), True
        if count.neighbour + count.lost == neighbour:
            count.wrong += self._shown(bench) != self.to
        self.to = self._shown(bench)
        return True

    def _typed(self, key: str) -> int:
        if key == "clear":
            return self.start
        if key == "back":
            return self.to // 10
        return int((f"{self.to}{key}" if self.is_typed and self.to else key)[:4])

    def check(self, _bench: Bench, _count: Count) -> int:
        return 0


class Switch(Scene):
    """Open and shut; the page or the table beside it."""

    def open(self, bench: Bench) -> None:
        self.state = self._state(bench)

    def _state(self, bench: Bench) -> str:
        return str(bench.page.evaluate(f"() => document.querySelector('{self.holder}').outerHTML"))

    holder = ".ask [data-sheet]"

    def once(self, bench: Bench, count: Count) -> bool:
        before = self._state(bench)
        if not super().once(bench, count):
            return False
        count.wrong += before == self._state(bench)
        return True

    def check(self, _bench: Bench, _count: Count) -> int:
        return 0


class View(Switch):
    """The virtual table, or the scores."""

    holder = "#view-switch"


class Goods(Switch):
    """The rows of a shop."""

    holder = ".ask .goods-sum"


class Places(Switch):
    """What is laid cell by cell, drawn anew at each tap."""

    holder = ".ask .cells"

    def open(self, bench: Bench) -> None:
        page = bench.page
        assert bench.table.live is not None
        sheet = next(filter(is_place, bench.table.live.game.asks(bench.table.live.state)))
        chip = page.locator(f'[data-chip="{sheet.id}"]')
        if not page.locator(f'[data-ask="{sheet.id}"]').count():
            if not chip.is_visible():
                page.locator(".more-asks > summary").click()
            chip.click()
        Scene.open(self, bench)
        super().open(bench)


class Steps(Pad):
    """Minus, plus and the reasons beside the number pad."""

    def once(self, bench: Bench, count: Count) -> bool:
        return Scene.once(self, bench, count)


def is_key_row(asks: Asks) -> bool:
    ask = needed(asks)
    return (
        isinstance(ask, Choose)
        and ask.least == ask.most == 1
        and 2 <= len(ask.options) <= 4
        and not any(option.why_not for option in ask.options)
    )


def is_sheets(asks: Asks) -> bool:
    return sum(isinstance(ask, Place) for ask in asks) >= 3


def is_one_die(asks: Asks) -> bool:
    ask = needed(asks)
    return isinstance(ask, Roll) and sum(die.count for die in ask.dice) == 1


def is_first(kind: type) -> Callable[[Asks], bool]:
    return lambda asks: isinstance(needed(asks), kind)


def is_one_ready(asks: Asks) -> bool:
    ask = needed(asks)
    return isinstance(ask, Ready) and len(ask.seats) < 2


def is_place(ask: Ask) -> bool:
    return isinstance(ask, Place)


def is_shop(asks: Asks) -> bool:
    ask = needed(asks)
    return isinstance(ask, Place) and any(isinstance(one.price, int) for one in ask.pieces)


def is_barrier(asks: Asks) -> bool:
    ask = needed(asks)
    return isinstance(ask, Ready) and len(ask.seats) > 1


def is_several_cards(asks: Asks) -> bool:
    ask = needed(asks)
    return isinstance(ask, Show) and ask.most > 1


PLUS = '.ask[data-ask] .cells [data-key^="more"]'
SCENES: tuple[Scene, ...] = (
    Tokens("tokens", "spell_from_the_future", 3, is_sheets, PLUS, seed=4),
    Stepper("stepper", "mechamancers", 2, is_first(CountAsk), ".ask .count button:last-child"),
    Answers("choice", "mechamancers", 2, is_key_row, ".ask .ctl [data-option]"),
    Answers("faces", "spell_from_the_future", 3, is_one_die, ".ask .ctl button.face"),
    Answers("primary", "spell_from_the_future", 3, is_one_ready, ".ask .corner button.primary"),
    UndoKey("undo", "spell_from_the_future", 3, is_sheets, "#undo", seed=4),
    Chips("chips", "spell_from_the_future", 3, is_sheets, ".ask .ctl [data-chip]", seed=4),
    Picker("picker", "world_adventure", 3, is_several_cards, ".ask .entry-card"),
    Pad("pad", "spell_from_the_future", 3, is_sheets, ".set-pad button", seed=4),
    View(
        "view",
        "spell_from_the_future",
        3,
        is_sheets,
        '#view-switch [aria-pressed="false"]',
        seed=4,
        is_virtual=True,
    ),
    Answers("readies", "spell_from_the_future", 3, is_barrier, ".ask [data-ready]"),
    Goods("goods", "world_adventure", 4, is_shop, ".ask .goods .stepper button"),
    Places("single", "world_adventure", 3, is_first(Place), ".ask .single [data-put]"),
    Places(
        "lay",
        "mechamancers",
        2,
        lambda asks: any(map(is_place, asks)),
        ".ask .lay-tray button, .ask .lay-board button",
    ),
    Steps("steps", "spell_from_the_future", 3, is_sheets, ".set-steps [data-by], [data-reason]"),
    Switch("sheet", "spell_from_the_future", 3, is_sheets, ".ask [data-sheet]", seed=4),
)
