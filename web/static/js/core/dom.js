// Making elements. Nothing here knows the game or the page.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "data-colour" && value.startsWith("#")) {
      element.style.setProperty("--c", value); // a printed colour, not one of ours
      element.dataset.hex = "";
    }
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** @type {(tag: string, attributes?: Record<string, any> | null, ...children: any[]) => any} */
export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);
/** @type {(tag: string, attributes?: Record<string, any> | null, ...children: any[]) => any} */
export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// The class names that hold; what does not hold is false, null or "".
export const classes = (...names) => names.filter(Boolean).join(" ");

// Draws into `element` only when what it is drawn from has changed, so that focus and half-made
// choices stay. Says whether it did.
export function block(element, data, draw) {
  const made = JSON.stringify(data);
  if (element.dataset.made === made) return false;
  element.dataset.made = made;
  element.replaceChildren(...[draw(data)].flat(Infinity).filter(Boolean));
  return true;
}

// An id for an intent. `crypto.randomUUID` needs HTTPS, which a table on the LAN does not have.
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

// A word too wide for a card or a button is written smaller (class "long"), not broken.
export const isLong = (text) => /[^\s-]{10}|[A-Z]{9}/.test(text);
