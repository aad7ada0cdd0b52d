// Small drawn cards: in a row, in fixed places, face down in a hand, on a pile; and dice that lie
// there like cards.

import { classes, h, isLong } from "../core/dom.js";
import { has, t } from "../core/texts.js";
import { shapeNamed } from "./glyphs.js";
import { lying } from "./lying.js";
import { value } from "./value.js";

// What a number on a card is, drawn where there is room
const SIGNS = { health: "heart", attack: "sword", damage: "burst" };
const word = (what) => (has(`web.figure.${what}`) ? t(`web.figure.${what}`) : what);

/** @type {Sent.DrawTracker<Sent.CardFace>} */
export function card(one, _table, why) {
  if (one.face_up === false) return back(one, why);
  const isColoured = Boolean(one.colours?.length || one.shared?.length);
  return h(
    "div",
    {
      class: classes("card", one.faded && "faded", one.pattern && "patterned"),
      "data-colour": one.colour ?? one.colours?.[0],
      "data-turn": one.turn ?? 0,
      "data-card": one.id,
    },
    one.slot &&
      h("span", { class: `slot-number${String(one.slot).length > 2 ? " word" : ""}` }, one.slot),
    value(one, why, one.title, isLong(one.title) ? "title long" : "title"),
    one.glyph || one.glyph_say || one.badge ? glyphs(one) : null,
    one.pattern && pattern(one.pattern),
    isColoured ? letters(one) : null,
    one.figures?.length ? figures(one) : null,
    one.lines?.map((line) => h("span", { class: "rule" }, line)),
    one.mark && h("span", { class: "mark" }, one.mark),
    isColoured ? null : source(one.source),
    one.turn
      ? h("span", { class: "turn" }, h("span", { class: "turn-mark" }), `${one.turn * 90}°`)
      : null,
    one.attached?.length
      ? h(
          "div",
          { class: "attached" },
          one.attached.map((other) => tab(other, why)),
        )
      : null,
  );
}

const glyphs = (one) =>
  h(
    "span",
    { class: "marks" },
    one.glyph && (shapeNamed(one.glyph, one.glyph_say) ?? sign(one)),
    one.glyph_say && h("span", { class: "glyph-name" }, one.glyph_say),
    one.glyph && one.badge ? " " : "",
    one.badge,
  );

// A letter in the colour of its card, or a word
const sign = ({ glyph, colour }) =>
  glyph.length > 1 || !colour
    ? word(glyph)
    : h("span", { class: "disc", "data-colour": colour }, glyph);

const letters = (one) =>
  h(
    "span",
    { class: "letters" },
    (one.colours ?? []).map((colour) => letter(colour)),
    (one.shared ?? []).map((colour) => letter(colour, true)),
    source(one.source),
  );

const figures = (one) =>
  h(
    "span",
    { class: "figures" },
    one.figures.map(([what, figure]) =>
      h(
        "span",
        { "data-what": what },
        SIGNS[what] && h("span", { class: "sign-of" }, shapeNamed(SIGNS[what], "")),
        h("span", { class: "what" }, `${word(what)} `),
        h("b", { class: "number" }, figure),
      ),
    ),
  );

// What is attached to a card: one line of it, and whatever is attached to that.
function tab(one, why) {
  return [
    h(
      "div",
      { class: "tab", "data-colour": one.colour ?? one.colours?.[0], "data-card": one.id },
      value(one, why, one.title, "title"),
      one.glyph && shapeNamed(one.glyph, one.glyph_say),
      (one.colours ?? []).map((colour) => letter(colour)),
      one.mark && h("span", { class: "mark" }, one.mark),
    ),
    one.attached?.map((other) => tab(other, why)),
  ];
}

// A colour lent by a neighbour is hollow; what the letter stands for is said to who cannot see it.
function letter(colour, isLent = false) {
  const name = has(`kit.colour.${colour}`) ? t(`kit.colour.${colour}`) : colour;
  const said = isLent ? t("web.lent", { colour: name }) : name;
  return h(
    "span",
    {
      class: `disc${isLent ? " hollow" : ""}`,
      "data-colour": colour,
      title: said,
      role: "img",
      "aria-label": said,
    },
    colour.charAt(0).toUpperCase(),
  );
}

// Where the card's facts come from, unless the book itself prints them.
export const source = (from) =>
  from && from !== "printed"
    ? h("span", { class: "tag", title: t(`web.source.${from}`) }, t(`web.tag.${from}`))
    : null;

// Said once for a row of them, where all come from the same hand.
export const wholeSource = (all) =>
  all.length > 1 && all.every((one) => one.source === all[0].source) ? all[0].source : null;

function back(one, why) {
  const inside = [
    h("b", null, one.badge || "?"),
    one.mark && h("span", { class: "mark", title: one.mark }, "!"),
  ];
  return h(
    one.handle ? "button" : "div",
    {
      class: `card down${one.mark ? " over" : ""}`,
      "data-colour": one.colour,
      "aria-label": [one.title, one.mark].filter(Boolean).join(", "),
      role: one.handle ? null : "img",
      onclick: one.handle ? () => why(one.handle) : null,
    },
    inside,
  );
}

// The little grid printed on a card: filled, forbidden and free cells.
function pattern(text) {
  const rows = text.split("/");
  const drawn = h(
    "span",
    { class: "pattern", role: "img", "aria-label": text },
    [...rows.join("")].map((mark) => h("i", { class: { "#": "full", x: "grey" }[mark] ?? "" })),
  );
  drawn.style.gridTemplateColumns = `repeat(${rows[0].length}, auto)`;
  return drawn;
}

/** @type {Sent.DrawTracker<Sent.Cards>} */
export function cards(one, table, why) {
  if (one.shape === "die")
    return h(
      "div",
      { class: "cards dice" },
      one.cards.map((die) => tile(die, why)),
    );
  if (wholeSource(one.cards))
    return cards(
      { ...one, cards: one.cards.map((other) => ({ ...other, source: null })) },
      table,
      why,
    );
  if (one.cols) return places(one, why);
  const empty = Math.max(0, (one.slots ?? 0) - one.cards.length);
  return h(
    "div",
    { class: "cards" },
    one.cards.map((other) => card(other, table, why)),
    Array.from({ length: empty }, () =>
      h("div", { class: `card empty${one.cards[0]?.face_up === false ? " down" : ""}` }),
    ),
  );
}

// A fixed place for each: what lies in none leaves its place open, as on the table.
function places(one, why) {
  const drawn = h(
    "div",
    { class: "cards places" },
    Array.from({ length: one.slots }, (_, at) => {
      const here = one.cards.find((other) => String(other.slot) === String(at + 1));
      return here ? lying(here, why) : h("div", { class: "card empty" }, at + 1);
    }),
  );
  drawn.style.setProperty("--cols", one.cols);
  return drawn;
}

function tile(die, why) {
  return h(
    die.handle ? "button" : "span",
    {
      class: `tile${die.faded ? " faded" : ""}`,
      "data-colour": die.colour,
      "aria-label": die.title,
      title: die.title,
      role: die.handle ? null : "img",
      onclick: die.handle ? () => why(die.handle) : null,
    },
    `${die.badge ?? ""}${die.glyph ?? ""}`,
  );
}

/** @type {Sent.DrawTracker<Sent.Pile>} */
export function pile(one, table, why) {
  const size = one.count === 0 ? " none" : one.count === 1 ? " one" : "";
  return h(
    "div",
    { class: "pile" },
    value(one, why, one.count ?? "?", `stack-of number${size}`),
    one.top ? card(one.top, table, why) : null,
  );
}
