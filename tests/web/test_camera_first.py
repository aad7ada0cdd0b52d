"""A tap never answers another question: when the camera was first, the controls under a finger rest
for a moment, and a tap that was meant for the old question is refused kindly, with a way back.
"""

from typing import Any

from playwright.sync_api import Page

from companion.kit.asks import Roll
from companion.kit.intents import Answer, Rolled
from companion.kit.pieces import Die
from companion.table.table import Accepted, Table
from tests.web.test_around_the_table import SHOWN, play_to_a_roll
from tests.web.test_by_hand import opened

REST_MS = 350
# When the controls rested, how long, and what a finger would have met meanwhile.
RESTED = """() => {
  window.rested = [];
  window.begun = 0;
  const place = document.querySelector('.do-now');
  const toggle = place.toggleAttribute;
  place.toggleAttribute = function (...how) {
    begun = performance.now();
    return toggle.apply(this, how);
  };
  new MutationObserver(() => {
    const corner = place.querySelector('.corner');
    const box = corner.getBoundingClientRect();
    const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    rested.push({ at: performance.now(), rests: place.hasAttribute('data-fresh'),
      reached: place.contains(under), opacity: getComputedStyle(corner).opacity });
  }).observe(place, { attributes: true, attributeFilter: ['data-fresh'] });
}"""


def camera_answers(table: Table, roll: Roll, face: int) -> int:
    dice = tuple(Die(face, die.kind, die.colour) for die in roll.dice for _ in range(die.count))
    answer = Answer(id=f"eye{face}", device="camera", ask=roll.id, answer=Rolled(dice))
    reply = table.submit(answer)
    assert isinstance(reply, Accepted)
    return reply.seq


def test_controls_rest_for_350_ms_and_look_so_when_the_camera_changed_the_question(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    page: Page = opened(chromium, address, table.last_seq)
    page.evaluate(RESTED)
    camera_answers(table, roll, 4)
    page.wait_for_function("() => rested.length === 2")
    begun, (begins, ends) = page.evaluate("[begun, rested]")
    assert (begins["rests"], begins["reached"], ends["rests"]) == (True, False, False)
    assert float(begins["opacity"]) < float(ends["opacity"])
    assert ends["at"] - begun >= REST_MS - 1


def test_a_tap_meant_for_the_old_question_says_who_was_first_and_undoes_it(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    before = table.last_seq
    page: Page = opened(chromium, address, before)
    page.locator(".ask [data-face='2']").hover()
    page.mouse.down()
    seq = camera_answers(table, roll, 4)
    page.mouse.up()
    said = page.locator(".refused[role=alert]")
    said.wait_for()
    assert said.inner_text().startswith("The camera was first: ")
    assert table.last_seq == seq
    page.wait_for_function(SHOWN, arg=seq)
    said.locator("[data-undo]").click()
    page.wait_for_function(SHOWN, arg=seq + 1)
    assert page.locator(f'[data-ask="{roll.id}"]').count() == 1
    assert page.locator(".refused").count() == 0
