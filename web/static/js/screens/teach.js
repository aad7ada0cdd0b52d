// Teaching the camera, guided: choose what, lay it down, take the picture, see what was kept, go on
// with the next.

import { get, post } from "../core/api.js";
import { dieName } from "../core/dice.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { markBoxes } from "./boxes.js";
import { lens, placeName, polygon } from "./lens.js";

const ENOUGH = 3; // pictures of one face
const LONGEST_PX = 1400;

export async function fill(turn, table, { cards = false } = {}) {
  const known = await get("/api/taught").catch(() => null);
  if (!known) return turn(t("web.teach_screen"), h("p", null, t("web.no_camera")));
  const view = { table, known, body: h("div", { class: "stack teach-screen" }) };
  turn(t("web.teach_screen"), view.body);
  overview(view, cards);
}

function overview(view, cardsFirst) {
  const { known } = view;
  const dice = known.dice.length
    ? [
        h("h3", null, t("web.teach_dice")),
        h("p", { class: "soft" }, t("web.teach_dice_how")),
        h(
          "div",
          { class: "lesson-list" },
          known.dice.map((one) => faceButton(view, one)),
        ),
      ]
    : [];
  view.cards = h("div", { class: "lesson-list" });
  const cards = [
    h("h3", null, t("web.teach_cards")),
    h("p", { class: "soft" }, t("web.teach_cards_how")),
    search(view),
    view.cards,
  ];
  listCards(view, "");
  view.body.replaceChildren(...(cardsFirst ? [...cards, ...dice] : [...dice, ...cards]));
}

const search = (view) =>
  h("input", {
    type: "search",
    placeholder: t("web.find_card"),
    "aria-label": t("web.find_card"),
    oninput: (event) => listCards(view, event.target.value.trim()),
  });

function listCards(view, wanted) {
  const fits = (card) =>
    !wanted || `${card.id} ${card.title}`.toLowerCase().includes(wanted.toLowerCase());
  const fitting = view.known.cards.filter(fits);
  const isNew = wanted && !view.known.cards.some((card) => card.id === wanted);
  view.cards.replaceChildren(
    ...fitting.map((card) => cardButton(view, card)),
    ...(isNew
      ? [
          cardButton(view, {
            id: wanted,
            title: t("web.teach_new", { name: wanted }),
            taught: false,
            boxes: {},
          }),
        ]
      : []),
  );
}

function faceButton(view, one) {
  const done = one.pictures >= ENOUGH;
  const asked = new URLSearchParams({ die: one.die, symbol: one.symbol });
  return h(
    "button",
    {
      "data-face-lesson": `${one.die}.${one.symbol}`,
      "data-colour": one.die,
      onclick: () => lesson(view, { kind: "die", ...one }),
    },
    one.pictures
      ? h("img", { src: `/api/taught/picture?${asked}&${one.pictures}`, alt: "" })
      : null,
    h("b", null, dieName(one.symbol, one.die)),
    h(
      "span",
      { class: "small soft" },
      `${done ? "✓ " : ""}${t("web.pictures_of", { n: one.pictures, enough: ENOUGH })}`,
    ),
  );
}

function cardButton(view, card) {
  return h(
    "button",
    { "data-card-lesson": card.id, onclick: () => lesson(view, { kind: "card", ...card }) },
    card.taught
      ? h("img", {
          src: `/api/taught/picture?card=${encodeURIComponent(card.id)}&${Date.now()}`,
          alt: "",
        })
      : null,
    h("b", null, card.title),
    h(
      "span",
      { class: "small soft" },
      card.taught ? `✓ ${t("web.is_taught")}` : t("web.not_taught"),
    ),
  );
}

// One thing to teach: the live picture, where to lay it, one large button, and what came of it.
async function lesson(view, what) {
  const { zones } = await get("/api/zones");
  const around = await get("/api/around");
  const place = placeToLay(view, what, zones, around);
  const picture = lens();
  const outline = () => {
    const at = around.places?.[place.value]?.corners;
    picture.over.replaceChildren(...(at ? [polygon(at, { class: "editing" })] : []));
  };
  place.addEventListener("change", outline);
  outline();
  const said = h("p", { role: "status", class: "taught-said" });
  const taken = h("div", { class: "taken stack" });
  const kept = h("div", { class: "stack" }, deeds(view, what));
  const teach = async (photograph) => {
    said.textContent = "…";
    const name = named(what);
    const { status, body } = await post("/api/taught", {
      ...name,
      zone: place.value,
      ...(photograph ? { picture: photograph } : {}),
    });
    if (status !== 200) {
      said.textContent = body.error.message;
      return;
    }
    remember(view, what, body);
    said.textContent = t("web.kept_picture");
    taken.replaceChildren(
      h("img", {
        src: `/api/taught/picture?${new URLSearchParams(name)}&${Date.now()}`,
        alt: t("web.kept_picture"),
      }),
      next(view, what),
    );
    kept.replaceChildren(...deeds(view, what));
  };
  const where = h("label", { class: "row" }, t("web.where"), " ", place);
  view.body.replaceChildren(
    lessonHead(view, what),
    h(
      "div",
      { class: "lesson" },
      h("div", { class: "stack" }, picture.whole, where),
      h("div", { class: "stack" }, shutter(what, teach), said, taken, kept),
    ),
  );
}

const named = (what) =>
  what.kind === "die" ? { die: what.die, symbol: what.symbol } : { card: what.id };

function lessonHead(view, what) {
  const back = () => refresh(view, what.kind === "card");
  const title = what.kind === "die" ? dieName(what.symbol, what.die) : what.title;
  return h(
    "div",
    { class: "row" },
    h("button", { onclick: back }, t("web.back")),
    h("h3", null, title),
  );
}

// Where it is laid: the whole picture, or a place that the camera sees all of.
function placeToLay(view, what, zones, around) {
  const seen = zones.filter((zone) => around.places?.[zone.name]?.corners?.length === 4);
  const usual = what.kind === "die" ? "tray" : "";
  return h(
    "select",
    { "aria-label": t("web.where") },
    h("option", { value: "" }, t("web.whole_picture")),
    seen.map((zone) =>
      h(
        "option",
        { value: zone.name, selected: zone.name === usual },
        placeName(zone.name, view.table),
      ),
    ),
  );
}

// A picture from the camera, or from a file.
function shutter(what, teach) {
  const file = h("input", {
    type: "file",
    accept: "image/*",
    hidden: true,
    onchange: async (event) => {
      const [chosen] = event.target.files;
      if (chosen) teach(await shrunk(chosen));
    },
  });
  return [
    h("p", null, t(what.kind === "die" ? "web.show_die" : "web.show_card")),
    h(
      "button",
      { class: "primary", id: "take-picture", onclick: () => teach() },
      t("web.take_picture"),
    ),
    h("button", { onclick: () => file.click() }, t("web.from_file")),
    file,
  ];
}

// What can be done with what was kept already.
function deeds(view, what) {
  const sheets = what.kind === "card" && what.taught ? view.known.sheets : [];
  const mark = (sheet) => markBoxes(view, what, sheet, () => lesson(view, what));
  const made = sheets.map((sheet) =>
    h("button", { "data-sheet": sheet.sheet, onclick: () => mark(sheet) }, t("web.mark_boxes")),
  );
  if (what.taught || what.pictures > 0)
    made.push(h("button", { id: "forget", onclick: () => forget(view, what) }, t("web.forget")));
  return made;
}

// Straight on: the same face until it has enough pictures, then the next one that lacks some.
function next(view, what) {
  if (what.kind !== "die")
    return h("button", { onclick: () => refresh(view, true) }, t("web.teach_another"));
  const lacking = view.known.dice.find((one) => one.pictures < ENOUGH);
  if (!lacking) return h("p", null, h("b", null, t("web.all_taught")));
  const same = lacking.die === what.die && lacking.symbol === what.symbol;
  return h(
    "button",
    { id: "next-lesson", onclick: () => lesson(view, { kind: "die", ...lacking }) },
    same ? t("web.one_more") : `${t("web.next")}: ${dieName(lacking.symbol, lacking.die)}`,
  );
}

function remember(view, what, now) {
  Object.assign(what, now);
  const kept =
    what.kind === "die"
      ? view.known.dice.find((one) => one.die === what.die && one.symbol === what.symbol)
      : view.known.cards.find((one) => one.id === what.id);
  if (kept) Object.assign(kept, now);
  else view.known.cards.push(now);
}

async function refresh(view, cardsFirst) {
  view.known = await get("/api/taught").catch(() => view.known);
  overview(view, cardsFirst);
}

async function forget(view, what) {
  await post("/api/taught/forget", named(what));
  refresh(view, what.kind === "card");
}

// A photograph made small enough to send, in the browser.
async function shrunk(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = h("canvas", {
    width: Math.round(bitmap.width * scale),
    height: Math.round(bitmap.height * scale),
  });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.85).split(",")[1];
}
