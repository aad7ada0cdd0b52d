// What stands behind a result or a refusal: the rule in a sentence and the cards it was read from,
// opened by a tap.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { card } from "../trackers/cards.js";

export function behind(summary, one, table) {
  if (!one?.rule && !one?.cards?.length) return null;
  return h(
    "details",
    { class: "behind" },
    h("summary", null, summary ?? t(one.cards?.length ? "web.behind" : "web.behind_rule")),
    one.rule && h("p", null, one.rule),
    one.cards?.length
      ? h(
          "div",
          { class: "cards" },
          one.cards.map((other) => card(other, table, () => {})),
        )
      : null,
  );
}

// The cards an answer speaks of, as they lie on the table now.
export function cardsOf(ask, answer, table) {
  const options = (ask.options ?? [])
    .filter((option) => answer.options?.includes(option.id))
    .map((option) => option.card);
  const ids = new Set([...options, ...(answer.cards ?? []).map((one) => one.id)].filter(Boolean));
  const found = new Map(
    lying(table)
      .filter((one) => ids.has(one.id))
      .map((one) => [one.id, one]),
  );
  return [...found.values()].map((one) => ({ ...one, handle: null, attached: [] }));
}

function lying(table) {
  const all = table.trackers.flatMap((one) => [
    ...(one.cards ?? []),
    ...(one.spots ?? []).flatMap((spot) => spot.cards ?? []),
    ...(one.top ? [one.top] : []),
  ]);
  return all.flatMap((one) => [one, ...(one.attached ?? [])]);
}
