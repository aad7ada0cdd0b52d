// The pack editor: a game's cards with where they come from; the owner's own to add, change, take away and share.

import { get, post } from "./api.js";
import { device } from "./device.js";
import { h } from "./dom.js";
import { refusal } from "./refusal.js";
import { t } from "./texts.js";
import { source } from "./trackers/cards.js";

const said = (text) => (text && typeof text === "object" ? text[device.language] ?? Object.values(text)[0] : text);
const titleOf = (card) => said(card.name) || said(card.title) || card.words?.join(", ") || card.id;
const LANGUAGES = { en: "English", id: "Bahasa Indonesia" };

export async function fill(turn, table) {
  const games = await get("/api/games");
  await showGame(turn, games, table?.game ?? games[0].id);
}

async function showGame(turn, games, id, wanted = "") {
  const pack = await get(`/api/packs/${id}`).catch((error) => error);
  const choice = h("select", { "aria-label": t("web.packs.game"), onchange: (event) => showGame(turn, games, event.target.value) }, games.map((game) => h("option", { value: game.id, selected: game.id === id }, game.title)));
  if (pack.body) return turn(t("web.packs"), choice, refusal(pack.body.error, () => {}));
  const again = (kind) => showGame(turn, games, id, kind);
  const kinds = h("div", { class: "stack" }, pack.kinds.map((kind) => kindOf(turn, pack, kind, kind.name === wanted, again)));
  turn(t("web.packs"), h("p", { class: "soft" }, t("web.packs.how")),
    h("div", { class: "row" }, choice, h("a", { class: "button", id: "pack-export", href: `/api/packs/${id}/export`, download: `${id}-owner.toml` }, t("web.packs.export")), ...bring(id, () => showGame(turn, games, id))), brought,
    told([...pack.problems.map((one) => `${one.card} ${one.say}`), ...pack.warnings]), kinds);
}

// A file that somebody else exported: kept as a whole, or not at all with what is wrong in it.
const brought = h("div", { role: "status" });
function bring(id, again) {
  brought.replaceChildren();
  const file = h("input", { type: "file", id: "pack-file", accept: ".toml", hidden: true, onchange: async () => {
    const [{ name }, text] = [file.files[0], await file.files[0].text()];
    const { status, body } = await post(`/api/packs/${id}/import`, { name, text });
    if (status === 200 && body.kept) return again();
    brought.replaceChildren(status === 200 ? told(body.problems.map((one) => `${one.card} ${one.say}`)) : refusal(body.error, () => {}));
  } });
  return [file, h("button", { id: "pack-import", onclick: () => file.click() }, t("web.packs.import"))];
}

const told = (lines) => (lines.length ? h("ul", { class: "panel refused problems" }, lines.map((line) => h("li", null, line))) : null);

function kindOf(turn, pack, kind, isOpen, again) {
  const edit = (card) => openCard(turn, pack, kind, card, again);
  const own = kind.cards.filter((card) => card.source === "owner").length;
  return h("details", { class: "panel", "data-kind": kind.name, open: isOpen }, h("summary", null, h("b", null, kind.say), ` ${kind.cards.length} `, own ? h("span", { class: "tag" }, t("web.packs.own", { n: own })) : null),
    h("button", { "data-add": kind.name, onclick: () => edit(null) }, "+ ", t("web.packs.add")),
    h("ul", { class: "lines" }, kind.cards.map((card) => h("li", { "data-card": card.id }, h("span", { class: "what" }, titleOf(card), " ", source(card.source), card.verified && card.source !== "owner" ? h("span", { class: "tag" }, t("web.packs.verified")) : null),
      h("button", { onclick: () => edit(card) }, t(card.source === "owner" ? "web.packs.edit" : "web.packs.replace"))))));
}

// One card: a field for each of its facts. What does not fit is said beside the field before anything is kept.
function openCard(turn, pack, kind, card, again) {
  const like = kind.cards.find((one) => one.source !== "owner"); // shows what is meant where nothing is typed in yet
  const fields = kind.fields.map((field) => ({ field, ...input(field, card?.[field.name], like?.[field.name]) }));
  const below = h("div", { role: "status" });
  const given = () => Object.fromEntries(fields.map(({ field, read }) => [field.name, read()]).filter(([, value]) => value !== undefined));
  const send = async (event) => {
    event.preventDefault();
    const { status, body } = await post(`/api/packs/${pack.game}/cards`, { kind: kind.name, card: given() });
    if (status !== 200) return below.replaceChildren(refusal(body.error, () => {}));
    if (body.kept) return again(kind.name);
    below.replaceChildren(told(body.problems.map((one) => one.say)));
    const wrong = fields.find(({ field }) => body.problems.some((one) => one.field.split(/[.[]/)[0] === field.name));
    fields.forEach(({ element }) => element.removeAttribute("aria-invalid"));
    wrong?.element.setAttribute("aria-invalid", "true");
    (wrong?.element.matches("div") ? wrong.element.querySelector("input, select") : wrong?.element)?.focus();
  };
  const drop = async () => { await post(`/api/packs/${pack.game}/away`, { kind: kind.name, id: card.id }); again(kind.name); };
  turn(card ? titleOf(card) : t("web.packs.add"), h("form", { class: "stack card-form", onsubmit: send },
    fields.map(({ field, element }) => h(["group", "texts", "rows"].includes(field.ask) ? "fieldset" : "label", { class: "option" }, h("span", { class: "say" }, field.say, field.needed ? " *" : ""), element)),
    below, h("div", { class: "row" }, h("button", { class: "primary" }, t("web.packs.keep")), h("button", { type: "button", onclick: () => again(kind.name) }, t("web.back")),
      card?.source === "owner" && h("button", { type: "button", "data-away": card.id, onclick: drop }, t("web.packs.away")))));
}

const asExample = (like) => (like === undefined || like === null || like === "" ? null : t("web.packs.like", { what: typeof like === "object" ? JSON.stringify(like) : like }));

// What a field is asked with, and how its value is read; nothing typed in means nothing said.
function input(field, value, like) {
  const named = { name: field.name, readonly: field.name === "id" && value !== undefined };
  if (field.ask === "yes_no") {
    const element = h("input", { ...named, type: "checkbox", checked: value ?? field.example ?? false });
    return { element, read: () => (element.checked || value !== undefined ? element.checked : undefined) };
  }
  if (field.ask === "choice") {
    const element = h("select", named, h("option", { value: "" }, "·"), field.choices.map((one, at) => one !== "" && h("option", { value: at, selected: one === value }, field.says[at])));
    return { element, read: () => (element.value === "" ? undefined : field.choices[Number(element.value)]) };
  }
  if (field.ask === "group" || field.ask === "texts") return group(field.fields ?? field.languages.map((language) => ({ name: language, say: LANGUAGES[language], ask: "text" })), value);
  if (field.ask === "rows") return rows(field, value);
  if (field.ask === "list") {
    const element = h("input", { ...named, type: "text", placeholder: Array.isArray(like) && like.length ? asExample(like.join(", ")) : t("web.packs.commas"), value: value?.join(", ") });
    return { element, read: () => (element.value.trim() === "" ? undefined : element.value.split(",").map((one) => one.trim()).filter(Boolean)) };
  }
  if (field.ask === "written") {
    const element = h("textarea", { ...named, rows: 2, spellcheck: "false", placeholder: asExample(like) }, value === undefined ? "" : JSON.stringify(value));
    return { element, read: () => (element.value.trim() === "" ? undefined : asWritten(element.value)) };
  }
  const element = h("input", { ...named, type: field.ask === "number" ? "number" : "text", min: field.least, max: field.most, placeholder: asExample(like), value });
  return { element, read: () => (element.value.trim() === "" ? undefined : field.ask === "number" ? Number(element.value) : element.value.trim()) };
}

// Fields inside a field, each with its own name.
function group(fields, value) {
  const inner = fields.map((one) => ({ one, ...input(one, value?.[one.name]) }));
  const element = h("div", { class: "stack group" }, inner.map(({ one, element: its }) => h(one.ask === "rows" ? "div" : "label", { class: one.ask === "rows" ? "stack" : "row" }, h("span", { class: "small soft" }, one.say), its)));
  const read = () => {
    const given = inner.map(({ one, read: its }) => [one.name, its()]).filter(([, got]) => got !== undefined);
    return given.length ? Object.fromEntries(given) : undefined;
  };
  return { element, read };
}

// Several of the same group below each other: one more, or one away.
function rows(field, value) {
  const all = [];
  const list = h("div", { class: "stack" });
  const add = (one) => {
    const made = group(field.fields, one);
    const row = h("div", { class: "row part", "data-part": field.name }, made.element, h("button", { type: "button", "aria-label": t("web.packs.part_away"), onclick: () => { all.splice(all.indexOf(made), 1); row.remove(); } }, "−"));
    all.push(made);
    list.append(row);
  };
  (value ?? []).forEach(add);
  const more = h("button", { type: "button", "data-more": field.name, onclick: () => add() }, "+ ", t("web.packs.part"));
  const read = () => { const given = all.map((one) => one.read() ?? {}); return given.length || value?.length ? given : undefined; };
  return { element: h("div", { class: "stack group" }, list, more), read };
}

function asWritten(text) {
  try { return JSON.parse(text); } catch { return text; }
}
