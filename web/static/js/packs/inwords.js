// Any value of a card in a line of words: what is said of a part while it is folded.

import { t } from "../core/texts.js";

const wordOf = (values, says, one) => says[values.indexOf(one)] ?? one;
const joined = (words) => words.filter(Boolean).join(" · ");

const SAID = {
  number: (_shape, value) => String(value),
  text: (_shape, value) => value,
  yes_no: (_shape, value) => (value ? t("web.yes") : t("web.packs.no")),
  choice: (shape, value) => wordOf(shape.choices, shape.says, value),
  letters: (shape, value) =>
    [...value].map((one) => wordOf(shape.letters, shape.says, one)).join(", "),
  grid: (_shape, value) => value,
  cells: (shape, value) => value.map((one) => wordOf(shape.choices, shape.says, one)).join(" "),
  several: (shape, value, parts) => value.map((one) => inWords(shape.of, one, parts)).join("; "),
  keyed: (shape, value, parts) =>
    joined(
      Object.entries(value).map(
        ([key, one]) => `${wordOf(shape.keys, shape.says, key)}: ${inWords(shape.of, one, parts)}`,
      ),
    ),
  group: (shape, value, parts) =>
    joined(parts[shape.part].facts.map((fact) => factInWords(fact, value[fact.name], parts))),
  one_of: (shape, value, parts) =>
    inWords(
      shape.of.find((one) => isOf(one, value)),
      value,
      parts,
    ),
};

// Whether a value has this shape, among the shapes it may have.
export function isOf(shape, value) {
  if (shape.ask === "choice") return shape.choices.includes(value);
  if (shape.ask === "group")
    return (
      typeof value === "object" &&
      Object.entries(shape.tag ?? {}).every(([name, tag]) => value[name] === tag)
    );
  return typeof value === shape.ask;
}

export const inWords = (shape, value, parts) =>
  value === undefined || value === null || !shape ? "" : SAID[shape.ask](shape, value, parts);

function factInWords({ say, shape, default: usual }, value, parts) {
  if (value === undefined || value === null || (value === usual && typeof value !== "number"))
    return "";
  if (shape.ask === "yes_no" && value) return say;
  const words = inWords(shape, value, parts);
  return words && ["number", "yes_no", "one_of"].includes(shape.ask) ? `${say}: ${words}` : words;
}
