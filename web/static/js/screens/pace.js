// During play: how the dice fell for everybody, and how long their turns take.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";
import { luckOf } from "../records/luck.js";

export async function fill(turn, table) {
  const told = await get("/api/played/pace");
  const seats = told.filter((one) => one.turns || one.dice.length);
  turn(
    t("web.records.pace"),
    seats.length ? null : h("p", { class: "soft" }, t("web.records.pace_none")),
    h(
      "div",
      { class: "story-columns" },
      seats.map((one) =>
        h(
          "section",
          { class: "panel stack", "data-pace": one.seat },
          h(
            "div",
            { class: "row" },
            seatLabel(table, one.seat),
            one.turn_s !== null &&
              h(
                "span",
                { class: "soft" },
                t("web.records.turns_each", { n: one.turns, seconds: one.turn_s }),
              ),
          ),
          one.dice.map((dice) => luckOf(dice)),
        ),
      ),
    ),
  );
}
