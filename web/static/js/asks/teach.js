// A card met for the first time: the least of it, asked for with the pack editor's form; or the
// whole card, with what it does, in the pack editor.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { edit } from "../packs/form.js";
import { openScreen } from "../screens/index.js";

export function form(id, needs, ask, table, give) {
  const name = h("input", {
    required: true,
    value: id,
    readonly: Boolean(id),
    "aria-label": t("web.card_name"),
    placeholder: t("web.card_name"),
  });
  const given = {};
  const giveCard = (card, facts) => give({ kind: "show", cards: [{ id: card, facts }] });
  const submit = (event) => {
    event.preventDefault();
    giveCard(name.value.trim(), given);
  };
  const whole = () =>
    openScreen("packs", table, { kind: ask.deck, name: name.value.trim(), given: giveCard });
  return h(
    "form",
    { class: "stack short-form", onsubmit: submit },
    h("label", null, t("web.card_name"), " ", name),
    needs.length > 0 && short(table.facts[ask.deck], needs, given),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary" }, t("web.teach")),
      ask.deck &&
        h(
          "button",
          { type: "button", "data-whole": ask.deck, onclick: whole },
          t("web.packs.whole"),
        ),
    ),
  );
}

function short({ part, parts }, needs, given) {
  const facts = parts[part].facts.filter((fact) => needs.includes(fact.name));
  return edit({ ask: "group", part }, given, () => {}, {
    parts: { ...parts, [part]: { facts } },
    usual: needs,
  });
}
