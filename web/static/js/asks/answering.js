// Sends an answer and says below it why it does not count, with the ways out.

import { send } from "../core/api.js";
import { device } from "../core/device.js";
import { knows, learn } from "../core/store.js";
import { behind, cardsOf } from "./behind.js";
import { refusal } from "./refusal.js";

const whoseAnswer = (ask, seat) => {
  if (seat) return seat;
  if (device.seat && ask.seats.includes(device.seat)) return device.seat;
  return ask.seats.length === 1 ? ask.seats[0] : null;
};

const underWay = new Set(); // questions whose answer has been sent: a second tap adds nothing

/** @type {(ask: Sent.Ask, table: Sent.Table, said: HTMLElement) => any} */
export const answering = (ask, table, said) => {
  const give = async (answer, seat, force) => {
    const way = `${ask.id} ${seat ?? ""}`;
    if (underWay.has(way)) return;
    underWay.add(way);
    const draft = knows().drafts[ask.id] ?? {};
    draft.isGiven = true; // asked again, it is another question
    const error = await send({
      kind: "answer",
      ask: ask.id,
      answer,
      seat: whoseAnswer(ask, seat),
      ...(force ? { force } : {}),
    });
    underWay.delete(way);
    draft.isGiven = !error;
    if (!error && knows().asked === ask.id) learn({ asked: "" });
    // Somebody was first: another question stands there by now, so it is said beside it
    if (error && (error.line || !said.isConnected))
      return dispatchEvent(new CustomEvent("late", { detail: error }));
    const why =
      error && behind(null, { rule: error.rule, cards: cardsOf(ask, answer, table) }, table);
    const insist = (reason) => give(answer, seat, reason);
    said.replaceChildren(...(error ? [refusal(error, insist, why)] : []));
  };
  return give;
};
