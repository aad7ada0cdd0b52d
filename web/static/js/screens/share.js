// What can be taken away of a game: a picture, its story in words, BG Stats by QR code, and files.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { asPng, picture } from "../records/picture.js";
import { refusedLine } from "../records/words.js";

const FILES = ["json", "csv", "bgstats"];

export function fillShare(turn, game, back) {
  turn(
    t("web.records.share"),
    h(
      "div",
      { class: "stack share" },
      h(
        "div",
        { class: "row" },
        h("button", { class: "back", onclick: back }, "← ", t("web.back")),
      ),
      h("div", { class: "story-columns" }, pictureCard(game), playCard(game)),
      storyCard(game),
      filesCard(game),
    ),
  );
}

function pictureCard(game) {
  const drawn = picture(game);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", `${game.title}: ${game.result}`);
  return h(
    "section",
    { class: "panel stack" },
    drawn,
    h(
      "button",
      { class: "primary", id: "save", onclick: () => save(game, drawn) },
      t("web.records.save"),
    ),
  );
}

async function save(game, drawn) {
  const address = URL.createObjectURL(await asPng(drawn));
  const link = h("a", { href: address, download: `tableside-${game.number}.png` });
  link.click();
  URL.revokeObjectURL(address);
}

// The QR code needs no internet on this device: the phone that reads it opens the app.
function playCard(game) {
  const place = h("div", { class: "stack" }, h("p", { class: "soft" }, t("web.coming")));
  const draw = ({ link, picture: code, location }) =>
    place.replaceChildren(
      h("img", { class: "play-code", src: code, alt: t("web.records.bgstats_code") }),
      h("p", { class: "soft" }, t("web.records.bgstats_how")),
      h(
        "a",
        { class: "button", id: "bgstats", href: link, rel: "noreferrer" },
        t("web.records.bgstats_open"),
      ),
      locationRow(location),
    );
  get(`/api/played/${game.number}/bgstats`).then(draw, (error) =>
    place.replaceChildren(refusedLine(error.body ?? {})),
  );
  return h("section", { class: "panel stack" }, h("h3", null, t("web.export.bgstats")), place);
}

function locationRow(location) {
  const set = (event) => post("/api/played/location", { location: event.target.value });
  return h(
    "label",
    { class: "row" },
    h("span", { class: "soft" }, t("web.records.location")),
    h("input", { id: "location", maxlength: 60, value: location, onchange: set }),
  );
}

function storyCard(game) {
  const said = h("span", { class: "soft", role: "status" });
  const words = h("textarea", { readonly: true, rows: 5, "aria-label": t("web.records.story") });
  words.value = game.text;
  const copy = async () => {
    words.select();
    try {
      await navigator.clipboard.writeText(game.text); // only over HTTPS
    } catch {
      document.execCommand("copy");
    }
    said.textContent = t("web.records.copied");
  };
  return h(
    "section",
    { class: "panel stack" },
    h("h3", null, t("web.records.story")),
    words,
    h(
      "div",
      { class: "row" },
      h("button", { id: "copy", onclick: copy }, t("web.records.copy")),
      said,
    ),
  );
}

// BG Stats takes whole games, and of one scored on paper there is no log.
const isOffered = (kind, game) => (kind === "bgstats" ? game.state === "finished" : !game.paper);

export const filesCard = (game) =>
  h(
    "div",
    { class: "row" },
    FILES.filter((kind) => isOffered(kind, game)).map((kind) =>
      h(
        "a",
        {
          class: "button",
          "data-export": kind,
          href: `/api/played/${game.number}/export/${kind}`,
          download: "",
        },
        t(`web.export.${kind}`),
      ),
    ),
  );
