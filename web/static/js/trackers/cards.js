// Small drawn cards: in a row, in a hand, on a pile.

import { h } from "../dom.js";
import { t } from "../texts.js";
import { shapeNamed } from "./glyphs.js";

export function card(one, table, why) {
  if (one.face_up === false) return h("div", { class: "card down", title: one.title });
  const source = one.source && one.source !== "printed" ? h("span", { class: "source" }, t(`web.source.${one.source}`)) : null;
  return h("div", { class: `card${one.faded ? " faded" : ""}`, "data-colour": one.colour ?? one.colours?.[0], "data-turn": one.turn ?? 0, "data-card": one.id },
    one.slot && h("span", { class: "small soft" }, one.slot),
    one.handle ? h("button", { class: "value title", onclick: () => why(one.handle) }, one.title) : h("span", { class: "title" }, one.title),
    one.glyph || one.badge ? h("span", { class: "marks" }, one.glyph && (shapeNamed(one.glyph) ?? one.glyph), one.glyph && one.badge ? " " : "", one.badge) : null,
    one.pattern && pattern(one.pattern),
    one.colours?.length || one.shared?.length ? h("span", { class: "letters" }, (one.colours ?? []).map((colour) => letter(colour, "disc")), (one.shared ?? []).map((colour) => letter(colour, "disc hollow"))) : null,
    one.figures?.length ? h("span", { class: "figures" }, one.figures.map(([what, value]) => h("span", null, `${what} `, h("b", { class: "number" }, value)))) : null,
    one.lines?.map((line) => h("span", null, line)), one.mark && h("b", null, one.mark), source,
    one.turn ? h("span", { class: "turn" }, h("span", { class: "turn-mark" }), ` ${one.turn * 90}°`) : null,
    one.attached?.length ? h("div", { class: "attached" }, one.attached.map((other) => card(other, table, why))) : null);
}

const letter = (colour, kind) => h("span", { class: kind, "data-colour": colour, title: colour }, colour.charAt(0).toUpperCase());

// The little grid printed on a card: filled, forbidden and free cells.
function pattern(text) {
  const rows = text.split("/");
  const drawn = h("span", { class: "pattern", role: "img", "aria-label": text },
    [...rows.join("")].map((mark) => h("i", { class: { "#": "full", x: "grey" }[mark] ?? "" })));
  drawn.style.gridTemplateColumns = `repeat(${rows[0].length}, 0.7rem)`;
  return drawn;
}

export function cards(one, table, why) {
  const empty = Math.max(0, (one.slots ?? 0) - one.cards.length);
  return h("div", { class: "cards" }, one.cards.map((other) => card(other, table, why)),
    Array.from({ length: empty }, () => h("div", { class: "card empty" })));
}

export function pile(one, table, why) {
  return h("div", { class: "row" }, one.handle ? h("button", { class: "value number", onclick: () => why(one.handle) }, one.count ?? "?") : h("span", { class: "number" }, one.count ?? "?"), one.top ? card(one.top, table, why) : null);
}
