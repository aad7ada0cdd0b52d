// What a single fact is asked with: a number, a text, yes or no, one of some words, several of
// them, a pattern. Each is drawn from its shape and value; `set` gets what was tapped or typed, or
// undefined where nothing is said.

import { choices } from "../core/choices.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

const MANY = 7; // words; more of them are a list to open
const STEP = { least: 0, most: 99 };

export function number(shape, value, set, { say }) {
  const input = h("input", {
    type: "number",
    inputmode: "numeric",
    min: shape.least,
    max: shape.most,
    step: "any",
    value,
    "aria-label": say,
    oninput: () => set(input.value === "" ? undefined : Number(input.value)),
  });
  const step = (by) => () => {
    const from =
      input.value === "" ? (shape.least ?? STEP.least) - Math.max(by, 0) : Number(input.value);
    input.value = Math.min(shape.most ?? Infinity, Math.max(shape.least ?? -Infinity, from + by));
    set(Number(input.value));
  };
  return h(
    "span",
    { class: "stepper", role: "group", "aria-label": say },
    h(
      "button",
      {
        type: "button",
        "data-step": "-1",
        "aria-label": `${t("web.less")}: ${say}`,
        onclick: step(-1),
      },
      "−",
    ),
    input,
    h(
      "button",
      {
        type: "button",
        "data-step": "1",
        "aria-label": `${t("web.more")}: ${say}`,
        onclick: step(1),
      },
      "+",
    ),
  );
}

export function text(shape, value, set, { say, isFixed }) {
  const given = {
    "aria-label": say,
    readonly: isFixed,
    oninput: (event) => set(event.target.value.trim() || undefined),
  };
  if (shape.is_long) return h("textarea", { ...given, rows: 2 }, value ?? "");
  return h("input", {
    ...given,
    type: shape.is_colour ? "color" : "text",
    value,
    autocomplete: "off",
  });
}

export const yes_no = (_shape, value, set, { say }) =>
  choices(
    [
      [true, t("web.yes")],
      [false, t("web.packs.no")],
    ],
    value,
    set,
    { "aria-label": say },
  );

// Few words stand side by side; many are a list.
export function choice(shape, value, set, { say }) {
  const words = pairs(shape.choices, shape.says);
  if (words.length <= MANY) return choices(words, value, set, { "aria-label": say });
  const at = shape.choices.indexOf(value);
  return h(
    "select",
    { "aria-label": say, onchange: (event) => set(shape.choices[Number(event.target.value)]) },
    h("option", { value: "", disabled: true, selected: at < 0 }, t("web.packs.choose")),
    words.map(([, word], index) => h("option", { value: index, selected: index === at }, word)),
  );
}

export const pairs = (values, says) => values.map((one, at) => [one, says[at]]);

// Letters of one text, each standing for a word.
export function letters(shape, value, set, at) {
  const mayRepeat = shape.most > shape.letters.length;
  return sequence(
    pairs(shape.letters, shape.says),
    [...(value ?? "")],
    (held) => set(held.join("")),
    { ...at, most: shape.most, mayRepeat },
  );
}

// Words one after the other: a tap on one of the row takes it away, a tap below adds one.
export function sequence(words, held, set, { say, most = Infinity, mayRepeat = true }) {
  const element = h("div", { class: "stack sequence", role: "group", "aria-label": say });
  const wordOf = (one) => words.find(([value]) => value === one)?.[1] ?? one;
  const put = (change) => {
    change();
    set([...held]);
    draw();
  };
  const draw = () => {
    const free =
      held.length >= most ? [] : words.filter(([value]) => mayRepeat || !held.includes(value));
    const add = (value) => put(() => held.push(value));
    const row = held.length && h("div", { class: "row" }, held.map(drawn));
    element.replaceChildren(...[row, offers(free, say, add)].filter(Boolean));
  };
  const drawn = (one, at) =>
    h(
      "button",
      {
        type: "button",
        class: "held",
        "data-held": one,
        "aria-label": t("web.packs.take_away", { what: wordOf(one) }),
        onclick: () => put(() => held.splice(at, 1)),
      },
      wordOf(one),
      " ×",
    );
  draw();
  return element;
}

// What may be added: a button each, or a list where they are many.
function offers(free, say, add) {
  if (free.length > MANY)
    return h(
      "select",
      {
        "aria-label": t("web.packs.add_to", { what: say }),
        onchange: (event) => add(free[Number(event.target.value)][0]),
      },
      h("option", { value: "" }, `+ ${t("web.packs.choose")}`),
      free.map(([, word], at) => h("option", { value: at }, word)),
    );
  const offer = ([value, word]) =>
    h(
      "button",
      { type: "button", class: "offer", "data-offer": value, onclick: () => add(value) },
      "+ ",
      word,
    );
  return h("div", { class: "row" }, free.map(offer));
}

// A pattern of cells: a tap turns a cell to the next sign. Its size is as printed, never trimmed.
export function grid(shape, value, set, { say }) {
  const [free] = shape.signs;
  let rows = (value || free).split("/").map((row) => [...row]);
  const cells = h("div", { class: "cells", role: "group", "aria-label": say });
  const put = () => {
    set(rows.map((row) => row.join("")).join("/"));
    draw();
  };
  const next = (sign) => shape.signs[(shape.signs.indexOf(sign) + 1) % shape.signs.length];
  const cell = (sign, y, x) =>
    h(
      "button",
      {
        type: "button",
        "data-cell": `${y}.${x}`,
        "data-sign": sign,
        "aria-label": `${y + 1}, ${x + 1}: ${shape.says[shape.signs.indexOf(sign)]}`,
        onclick: () => {
          rows[y][x] = next(sign);
          put();
          cells.querySelector(`[data-cell="${y}.${x}"]`).focus();
        },
      },
      sign === free ? "" : sign,
    );
  const draw = () => {
    cells.style.setProperty("--across", rows[0].length);
    cells.replaceChildren(...rows.flatMap((row, y) => row.map((sign, x) => cell(sign, y, x))));
  };
  const fresh = (n) => Array(n).fill(free);
  const high = size(t("web.packs.rows"), rows.length, shape.most, (n) => {
    rows = fresh(n).map((_, y) => rows[y] ?? fresh(rows[0].length));
    put();
  });
  const wide = size(t("web.packs.columns"), rows[0].length, shape.most, (n) => {
    rows = rows.map((row) => fresh(n).map((sign, x) => row[x] ?? sign));
    put();
  });
  const signs = shape.signs.map((sign, at) => `${sign === free ? "□" : sign} ${shape.says[at]}`);
  draw();
  return h(
    "div",
    { class: "stack" },
    cells,
    h("p", { class: "small soft" }, signs.join(" · ")),
    h("div", { class: "row" }, high, wide),
  );
}

// One word in each cell of a board, row by row; the first word is an empty cell.
export function cells(shape, value, set, { say }) {
  const held = value ?? Array(shape.number).fill(shape.choices[0]);
  const cell = (at) =>
    h(
      "select",
      {
        "data-cell": at,
        "aria-label": `${say} ${at + 1}`,
        onchange: (event) => {
          held[at] = shape.choices[event.target.selectedIndex];
          set([...held]);
        },
      },
      pairs(shape.choices, shape.says).map(([one, word]) =>
        h("option", { selected: one === held[at] }, word),
      ),
    );
  const board = h("div", { class: "cells", role: "group", "aria-label": say });
  board.style.setProperty("--across", shape.across);
  board.append(...held.map((_, at) => cell(at)));
  return board;
}

function size(word, now, most, resize) {
  const set = (n) => {
    if (n >= 1 && n <= most) resize(n);
  };
  return h(
    "div",
    { class: "row" },
    h("span", { class: "small soft" }, word),
    number({ least: 1, most }, now, set, { say: word }),
  );
}
