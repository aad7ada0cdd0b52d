// One form for any value, drawn from the shape of its type (companion/kit/forms.py) and of the
// parts inside it, to whatever depth they go. `edit` gives the element; what is typed and tapped
// goes to `set`. `at` holds the parts and what the value is called. Where a fact stands is told by
// data-fact and data-item, for what is wrong with it (see find).

import { choices } from "../choices.js";
import { h } from "../dom.js";
import { t } from "../texts.js";
import { choice, grid, letters, number, pairs, sequence, text, yes_no } from "./controls.js";
import { inWords, isOf } from "./inwords.js";

const DRAWN = { number, text, yes_no, choice, letters, grid, several, keyed, group, one_of: oneOf };

export const edit = (shape, value, set, at) => DRAWN[shape.ask](shape, value, set, at);

const button = (words, onclick, more) => h("button", { type: "button", onclick, ...more }, words);
const isEmpty = (value) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && !Object.keys(value).length);

// Draws the children anew, and whoever had the focus keeps it.
function fill(element, ...children) {
  const active = document.activeElement;
  element.replaceChildren(...children.flat().filter(Boolean));
  if (element.contains(active)) active.focus();
}

// The facts of a part. Some words decide which others go with them (`parts` of a choice): those
// come and go.
function group(shape, value, set, at) {
  const { facts } = at.parts[shape.part];
  const held = value ?? { ...shape.tag };
  const chiefs = facts
    .filter((fact) => Object.keys(fact.shape.parts ?? {}).length)
    .map((fact) => ({
      ...fact,
      rules: new Set(Object.values(fact.shape.parts).flatMap(Object.keys)),
    }));
  const wordOf = (chief) => held[chief.name] ?? chief.default;
  const ruling = (name) => chiefs.filter((chief) => chief.rules.has(name) && fits(chief.name));
  const fits = (name) =>
    ruling(name).every((chief) => name in (chief.shape.parts[wordOf(chief)] ?? {}));
  const shapeOf = (fact) =>
    ruling(fact.name)
      .map((chief) => chief.shape.parts[wordOf(chief)]?.[fact.name])
      .find(Boolean) ?? fact.shape;
  const isNeeded = (fact) =>
    fact.needed ||
    (shapeOf(fact) !== fact.shape && shapeOf(fact).ask === "choice" && !shapeOf(fact).is_optional);
  const isAskedAtOnce = (fact) =>
    isNeeded(fact) ||
    (shapeOf(fact).ask === "choice"
      ? !isEmpty(fact.default)
      : !["yes_no", "group"].includes(shapeOf(fact).ask));
  const shown = new Set(
    facts
      .filter((fact) => fact.needed || !isEmpty(held[fact.name]) || at.usual?.includes(fact.name))
      .map((fact) => fact.name),
  );
  const drawn = new Map();
  const element = h("div", { class: "stack facts" });

  const put = (name, given) => {
    if (given === undefined) delete held[name];
    else held[name] = given;
    set(held);
  };
  const follow = () =>
    facts
      .filter((fact) => ruling(fact.name).length)
      .forEach((fact) => {
        if (
          !fits(fact.name) ||
          (drawn.has(fact.name) && drawn.get(fact.name).shape !== shapeOf(fact))
        ) {
          shown.delete(fact.name);
          put(fact.name, undefined);
        }
        if (fits(fact.name) && isAskedAtOnce(fact) && !shown.has(fact.name)) add(fact);
      });
  const add = (fact) => {
    shown.add(fact.name);
    if (!isEmpty(fact.default) && isEmpty(held[fact.name]))
      put(fact.name, shapeOf(fact).ask === "yes_no" ? !fact.default : fact.default);
  };
  const drop = (fact) => {
    shown.delete(fact.name);
    drawn.delete(fact.name);
    put(fact.name, undefined);
    draw();
  };
  const taken = (fact) => (given) => {
    put(fact.name, given);
    if (chiefs.some((chief) => chief.name === fact.name)) {
      follow();
      draw();
    }
  };

  const row = (fact) => {
    const its = shapeOf(fact);
    if (drawn.get(fact.name)?.shape === its) return drawn.get(fact.name).row;
    const body = edit(its, held[fact.name], taken(fact), {
      parts: at.parts,
      say: fact.say,
      isFixed: at.fixed?.includes(fact.name),
    });
    const made = h(
      "div",
      { class: "fact", "data-fact": fact.name, "data-ask": its.ask },
      h(
        "div",
        { class: "said" },
        h("b", null, fact.say, isNeeded(fact) ? " *" : ""),
        !isNeeded(fact) &&
          button("×", () => drop(fact), {
            class: "quiet away",
            "data-drop": fact.name,
            "aria-label": t("web.packs.take_away", { what: fact.say }),
          }),
      ),
      body,
    );
    drawn.set(fact.name, { row: made, shape: its });
    return made;
  };
  const offer = (fact) =>
    button(
      [`+ ${fact.say}`],
      () => {
        add(fact);
        draw();
        drawn.get(fact.name).row.querySelector(FIRST)?.focus();
      },
      { class: "offer", "data-offer": fact.name },
    );
  const draw = () => {
    const more = facts.filter((fact) => !shown.has(fact.name) && fits(fact.name));
    fill(
      element,
      facts.filter((fact) => shown.has(fact.name)).map(row),
      more.length > 0 && h("div", { class: "row offers" }, more.map(offer)),
    );
  };
  draw();
  return element;
}

// Several of the same, one after the other. Whole parts are folded to a line of words; one just
// added is open.
function several(shape, value, set, at) {
  if (shape.of.ask === "choice")
    return sequence(pairs(shape.of.choices, shape.of.says), [...(value ?? [])], set, at);
  const { of, least = 0, most = Infinity } = shape;
  const [held, items, isPart] = [[...(value ?? [])], [], of.ask === "group"];
  const list = h("ol", { class: "items" });
  const say = isPart ? at.parts[of.part].say : at.say;
  const changed = () => {
    set(held.map((one) => one ?? (isPart ? {} : "")));
    draw();
  };
  const move = (item, by) => {
    const from = items.indexOf(item);
    for (const all of [held, items]) all.splice(from + by, 0, ...all.splice(from, 1));
    changed();
    item.tools
      .querySelector(`[data-move="${by}"]:not(:disabled), [data-move]:not(:disabled)`)
      ?.focus();
  };
  const drop = (item) => {
    const from = items.indexOf(item);
    for (const all of [held, items]) all.splice(from, 1);
    changed();
    more.focus();
  };

  const make = (one, isOpen) => {
    const item = {};
    const taken = (given) => {
      held[items.indexOf(item)] = given;
      item.line?.replaceChildren(line(given));
      set(held.map((any) => any ?? (isPart ? {} : "")));
    };
    const body = edit(of, one, taken, { parts: at.parts, say });
    item.tools = h(
      "span",
      { class: "row tools" },
      [
        ["-1", "web.packs.earlier", "↑"],
        ["1", "web.packs.later", "↓"],
      ].map(([by, word, arrow]) =>
        button(isPart ? `${arrow} ${t(word)}` : arrow, () => move(item, Number(by)), {
          "data-move": by,
          "aria-label": `${t(word)}: ${say}`,
        }),
      ),
      button(isPart ? `× ${t("web.packs.part_away")}` : "×", () => drop(item), {
        "data-away": "",
        "aria-label": t("web.packs.take_away", { what: say }),
      }),
    );
    item.line = isPart ? h("span", { class: "line" }, line(one)) : null;
    item.title = isPart ? h("b", null) : null;
    item.row = isPart
      ? h(
          "li",
          null,
          h(
            "details",
            { open: isOpen },
            h("summary", null, item.title, " ", item.line),
            body,
            item.tools,
          ),
        )
      : h("li", { class: "row" }, body, least !== most && item.tools);
    return item;
  };
  const line = (one) => inWords(of, one, at.parts) || t("web.packs.empty_part");
  const add = () => {
    const one = isPart ? {} : undefined;
    held.push(one);
    items.push(make(one, true));
    changed();
    items[items.length - 1].row.querySelector(FIRST)?.focus();
  };
  const more = button(`+ ${say}`, add, { class: "offer", "data-more": "" });
  const draw = () => {
    items.forEach((item, index) => {
      item.row.dataset.item = index;
      if (item.title) item.title.textContent = `${say} ${index + 1}`;
      const [first, last] = item.tools.querySelectorAll("[data-move]");
      [first.disabled, last.disabled] = [index === 0, index === items.length - 1];
      first.hidden = last.hidden = items.length < 2;
    });
    more.hidden = held.length >= most;
    fill(
      list,
      items.map((item) => item.row),
    );
  };
  while (held.length < least) held.push(undefined);
  held.forEach((one) => items.push(make(one, false)));
  draw();
  return h("div", { class: "stack" }, list, more);
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
  const isText = shape.of.ask === "text";
  const box = (key) =>
    element.querySelector(`[data-key="${key}"]`) ??
    h(
      "div",
      { class: "key", "data-key": key },
      h(
        "div",
        { class: "said" },
        h("b", null, wordOf(key)),
        !isText &&
          button("×", () => drop(key), {
            class: "quiet away",
            "aria-label": t("web.packs.take_away", { what: wordOf(key) }),
          }),
      ),
      edit(shape.of, held[key], (given) => put(key, given), {
        parts: at.parts,
        say: `${at.say}, ${wordOf(key)}`,
      }),
    );
  const draw = () => {
    const [there, free] = [
      [...new Set([...(isText ? shape.keys : []), ...Object.keys(held)])],
      shape.keys.filter((key) => !isText && !(key in held)),
    ];
    fill(
      element,
      there.map(box),
      free.length > 0 &&
        h(
          "div",
          { class: "row offers" },
          free.map((key) =>
            button(
              `+ ${wordOf(key)}`,
              () => {
                put(key, {});
                draw();
                box(key).querySelector(FIRST)?.focus();
              },
              { class: "offer", "data-offer": key },
            ),
          ),
        ),
    );
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
// abilities.0.effects.1.n
export function find(form, path) {
  let place = form;
  for (const step of path.split(".")) {
    const next = [...place.querySelectorAll("[data-fact], [data-item]")].find(
      (one) =>
        (one.dataset.fact ?? one.dataset.item) === step &&
        (one.parentElement.closest("[data-fact], [data-item]") ?? form) ===
          (place === form ? form : place),
    );
    if (!next) break;
    place = next;
  }
  return place === form ? null : place;
}
