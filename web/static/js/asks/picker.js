// A long list over the stage: a search, kinds, the entries drawn, and below them what was taken,
// to be taken away again. It knows neither cards nor options: entries in, ids out.

import { classes, h, isLong } from "../core/dom.js";
import { t } from "../core/texts.js";
import { touched } from "./drafts.js";
import { chosen, countOf, tapped, without } from "./taken.js";

const [MANY, PLACES, LONG] = [12, 6, 18]; // worth a search; shown empty; letters of a kind

/**
 * @typedef {{ id: string; title: string; kind?: string; colour?: string; face?: any; note?: any;
 *   isLikely?: boolean }} Entry
 * @typedef {{ ask: any; draft: any; mark: string; isOne: boolean; copies: boolean;
 *   pick: (id: string) => boolean; last?: any }} Picking
 */
/** @type {(entries: Entry[], picking: Picking, changed: () => void) => any} */
export function picker(entries, picking, changed) {
  const { draft, isOne } = picking;
  draft.view ??= { text: "", kind: "" };
  const list = h("div", { class: "options known", "data-pick": isOne ? "one" : "several" });
  const foot = h("div", { class: "chosen", role: "status" });
  const kinds = h("div", { class: "kinds", role: "group", "aria-label": t("web.kinds") });
  const made = new Map(entries.map((entry) => [entry.id, entryOf(entry, picking, retake)]));
  const search = searchField(picking, lay);
  function retake(taken) {
    draft.made = taken;
    touched(picking.ask, draft);
    mark();
  }
  function mark() {
    for (const [id, element] of made) markEntry(element, countOf(draft.made, id), picking);
    if (!isOne) foot.replaceChildren(...chosenRow(entries, picking, retake));
    changed();
  }
  function lay() {
    const { text, kind } = draft.view;
    list.replaceChildren(
      ...entries.filter((one) => isFound(one, text, kind)).map((one) => made.get(one.id)),
      ...(picking.last ? [picking.last] : []),
    );
    kinds.replaceChildren(...kindKeys(entries, kind, pickKind));
  }
  const pickKind = (kind) => {
    draft.view.kind = kind;
    lay();
  };
  lay();
  mark();
  return h(
    "div",
    { class: "picker" },
    entries.length > MANY && search,
    kinds.childElementCount > 0 && kinds,
    list,
    !isOne && foot,
  );
}

function searchField({ draft, mark }, lay) {
  const words = t(mark === "card" ? "web.find_card" : "web.find_one");
  const field = h("input", {
    type: "search",
    placeholder: words,
    "aria-label": words,
    value: draft.view.text,
    oninput: () => {
      draft.view.text = field.value;
      lay();
    },
  });
  return field;
}

const isFound = (entry, text, kind) =>
  (!kind || entry.kind === kind) &&
  (!text || `${entry.id} ${entry.title}`.toLowerCase().includes(text.toLowerCase()));

// How many there are of each kind; nothing where all are alike or few.
function kindKeys(entries, now, pick) {
  const kinds = [...new Set(entries.map((one) => one.kind).filter(Boolean))];
  if (kinds.length < 2 || entries.length <= PLACES) return [];
  if (kinds.some((kind) => kind.length > LONG)) return []; // a sentence is no kind
  const key = (kind, say, count) =>
    h(
      "button",
      {
        class: "also",
        "data-kind": kind,
        "aria-pressed": String(kind === now),
        onclick: () => pick(kind),
      },
      h("span", { class: "kind" }, say),
      " ",
      h("span", { class: "number" }, count),
    );
  const count = (kind) => entries.filter((one) => one.kind === kind).length;
  return [
    key("", t("web.all_kinds"), entries.length),
    ...kinds.map((kind) => key(kind, kind, count(kind))),
  ];
}

function entryOf(entry, picking, retake) {
  const { ask, draft, mark, isOne, copies, pick } = picking;
  const tap = () => {
    if (pick(entry.id)) return;
    retake(tapped(draft.made, entry.id, { most: ask.most, copies }));
  };
  const less = () => retake(without(draft.made, draft.made.lastIndexOf(entry.id)));
  return h(
    "div",
    { class: "entry" },
    h(
      "button",
      {
        class: classes("entry-card", entry.isLikely && "likely"),
        [`data-${mark}`]: entry.id,
        "data-colour": entry.colour,
        "aria-pressed": isOne ? null : "false",
        onclick: tap,
      },
      h("b", { class: isLong(entry.title) ? "long" : null }, entry.title),
      entry.face ?? (entry.kind && h("span", { class: "small soft" }, entry.kind)),
      entry.note,
    ),
    copies &&
      h(
        "button",
        {
          class: "less",
          "data-back": "",
          hidden: true,
          "data-less": entry.id,
          onclick: less,
          "aria-label": `${t("web.less")} ${entry.title}`,
        },
        "− ",
        h("output", { class: "number" }),
      ),
  );
}

// In place: what a finger may be on its way to is never made anew.
function markEntry(element, count, { isOne, copies }) {
  const [card, less] = element.children;
  if (!isOne) card.setAttribute("aria-pressed", String(count > 0));
  if (!isOne && !copies) card.toggleAttribute("data-back", count > 0);
  if (!less) return;
  less.hidden = !count;
  less.lastElementChild.textContent = String(count);
}

// A place for each that is wanted, empty ones too.
function chosenRow(entries, { ask, draft }, retake) {
  const titleOf = (id) => entries.find((one) => one.id === id)?.title ?? id;
  const open = Math.min(ask.most, PLACES) - draft.made.length;
  const chip = (id, at) =>
    id === null
      ? h("span", { class: "empty-chip" })
      : h(
          "button",
          {
            class: "also chip",
            "data-unpick": at,
            "data-back": "",
            "aria-label": t("web.unpick", { what: titleOf(id) }),
            onclick: () => retake(without(draft.made, at)),
          },
          h("span", null, titleOf(id)),
          h("span", { "aria-hidden": "true" }, "×"),
        );
  return [
    h("span", { class: "soft" }, howMany(chosen(draft.made).length, ask)),
    ...draft.made.map(chip),
    ...Array.from({ length: Math.max(0, open) }, () => h("span", { class: "empty-chip" })),
  ];
}

const howMany = (n, { least, most }) =>
  least === most ? t("web.chosen_of", { n, most }) : t("web.chosen_to", { n, most });
