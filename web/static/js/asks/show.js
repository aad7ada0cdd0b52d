// Cards: tap the one that lies there. A card met for the first time is typed in once and
// remembered.

import { h } from "../core/dom.js";
import { betweenPresses } from "../core/press.js";
import { t } from "../core/texts.js";
import { source } from "../trackers/cards.js";
import { draftOf } from "./drafts.js";
import { faceOf, facesOf } from "./faces.js";
import { picker } from "./picker.js";
import { chosen } from "./taken.js";

/** @type {Sent.DrawAsk<Sent.Show>} */
export function show(ask, table, give, before) {
  const start = (before?.cards ?? []).map((card) => card.id);
  const draft = draftOf(ask, before, start);
  const isOne = ask.least === 1 && ask.most === 1;
  const giveCards = (ids) => give({ kind: "show", cards: ids.map((id) => ({ id })) });
  const done = h(
    "button",
    { class: "primary", onclick: () => giveCards(chosen(draft.made)) },
    t("web.done"),
  );
  const asked = h("div"); // a known card whose facts nobody has entered yet is asked for them first
  const askFor = (id, needs) => asked.replaceChildren(form(id, needs, ask, table, give));
  const pick = (id) => {
    const lacks = ask.known.find((card) => card.id === id)?.needs ?? [];
    if (!isOne) return false;
    if (lacks.length) askFor(id, lacks);
    else giveCards([id]);
    return true;
  };
  // All of one kind: it is said once
  const isMixed = new Set(ask.known.map((card) => card.note)).size > 1;
  const holder = h("div", { class: "picker-place" });
  const isCopied = Boolean(ask.spare);
  const last = ask.new && newCard(() => askFor("", ask.needs ?? []));
  const picking = { ask, draft, mark: "card", isOne, copies: isCopied, pick, last };
  const draw = (faces) => {
    const entries = ranked(ask.known, before).map((card) => ({
      id: card.id,
      title: card.title,
      kind: faces?.get(card.id)?.kind,
      face: faces?.has(card.id) && faceOf(faces.get(card.id)),
      note: isMixed && source(card.note),
      isLikely: rank(card, before) < 3,
    }));
    holder.replaceChildren(picker(entries, picking, () => allow(done, draft.made, ask)));
  };
  const come = (faces) => betweenPresses(() => draw(faces));
  draw(ask.deck ? facesOf(ask.deck, table, come) : null);
  return [asked, !isMixed && whence(ask.known[0]?.note), holder, !isOne && done];
}

// Done is pressed when there are as many as asked for; before that it says how many there are.
export function allow(done, taken, { least, most }) {
  const count = chosen(taken).length;
  done.disabled = count < least || count > most;
  done.textContent = done.disabled ? `${t("web.done")} (${count} / ${least})` : t("web.done");
}

// What the camera thinks comes first.
function rank(card, before) {
  const at = before?.likeliest?.indexOf(card.id) ?? -1;
  return at < 0 ? 99 : at;
}

const ranked = (known, before) => [...known].sort((a, b) => rank(a, before) - rank(b, before));

const whence = (note) =>
  note && note !== "printed"
    ? h("p", { class: "small soft whence" }, t(`web.source.${note}`))
    : null;

const newCard = (onclick) =>
  h(
    "button",
    { class: "entry new-card", "data-new-card": "", onclick },
    h("span", { "aria-hidden": "true" }, "+ "),
    t("web.teach_card"),
  );

// Fetched when it is first needed, like the pack editor whose form it is.
function form(...its) {
  const place = h("div");
  import("./teach.js").then((teach) => place.replaceChildren(teach.form(...its)));
  return place;
}
