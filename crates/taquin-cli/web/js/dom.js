// Small helpers for the document. Text is always set as text, never as markup.

export const $ = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.setAttribute("class", value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in node) node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element with attributes, `onclick`-style listeners and children. */
export const el = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

/** An SVG element. */
export const svg = (tag, properties, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

/** Replaces an element's children; null is none. */
export const put = (node, ...children) => node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));

/** Fills a select from [value, label] pairs and keeps its choice where it can. */
export function options(select, pairs, chosen = select.value) {
  put(select, pairs.map(([value, label]) => el("option", { value }, label)));
  if (pairs.some(([value]) => value === chosen)) select.value = chosen;
}

/** Numbers with their thousands apart. Making a formatter is slow, so there is one. */
const format = new Intl.NumberFormat("en");
export const grouped = (number) => format.format(number);

/** Changes a text where it is another one. The text's node stays: so only it is laid out anew. */
export function write(node, text) {
  const { firstChild } = node;
  if (firstChild?.nodeType !== Node.TEXT_NODE || firstChild.nextSibling) node.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

/** A count with its noun. */
export const count = (number, noun, many = `${noun}s`) => `${grouped(number)} ${number === 1 ? noun : many}`;

/** A number as people read it: 1,234 or 1.2 million. */
export function large(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} billion`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(number >= 1e8 ? 0 : 1)} million`;
  return grouped(Math.round(number));
}

export function seconds(value) {
  if (value < 0.001) return `${Math.round(value * 1e6)} µs`;
  if (value < 1) return `${(value * 1e3).toPrecision(3).replace(/\.0+$/, "")} ms`;
  return `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

export function bytes(value) {
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} GB`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(value / 1e3))} kB`;
}

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Copies a text and says so on the button for a moment. */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { class: "off-screen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  if (!button) return;
  button.dataset.label ??= button.textContent;
  button.textContent = "Copied";
  announce("Copied");
  setTimeout(() => (button.textContent = button.dataset.label), 1200);
}

/** A control that cannot be used now keeps its place and the focus: it is dimmed, and clicks on it do nothing. */
export function dim(control, dimmed) {
  if (dimmed) control.setAttribute("aria-disabled", "true");
  else control.removeAttribute("aria-disabled");
}
document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest?.("[aria-disabled=true]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

/** Hides an element; if it has the focus, that goes to another one. */
export function hide(node, hidden, next) {
  if (hidden && node.contains(document.activeElement)) next.focus({ preventScroll: true });
  node.hidden = hidden;
}

let speaking;
/** Says something to people who listen. */
export function announce(text) {
  clearTimeout(speaking);
  speaking = setTimeout(() => ($("live").textContent = text), 60);
}
