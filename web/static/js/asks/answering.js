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

/** @type {(ask: Sent.Ask, table: Sent.Table, said: HTMLElement) => any} */
export const answering = (ask, table, said) => {
  const give = async (answer, seat, force) => {
    const error = await send({
      kind: "answer",
      ask: ask.id,
      answer,
      seat: whoseAnswer(ask, seat),
      ...(force ? { force } : {}),
    });
    if (!error && knows().asked === ask.id) learn({ asked: "" });
    const why =
      error && behind(null, { rule: error.rule, cards: cardsOf(ask, answer, table) }, table);
    const insist = (reason) => give(answer, seat, reason);
    said.replaceChildren(...(error ? [refusal(error, insist, why)] : []));
  };
  return give;
};
