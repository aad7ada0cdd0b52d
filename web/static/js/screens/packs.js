// The pack editor: a game's cards with where they come from; the owner's own to add, change, take
// away and share.

import { refusal } from "../asks/refusal.js";
import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { close } from "../core/over.js";
import { t } from "../core/texts.js";
import { marks, openCard, titleOf, told } from "../packs/card.js";

// `kind`: a card of that kind was met in play; its facts are then `given` to the game, not only
// kept.
/** @typedef {{ kind?: string; name?: string; given?: any }} Met */
/** @type {(turn: any, table: Sent.Table, met?: Met) => Promise<any>} */
export async function fill(turn, table, { kind, name, given } = {}) {
  if (kind) return meet(turn, await get(`/api/packs/${table.game}`), kind, name, given);
  const games = (await get("/api/games")).filter((game) => game.packs.length);
  const here = games.find((game) => game.id === table?.game) ?? games[0];
  await showGame({ turn, games, played: table?.outcome ? null : table?.game }, here.id);
}

// What is invented is no start for a card that lies on the table.
function meet(turn, pack, name, id, given) {
  const kind = pack.kinds.find((one) => one.name === name);
  const known = kind.cards.find((one) => one.id === id && one.source !== "demo");
  openCard(turn, pack, kind, { like: { ...known, id } }, (_, card, facts) => {
    close();
    if (facts) given(card, facts);
  });
}

// `played`: the game on the table. It keeps the cards it began with.
async function showGame(at, id, wanted = {}) {
  const { turn, games, played } = at;
  const pack = await get(`/api/packs/${id}`).catch((error) => error);
  const choice = h(
    "select",
    { "aria-label": t("web.packs.game"), onchange: (event) => showGame(at, event.target.value) },
    games.map((game) => h("option", { value: game.id, selected: game.id === id }, game.title)),
  );
  if (pack.body)
    return turn(
      t("web.packs"),
      choice,
      refusal(pack.body.error, () => {}),
    );
  const back = (kind, card) => showGame(at, id, { kind, card });
  const kinds = pack.kinds.map((kind) =>
    kindOf(kind, kind.name === wanted.kind, (what) => openCard(turn, pack, kind, what, back)),
  );
  turn(
    t("web.packs"),
    h("p", { class: "soft" }, t("web.packs.how")),
    played === id && h("p", { id: "pack-next-game" }, t("web.packs.next_game")),
    h(
      "div",
      { class: "row" },
      choice,
      h(
        "a",
        {
          class: "button",
          id: "pack-export",
          href: `/api/packs/${id}/export`,
          download: `${id}-owner.toml`,
        },
        t("web.packs.export"),
      ),
      ...bring(id, () => showGame(at, id)),
    ),
    brought,
    told([...pack.problems.map((one) => `${one.card} ${one.say}`), ...pack.warnings]),
    search(kinds),
    h("div", { class: "stack", "data-pack": id }, kinds),
  );
  kinds
    .flatMap((kind) => [...kind.querySelectorAll("[data-card]")])
    .find((line) => line.dataset.card === wanted.card && line.closest("[open]"))
    ?.scrollIntoView({ block: "center" });
}

// A file that somebody else exported: kept as a whole, or not at all with what is wrong in it.
const brought = h("div", { role: "status" });
function bring(id, again) {
  brought.replaceChildren();
  const file = h("input", {
    type: "file",
    id: "pack-file",
    accept: ".toml",
    hidden: true,
    onchange: async () => {
      const [{ name }, text] = [file.files[0], await file.files[0].text()];
      const { status, body } = await post(`/api/packs/${id}/import`, { name, text });
      if (status === 200 && body.kept) return again();
      brought.replaceChildren(
        status === 200
          ? told(body.problems.map((one) => `${one.card} ${one.say}`))
          : refusal(body.error, () => {}),
      );
    },
  });
  return [
    file,
    h("button", { id: "pack-import", onclick: () => file.click() }, t("web.packs.import")),
  ];
}

// Of a long list only what fits; a kind without such cards is left out.
function search(kinds) {
  const look = (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const kind of kinds) {
      const lines = [...kind.querySelectorAll("[data-card]")];
      for (const line of lines) line.hidden = !line.dataset.words.includes(wanted);
      const isFound = lines.some((line) => !line.hidden);
      kind.hidden = Boolean(wanted) && !isFound;
      if (wanted) kind.open = isFound;
    }
  };
  return h("input", {
    type: "search",
    id: "pack-search",
    placeholder: t("web.find_card"),
    "aria-label": t("web.find_card"),
    oninput: look,
  });
}

function kindOf(kind, isOpen, open) {
  const own = kind.cards.filter((card) => card.source === "owner").length;
  return h(
    "details",
    { class: "panel", "data-kind": kind.name, open: isOpen },
    h(
      "summary",
      null,
      h("b", null, kind.say),
      ` ${kind.cards.length} `,
      own ? h("span", { class: "tag" }, t("web.packs.own", { n: own })) : null,
    ),
    h("button", { "data-add": kind.name, onclick: () => open({}) }, "+ ", t("web.packs.add")),
    h(
      "ul",
      { class: "lines" },
      kind.cards.map((card) =>
        h(
          "li",
          { "data-card": card.id, "data-words": `${card.id} ${titleOf(card)}`.toLowerCase() },
          h("span", { class: "what" }, titleOf(card), " ", marks(card)),
          h(
            "button",
            { onclick: () => open({ card }) },
            t(card.source === "owner" ? "web.packs.edit" : "web.packs.replace"),
          ),
        ),
      ),
    ),
  );
}
