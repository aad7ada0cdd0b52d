// Who has joined, with which role and since when; whoever hosts takes a role away again.

import { refusal } from "../asks/refusal.js";
import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";
import { atTime } from "../records/words.js";
import { choosePin } from "./firststart.js";

export async function fill(turn, table) {
  const me = await get("/api/me");
  const show = (joined) =>
    turn(
      t("web.joined"),
      joined.length
        ? [
            h("p", { class: "soft" }, t("web.joined.how")),
            h(
              "div",
              { class: "stack", id: "joined" },
              joined.map((one) => row(one, table, show)),
            ),
          ]
        : h("p", { id: "joined" }, t(me.open ? "web.joined.open" : "web.joined.nobody")),
      me.open && choosePin(() => fill(turn, table)),
    );
  try {
    show(await get("/api/devices"));
  } catch (error) {
    if (!error.body) throw error; // the service is away: said where every screen says it
    turn(t("web.joined"), refusal(error.body.error));
  }
}

function row(one, table, show) {
  const takeAway = async (event) => {
    event.currentTarget.disabled = true; // one tap, one device
    const { status, body } = await post("/api/devices/remove", { id: one.id });
    show(status === 200 ? body : await get("/api/devices"));
  };
  const seat = table?.seats?.some(({ id }) => id === one.seat);
  return h(
    "div",
    { class: "panel joined", "data-device": one.id },
    h(
      "span",
      { class: "stack" },
      h(
        "span",
        { class: "row" },
        seat && seatLabel(table, one.seat),
        h("b", null, kind(one.name), one.mine && ` (${t("web.joined.mine")})`),
      ),
      h(
        "span",
        { class: "soft" },
        [t(`web.joined.${one.role}`), t("web.joined.since", { when: atTime(one.since) })].join(
          " · ",
        ),
      ),
    ),
    h(
      "button",
      { onclick: takeAway, "aria-label": `${t("web.joined.take_away")}: ${kind(one.name)}` },
      t("web.joined.take_away"),
    ),
  );
}

// A browser's own name says far more than people want to read.
const KINDS = ["iPad", "iPhone", "Android", "Windows", "Macintosh", "CrOS", "Linux"];
const kind = (name) => KINDS.find((one) => name.includes(one)) ?? t("web.joined.some_device");
