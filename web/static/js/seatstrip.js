// The row of seats: who, and the numbers that must be read from across the room.

import { h } from "./dom.js";
import { colourOf, nameOf, shapeOf } from "./seats.js";

export function drawSeats(table, choose) {
  return table.seats.map((seat) => {
    const figures = table.trackers.filter((one) => one.seat === seat.id && ["counter", "gauge", "abacus"].includes(one.kind) && one.size === 2);
    return h("button", { class: "seat-box panel", "data-seat": seat.id, "data-colour": colourOf(table, seat.id), onclick: () => choose(seat.id) },
      h("span", { class: "who" }, shapeOf(table, seat.id), h("span", { class: "name" }, nameOf(table, seat.id))),
      h("span", { class: "reasons", "data-of": figures.map((one) => one.id).join(" ") }),
      h("span", { class: "figures" }, figures.map((one) => h("span", { class: `figure${one.counts ? " counts" : ""}`, "data-tracker": one.id },
        h("span", { class: "number changed" }, one.value), h("span", { class: "small" }, one.badge || one.say)))));
  });
}
