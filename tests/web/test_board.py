"""A board says what is printed in its cells, until a piece lies there."""

from typing import Any

DRAWN = """async () => {
    const { draw } = await import('/static/js/trackers/index.js');
    const shape = { rows: 1, cols: 3, marks: ['7', '8', '9'] };
    const one = { id: 'box', say: 'Box', kind: 'board', shape, cells: { '1,2': [{ id: 'red', count: 1 }] } };
    const made = draw(one, { seats: [{ id: 'red', colour: 'red', name: 'Ani' }] }, () => {});
    document.body.append(made);
    return [...made.querySelectorAll('.board-cell')].map((cell) =>
        [cell.innerText, cell.getAttribute('aria-label')]);
}"""  # noqa: E501


def test_what_is_printed_in_a_cell_stands_there(address: str, chromium: Any) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".setup")
    assert page.evaluate(DRAWN) == [["7", "7: –"], ["A", "8: Ani"], ["9", "9: –"]]
