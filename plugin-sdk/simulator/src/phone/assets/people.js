// The list of customers: one phone each.
import { brief } from "./bubble.js";
import { can, clock, h, initials, look, order, tint } from "./wire.js";

const SHOWN_MAX = 200;

/** Keeps the list in `list` up to date; `chosen(id)` is called when a phone is picked up. */
export function people({ list, empty, form, chosen }) {
  const known = new Map();
  const lines = new Map();
  let current = null;
  let wait = 0;
  // What is heard while the list is read may not be in the answers.
  let meanwhile = null;

  const line = (id) => {
    if (!lines.has(id)) lines.set(id, { last: null, blocked: false, news: 0 });
    return lines.get(id);
  };

  function render() {
    wait = 0;
    const at = (person) => lines.get(person.id)?.last?.date ?? 0;
    const sorted = [...known.values()].sort((a, b) => at(b) - at(a) || b.id - a.id);
    const hidden = sorted.length - SHOWN_MAX;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    list.replaceChildren(...sorted.slice(0, SHOWN_MAX).map(row));
    if (focused) list.querySelector(`[data-id="${focused}"]`)?.focus();
    empty.hidden = sorted.length > 0 && hidden <= 0;
    empty.textContent = hidden > 0
      ? `and ${hidden} more`
      : "No customers yet. Add one above: they get a phone of their own.";
  }

  function row(person) {
    const { last, blocked, news } = line(person.id);
    const name = [person.first_name, person.last_name].filter(Boolean).join(" ");
    const silent = can("call") ? "A telephone" : "Has not written yet";
    const words = blocked ? "Has blocked the bot" : last ? brief(last) : silent;
    return h("li", {}, h("button", {
      class: "person", type: "button", "data-id": person.id, "aria-current": person.id === current ? "true" : "false",
      onclick: () => chosen(person.id),
    },
    h("span", { class: `face ${tint(person.id)}`, "aria-hidden": "true" }, initials(name)),
    h("b", {}, name),
    last ? h("time", {}, clock(last.date)) : h("span"),
    h("span", { class: "last" }, words),
    news > 0 ? h("span", { class: "news", "aria-label": `${news} new` }, String(news)) : null));
  }

  // A flood brings hundreds of events a second; the list is drawn once a frame at most.
  function soon() {
    wait ||= requestAnimationFrame(render);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = form.elements.name.value.trim();
    if (!name) return;
    const person = await order("customers", { first_name: name });
    form.reset();
    known.set(person.id, person);
    chosen(person.id);
  });

  /** Of what is taken a second time the news are counted. */
  function take(event, again = false) {
    if (event.type === "customer") known.set(event.customer.id, event.customer);
    else if (event.type === "blocked") line(event.user).blocked = event.blocked;
    else if (event.type === "message") {
      const its = line(event.user);
      const isNew = !its.last || event.message.message_id > its.last.message_id;
      if (isNew || event.message.message_id === its.last.message_id) its.last = event.message;
      if (isNew && !again && event.message.from === "bot" && event.user !== current) its.news += 1;
    } else return;
    soon();
  }

  return {
    async load(token) {
      const heard = (meanwhile = []);
      const [customers, chats] = await Promise.all([
        look("customers"),
        look(`chats/${encodeURIComponent(token)}?summary=1`),
      ]).finally(() => {
        if (meanwhile === heard) meanwhile = null;
      });
      known.clear();
      const before = new Map(lines);
      lines.clear();
      for (const person of customers) known.set(person.id, person);
      for (const chat of chats) {
        lines.set(chat.user, { last: chat.last, blocked: chat.blocked, news: before.get(chat.user)?.news ?? 0 });
      }
      for (const event of heard) take(event, true);
      render();
    },
    choose(id) {
      current = id;
      line(id).news = 0;
      soon();
    },
    heard(event) {
      meanwhile?.push(event);
      take(event);
    },
    get: (id) => known.get(id),
    clear() {
      known.clear();
      lines.clear();
      current = null;
      render();
    },
  };
}
