// Cards: tap the one that lies there. A card met for the first time is typed in once and
// remembered.

import { h, isLong } from "../core/dom.js";
import { t } from "../core/texts.js";
import { source } from "../trackers/cards.js";

const MANY = 12;

/** @type {Sent.DrawAsk<Sent.Show>} */
export function show(ask, table, give, before) {
  const taken = (before?.cards ?? []).map((card) => card.id);
  const one = ask.least === 1 && ask.most === 1;
  const give_ = (ids) => give({ kind: "show", cards: ids.map((id) => ({ id })) });
  const done = h("button", { class: "primary", onclick: () => give_(taken) }, t("web.done"));
  const list = h("div", { class: "options known", "data-pick": one ? "one" : "several" });
  const search = searchField(() => draw());
  const asked = h("div"); // a known card whose facts nobody has entered yet is asked for them first
  const tap = (id) => () => {
    const lacks = ask.known.find((card) => card.id === id)?.needs ?? [];
    if (one && lacks.length) return asked.replaceChildren(form(id, lacks, ask, table, give));
    if (one) return give_([id]);
    const at = taken.indexOf(id);
    if (ask.spare || at < 0) taken.push(id);
    else taken.splice(at, 1);
    draw();
  };
  // All of one kind: it is said once
  const isMixed = new Set(ask.known.map((card) => card.note)).size > 1;
  const named = h("p", { class: "soft" });
  const titleOf = (id) => ask.known.find((card) => card.id === id)?.title ?? id;
  const drawn = (card) =>
    h(
      "button",
      {
        class: rank(card, before) < 3 ? "likely" : null,
        "data-card": card.id,
        "aria-pressed": one ? null : String(taken.includes(card.id)),
        onclick: tap(card.id),
      },
      h("b", { class: isLong(card.title) ? "long" : null }, card.title),
      isMixed && source(card.note),
    );
  const draw = () => {
    list.replaceChildren(...found(ask.known, search.value, before).map(drawn));
    if (!one) named.textContent = taken.map(titleOf).join(", ");
    allow(done, taken.length, ask);
  };
  draw();
  const first = [ask.known.length > MANY && search, !isMixed && whence(ask.known[0]?.note)];
  return [
    ...(before?.fromCamera ? [list, ...first] : [...first, list]),
    !one && named,
    !one && done,
    asked,
    ask.new && teach(ask, table, give),
  ];
}

const searchField = (oninput) =>
  h("input", {
    type: "search",
    placeholder: t("web.find_card"),
    "aria-label": t("web.find_card"),
    oninput,
  });

// Done is pressed when there are as many as asked for; before that it says how many there are.
function allow(done, count, { least, most }) {
  done.disabled = count < least || count > most;
  const wanted = count > most ? most : least;
  done.textContent = done.disabled ? `${t("web.done")} (${count} / ${wanted})` : t("web.done");
}

// What the camera thinks comes first.
function rank(card, before) {
  const at = before?.likeliest?.indexOf(card.id) ?? -1;
  return at < 0 ? 99 : at;
}

function found(known, text, before) {
  const wanted = text.toLowerCase();
  return known
    .filter((card) => !wanted || `${card.id} ${card.title}`.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a, before) - rank(b, before));
}

const whence = (note) =>
  note && note !== "printed"
    ? h("p", { class: "small soft whence" }, t(`web.source.${note}`))
    : null;

const teach = (ask, table, give) =>
  h(
    "details",
    null,
    h("summary", null, t("web.teach_card")),
    form("", ask.needs ?? [], ask, table, give),
  );

// Fetched when it is first needed, like the pack editor whose form it is.
function form(...its) {
  const place = h("div");
  import("./teach.js").then((teach) => place.replaceChildren(teach.form(...its)));
  return place;
}
