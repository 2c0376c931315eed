// Talks to the simulator's control API: orders as JSON or forms, and events as they happen.
const page = document.body.dataset;
const CONTROL = page.control ?? "/control/telegram/";
const abilities = new Set((page.can ?? "").split(" "));

/** What this provider calls its bots or accounts in the control API. */
export const ACCOUNTS = page.accounts ?? "bots";
/** Its name, and which fields its setup has. */
export const PROVIDER = page.provider ?? "";
export const SETUP = (page.setup ?? "").split(" ").filter(Boolean);

/** Whether a customer of this provider can do that. */
export const can = (what) => abilities.has(what);

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error ?? `The simulator answered ${response.status}.`);
  return body;
}

async function reach(path, options) {
  let response;
  try {
    response = await fetch(CONTROL + path, options);
  } catch {
    throw new Error("The simulator cannot be reached.");
  }
  return answer(response);
}

/** Reads something. */
export const look = (path) => reach(path, {});

/** Orders something with a JSON body. */
export function order(path, body) {
  return reach(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Orders something with a form, for files. */
export const orderForm = (path, form) => reach(path, { method: "POST", body: form });

/** Address of a file's bytes. */
export const fileAddress = (token, file) =>
  `${CONTROL}files/${encodeURIComponent(token)}/${encodeURIComponent(file.file_id)}`;

/** Hears what happens to a bot's chats. `again` is called at every (re)connect. */
export function listen(token, { heard, again, lost }) {
  const source = new EventSource(`${CONTROL}events?token=${encodeURIComponent(token)}`);
  source.addEventListener("open", again);
  source.addEventListener("error", lost);
  source.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  return () => source.close();
}

/** Makes an element: `h("p", { class: "x" }, "text", child)`. Text is never read as HTML. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An icon; the name for screen readers belongs to what it stands in. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** First letters of a name, for a round picture. */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? [...words.at(-1)][0] : "";
  return (first + last).toUpperCase();
}

/** One of seven tints, always the same for the same id. */
export const tint = (id) => `tint-${Math.abs(Number(id)) % 7}`;

/** 14:05 in the reader's own way. */
export const clock = (seconds) =>
  new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
