// Which facts of a part go together: some words (`parts` of a choice) decide which others there
// are, and in which shape.

export const isEmpty = (value) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && !Object.keys(value).length);

// Read from what is held at the moment of asking.
export function ruled(facts, held) {
  const chiefs = facts
    .filter((fact) => Object.keys(fact.shape.parts ?? {}).length)
    .map((fact) => ({
      ...fact,
      rules: new Set(Object.values(fact.shape.parts).flatMap(Object.keys)),
    }));
  const partsOf = (chief) => chief.shape.parts[held[chief.name] ?? chief.default] ?? {};
  const ruling = (name) => chiefs.filter((chief) => chief.rules.has(name) && fits(chief.name));
  const fits = (name) => ruling(name).every((chief) => name in partsOf(chief));
  const shapeOf = (fact) =>
    ruling(fact.name)
      .map((chief) => partsOf(chief)[fact.name])
      .find(Boolean) ?? fact.shape;
  const isNeeded = (fact) => {
    const shape = shapeOf(fact);
    const isChosen = shape !== fact.shape && shape.ask === "choice" && !shape.is_optional;
    return fact.needed || isChosen;
  };
  const isAskedAtOnce = (fact) => {
    const { ask } = shapeOf(fact);
    const isUsual = ask === "choice" ? !isEmpty(fact.default) : !["yes_no", "group"].includes(ask);
    return isNeeded(fact) || isUsual;
  };
  const isRuled = (fact) => ruling(fact.name).length > 0;
  const isChief = (fact) => chiefs.some((chief) => chief.name === fact.name);
  return { fits, shapeOf, isNeeded, isAskedAtOnce, isRuled, isChief };
}
