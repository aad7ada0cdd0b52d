"""From any half-made answer one gets back to nothing: every kind of question that whole stretches
of all five games ask, its controls tapped at random in a real browser, then taken back.
"""

import random
from typing import Any

import pytest

from companion import games
from companion.kit.asks import Ask
from companion.table.table import Accepted, Table
from tests.table.playing import next_answer
from tests.web.moments import MOMENTS, play
from web.snapshots import plain_snapshot

ANSWERS = 160
# Taps what is not an answer by itself, then only what takes something back.
EXAM = """async ([asks, table]) => {
  const { controls } = await import('/static/js/asks/index.js');
  const { knows } = await import('/static/js/core/store.js');
  const { loadTexts } = await import('/static/js/core/texts.js');
  await loadTexts();
  const isNothing = {
    choose: (made) => made.every((id) => id === null),
    show: (made) => made.every((id) => id === null),
    place: (made) => Object.values(made).every((pieces) => !pieces.length),
    roll: (made) => made.every((die) => die.face === null),
    count: (made, ask) => made === ask.least,
  };
  const isFree = '.primary, .closed, [data-new-card], [data-kind], .by-screen';
  const stuck = [];
  for (const ask of asks) {
    let isAnswered = false;
    const give = () => { isAnswered = true; };
    const place = document.createElement('div');
    place.append(...[controls(ask, table, give)].flat(Infinity).filter(Boolean));
    document.body.append(place);
    const made = () => knows().drafts[ask.id]?.made;
    for (let tap = 0; tap < 9 && !isAnswered; tap += 1) {
      const keys = [...place.querySelectorAll('button')]
        .filter((one) => !one.disabled && !one.hidden && !one.matches(isFree));
      if (!keys.length) break;
      keys[(tap * 7 + asks.indexOf(ask)) % keys.length].click();
    }
    for (let tap = 0; tap < 400 && !isAnswered && made() !== undefined; tap += 1) {
      if (ask.kind !== 'place' && isNothing[ask.kind](made(), ask)) break;
      const back = place.querySelector('[data-back]:not([hidden]):not([disabled])');
      if (!back) break;
      back.click();
    }
    if (!isAnswered && made() !== undefined && !isNothing[ask.kind](made(), ask))
      stuck.push([ask.id, ask.kind, JSON.stringify(made()).slice(0, 200)]);
    place.remove();
  }
  return stuck;
}"""


def step_of(ask: Ask) -> tuple[str, ...]:
    """What is asked, whoever is asked and whenever."""
    name = ask.id.partition(":")[2].split(":")[0].rstrip("0123456789")
    return (type(ask).__name__, name)


def sent_by(table: Table) -> dict[str, Any]:
    face = table.snapshot()
    assert face is not None
    return plain_snapshot(face, "en")


def asked(table: Table, answers: int) -> dict[tuple[str, ...], dict[str, Any]]:
    """Each kind of question once, as the page is sent it."""
    found, chance = dict[tuple[str, ...], dict[str, Any]](), random.Random(3)
    for number in range(answers):
        assert table.live is not None
        if table.live.game.outcome(table.live.state) is not None:
            break
        asks = table.live.game.asks(table.live.state)
        if any(step_of(ask) not in found for ask in asks):
            sent = sent_by(table)
            found |= {step_of(ask): one for ask, one in zip(asks, sent["asks"], strict=True)}
        for _ in range(20):
            if isinstance(table.submit(next_answer(table, chance, f"{number} {_}")), Accepted):
                break
    return found


@pytest.mark.parametrize("game_id", sorted(MOMENTS))
def test_every_half_made_answer_can_be_taken_back(
    game_id: str, table: Table, address: str, chromium: Any
) -> None:
    players = MOMENTS[game_id][1]
    play(table, game_id, 0, players)
    found = asked(table, ANSWERS)
    assert len(found) > 3, games.find(game_id).title
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".ask")
    sent = sent_by(table)
    assert page.evaluate(EXAM, [list(found.values()), sent]) == []
