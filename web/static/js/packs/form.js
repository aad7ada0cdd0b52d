// One form for any value, drawn from the shape of its type (companion/kit/forms.py) and of the
// parts inside it, to whatever depth they go. `edit` gives the element; what is typed and tapped
// goes to `set`. `at` holds the parts and what the value is called. Where a fact stands is told by
// data-fact and data-item, for what is wrong with it (see find).

import { choices } from "../core/choices.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { cells, choice, grid, letters, number, pairs, sequence, text, yes_no } from "./controls.js";
import { inWords, isOf } from "./inwords.js";
import { isEmpty, ruled } from "./ruled.js";

const DRAWN = {
  number,
  text,
  yes_no,
  choice,
  letters,
  grid,
  cells,
  several,
  keyed,
  group,
  one_of: oneOf,
};

export const edit = (shape, value, set, at) => DRAWN[shape.ask](shape, value, set, at);

const button = (words, onclick, more) => h("button", { type: "button", onclick, ...more }, words);

// Draws the children anew, and whoever had the focus keeps it.
function fill(element, ...children) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  element.replaceChildren(...children.flat().filter(Boolean));
  if (element.contains(active)) active.focus();
}

// The facts of a part. Some words decide which others go with them (`parts` of a choice): those
// come and go.
function group(shape, value, set, at) {
  const { facts } = at.parts[shape.part];
  const held = value ?? { ...shape.tag };
  const rules = ruled(facts, held);
  const kept = factsShown(facts, held, rules, set, at.usual);
  const { shown, drawn } = kept;
  const element = h("div", { class: "stack facts" });

  const drop = (fact) => {
    kept.drop(fact);
    draw();
  };
  const taken = (fact) => (given) => {
    kept.put(fact.name, given);
    if (!rules.isChief(fact)) return;
    kept.follow();
    draw();
  };
  const row = (fact) => {
    const its = rules.shapeOf(fact);
    if (drawn.get(fact.name)?.shape === its) return drawn.get(fact.name).row;
    const isFixed = at.fixed?.includes(fact.name);
    const more = { parts: at.parts, say: fact.say, isFixed };
    const body = edit(its, held[fact.name], taken(fact), more);
    const made = h(
      "div",
      { class: "fact", "data-fact": fact.name, "data-ask": its.ask },
      factHead(fact, rules.isNeeded(fact), drop),
      body,
    );
    drawn.set(fact.name, { row: made, shape: its });
    return made;
  };
  const offer = (fact) => {
    const tapped = () => {
      kept.add(fact);
      draw();
      drawn.get(fact.name).row.querySelector(FIRST)?.focus();
    };
    return button([`+ ${fact.say}`], tapped, { class: "offer", "data-offer": fact.name });
  };
  const draw = () => {
    const more = facts.filter((fact) => !shown.has(fact.name) && rules.fits(fact.name));
    const offers = more.length > 0 && h("div", { class: "row offers" }, more.map(offer));
    fill(element, facts.filter((fact) => shown.has(fact.name)).map(row), offers);
  };
  draw();
  return element;
}

// Which facts of a part are shown, and what becomes of them when a word rules others in or out.
function factsShown(facts, held, rules, set, usual) {
  const isShown = (fact) => fact.needed || !isEmpty(held[fact.name]) || usual?.includes(fact.name);
  const shown = new Set(facts.filter(isShown).map((fact) => fact.name));
  const drawn = new Map();
  const put = (name, given) => {
    if (given === undefined) delete held[name];
    else held[name] = given;
    set(held);
  };
  const add = (fact) => {
    shown.add(fact.name);
    if (!isEmpty(fact.default) && isEmpty(held[fact.name]))
      put(fact.name, rules.shapeOf(fact).ask === "yes_no" ? !fact.default : fact.default);
  };
  const drop = (fact) => {
    shown.delete(fact.name);
    drawn.delete(fact.name);
    put(fact.name, undefined);
  };
  const isOther = (fact) =>
    drawn.has(fact.name) && drawn.get(fact.name).shape !== rules.shapeOf(fact);
  const follow = () => {
    for (const fact of facts.filter(rules.isRuled)) {
      if (!rules.fits(fact.name) || isOther(fact)) {
        shown.delete(fact.name);
        put(fact.name, undefined);
      }
      if (rules.fits(fact.name) && rules.isAskedAtOnce(fact) && !shown.has(fact.name)) add(fact);
    }
  };
  return { shown, drawn, put, add, drop, follow };
}

const factHead = (fact, isNeeded, drop) =>
  h(
    "div",
    { class: "said" },
    h("b", null, fact.say, isNeeded && h("span", { class: "must" }, " *")),
    !isNeeded &&
      button("×", () => drop(fact), {
        class: "quiet away",
        "data-drop": fact.name,
        "aria-label": t("web.packs.take_away", { what: fact.say }),
      }),
  );

// Several of the same, one after the other. Whole parts are folded to a line of words; one just
// added is open.
function several(shape, value, set, at) {
  if (shape.of.ask === "choice")
    return sequence(pairs(shape.of.choices, shape.of.says), [...(value ?? [])], set, at);
  const { of, least = 0, most = Infinity } = shape;
  const [held, items, isPart] = [[...(value ?? [])], [], of.ask === "group"];
  const list = h("ol", { class: "items" });
  const say = isPart ? at.parts[of.part].say : at.say;
  const tell = () => set(held.map((one) => one ?? (isPart ? {} : "")));
  const changed = () => {
    tell();
    draw();
  };
  const move = (item, by) => {
    const from = items.indexOf(item);
    for (const all of [held, items]) all.splice(from + by, 0, ...all.splice(from, 1));
    changed();
    const same = `[data-move="${by}"]:not(:disabled)`;
    item.tools.querySelector(`${same}, [data-move]:not(:disabled)`)?.focus();
  };
  const drop = (item) => {
    for (const all of [held, items]) all.splice(items.indexOf(item), 1);
    changed();
    more.focus();
  };

  const taken = (item, given) => {
    held[items.indexOf(item)] = given;
    tell();
  };
  const make = (one, isOpen) =>
    itemOf(one, isOpen, { shape, say, parts: at.parts }, { taken, move, drop });
  const add = () => {
    held.push(isPart ? {} : undefined);
    const item = make(held[held.length - 1], true);
    items.push(item);
    changed();
    item.row.querySelector(FIRST)?.focus();
  };
  const more = button(`+ ${say}`, add, { class: "offer", "data-more": "" });
  const draw = () => {
    items.forEach((item, index) => numbered(item, say, index, items.length));
    more.hidden = held.length >= most;
    const rows = items.map((item) => item.row);
    fill(list, rows);
  };
  while (held.length < least) held.push(undefined);
  held.forEach((one) => items.push(make(one, false)));
  draw();
  return h("div", { class: "stack" }, list, more);
}

// One of several: its row, its tools and, where it is a whole part, its title and its line of
// words.
function itemOf(one, isOpen, { shape, say, parts }, { taken, move, drop }) {
  const { of, least = 0, most = Infinity } = shape;
  const isPart = of.ask === "group";
  const line = (now) => inWords(of, now, parts) || t("web.packs.empty_part");
  const item = {
    title: isPart ? h("b", null) : null,
    line: isPart ? h("span", { class: "line" }, line(one)) : null,
  };
  const change = (given) => {
    item.line?.replaceChildren(line(given));
    taken(item, given);
  };
  const body = edit(of, one, change, { parts, say });
  const step = (by) => move(item, by);
  item.tools = tools(say, isPart, step, () => drop(item));
  item.row = isPart
    ? folded(item, body, isOpen)
    : h("li", { class: "row" }, body, least !== most && item.tools);
  return item;
}

const folded = (item, body, isOpen) =>
  h(
    "li",
    null,
    h(
      "details",
      { open: isOpen },
      h("summary", null, item.title, " ", item.line),
      body,
      item.tools,
    ),
  );

// One earlier, one later, away.
function tools(say, isPart, move, drop) {
  const step = (by, word, arrow) =>
    button(isPart ? `${arrow} ${t(word)}` : arrow, () => move(by), {
      "data-move": String(by),
      "aria-label": `${t(word)}: ${say}`,
    });
  const away = button(isPart ? `× ${t("web.packs.part_away")}` : "×", drop, {
    "data-away": "",
    "aria-label": t("web.packs.take_away", { what: say }),
  });
  const [earlier, later] = [step(-1, "web.packs.earlier", "↑"), step(1, "web.packs.later", "↓")];
  return h("span", { class: "row tools" }, earlier, later, away);
}

function numbered(item, say, index, count) {
  item.row.dataset.item = index;
  if (item.title) item.title.textContent = `${say} ${index + 1}`;
  const [earlier, later] = item.tools.querySelectorAll("[data-move]");
  [earlier.disabled, later.disabled] = [index === 0, index === count - 1];
  earlier.hidden = later.hidden = count < 2;
}

// A value for each of some keys: a text for each language, numbers for each number of players.
function keyed(shape, value, set, at) {
  const held = { ...value };
  const element = h("div", { class: "stack keyed" });
  const wordOf = (key) => shape.says[shape.keys.indexOf(key)] ?? key;
  const put = (key, given) => {
    if (given === undefined) delete held[key];
    else held[key] = given;
    set(isEmpty(held) ? undefined : { ...held });
  };
  const drop = (key) => {
    put(key, undefined);
    element.querySelector(`[data-key="${key}"]`).remove();
    draw();
  };
  const isAll = shape.is_whole || shape.of.ask === "text";
  const isMark = shape.of.ask === "number" && shape.of.least === shape.of.most;
  const made = (key) => {
    const away = {
      class: "quiet away",
      "aria-label": t("web.packs.take_away", { what: wordOf(key) }),
    };
    const head = [h("b", null, wordOf(key)), !isAll && button("×", () => drop(key), away)];
    const its = { parts: at.parts, say: `${at.say}, ${wordOf(key)}` };
    const body = !isMark && edit(shape.of, held[key], (given) => put(key, given), its);
    return h("div", { class: "key", "data-key": key }, h("div", { class: "said" }, head), body);
  };
  const box = (key) => element.querySelector(`[data-key="${key}"]`) ?? made(key);
  const offer = (key) => {
    const tapped = () => {
      put(key, isMark ? shape.of.least : {});
      draw();
      box(key).querySelector(FIRST)?.focus();
    };
    return button(`+ ${wordOf(key)}`, tapped, { class: "offer", "data-offer": key });
  };
  const draw = () => {
    const there = [...new Set([...(isAll ? shape.keys : []), ...Object.keys(held)])];
    const free = shape.keys.filter((key) => !isAll && !(key in held));
    const offers = free.length > 0 && h("div", { class: "row offers" }, free.map(offer));
    fill(element, there.map(box), offers);
  };
  draw();
  return element;
}

// One of several shapes: the words to choose from stand beside "a number" or the names of parts.
function oneOf(shape, value, set, at) {
  const words = shape.of.flatMap((one) =>
    one.ask === "choice"
      ? pairs(one.choices, one.says).map(([id, say]) => ({ id, say }))
      : [
          {
            id: `:${one.part ?? one.ask}`,
            say: one.part ? at.parts[one.part].say : t("web.packs.a_number"),
            shape: one,
          },
        ],
  );
  const inside = h("span");
  const now = words.find((one) => (one.shape ? isOf(one.shape, value) : one.id === value));
  const show = (one, given) =>
    inside.replaceChildren(...(one?.shape ? [edit(one.shape, given, set, at)] : []));
  show(now, value);
  const tapped = (id) => {
    const one = words.find((any) => any.id === id);
    const given = one.shape
      ? one.shape.ask === "number"
        ? (one.shape.least ?? 0)
        : { ...one.shape.tag }
      : id;
    show(one, given);
    set(given);
  };
  return h(
    "div",
    { class: "row" },
    choices(
      words.map((one) => [one.id, one.say]),
      now?.id,
      tapped,
      { "aria-label": at.say },
    ),
    inside,
  );
}

export const FIRST = "input:not([readonly]), textarea, select, button:not(.away)";

// The element of the fact that a path leads to, as deep as it can be followed:
// abilities.0.effects.1.n, players.red.vp
export function find(form, path) {
  const PLACES = "[data-fact], [data-item], [data-key]";
  let place = form;
  for (const step of path.split(".")) {
    const next = [...place.querySelectorAll(PLACES)].find(
      (one) =>
        (one.dataset.fact ?? one.dataset.item ?? one.dataset.key) === step &&
        (one.parentElement.closest(PLACES) ?? form) === (place === form ? form : place),
    );
    if (!next) break;
    place = next;
  }
  return place === form ? null : place;
}
