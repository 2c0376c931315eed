// The messages of the phone in hand, as they come and change.
import { brief, bubble } from "./bubble.js";
import { can, h, icon, look, order } from "./wire.js";

const EMOJI = ["👍", "❤", "😁", "😢", "🔥", "👎"];

/** A menu at a button: arrows move, Escape closes and gives the focus back. */
export function menu(anchor, entries, extra = null) {
  document.querySelector(".menu")?.remove();
  const close = (back) => {
    box.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (back) anchor.focus();
  };
  const outside = (event) => {
    if (!box.contains(event.target)) close(false);
  };
  const box = h("div", { class: "menu", role: "menu" }, extra, entries.map(([name, symbol, act]) =>
    h("button", { type: "button", role: "menuitem", onclick: act }, icon(symbol), name)));
  box.addEventListener("click", (event) => {
    if (event.target.closest("button")) close(false);
  });
  box.addEventListener("keydown", (event) => {
    const all = [...box.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      all.at((all.indexOf(document.activeElement) + step) % all.length).focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      close(true);
    }
  });
  document.body.append(box);
  anchor.setAttribute("aria-expanded", "true");
  const at = anchor.getBoundingClientRect();
  const below = at.bottom + box.offsetHeight + 8 < innerHeight;
  // Inside the phone, wherever the button is.
  const phone = document.querySelector(".phone").getBoundingClientRect();
  const right = Math.min(innerWidth, phone.right) - box.offsetWidth - 16;
  box.style.left = `${Math.max(phone.left + 8, Math.min(at.left, right))}px`;
  box.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - box.offsetHeight - 4)}px`;
  document.addEventListener("pointerdown", outside, true);
  box.querySelector(".emoji") ? box.querySelector("[role=menuitem]")?.focus() : box.querySelector("button")?.focus();
}

/** The chat in `box`. `asked` are the reply and edit wishes, `failed` gets errors. */
export function chat({ box, asked, failed, changed }) {
  let messages = new Map();
  let view = null;
  let wait = 0;
  // At the end the chat stays at the end, whatever arrives and however small the window gets.
  let pinned = true;
  // What is heard while the chat is read may not be in the answer.
  let meanwhile = null;
  box.addEventListener("scroll", () => {
    pinned = box.scrollHeight - box.scrollTop - box.clientHeight < 80;
  });
  new ResizeObserver(() => {
    if (pinned) box.scrollTop = box.scrollHeight;
  }).observe(box);

  const acts = {
    jump(id) {
      document.querySelector(`#m${id}`)?.scrollIntoView({ block: "center" });
    },
    press(message, button) {
      if (!button.callback_data) return;
      const { token, user } = view;
      order("press", { token, user, message_id: message.message_id, data: button.callback_data }).catch(failed);
    },
    menu(message, anchor) {
      const mine = message.from === "customer";
      const editable = can("edit") && mine && (message.text !== undefined || message.caption !== undefined);
      const entries = [["Reply", "reply", () => asked.reply(message)]];
      if (editable) entries.push(["Edit", "edit", () => asked.edit(message)]);
      if (can("unsend") && mine) {
        const { token, user } = view;
        const unsend = () => order("delete", { token, user, message_id: message.message_id }).catch(failed);
        entries.push(["Unsend", "close", unsend]);
      }
      const now = message.customer_reactions?.[0];
      const emoji = h("div", { class: "emoji", role: "group", "aria-label": "React" }, EMOJI.map((one) =>
        h("button", {
          type: "button", role: "menuitemradio", "aria-checked": one === now ? "true" : "false", "aria-label": `React ${one}`,
          onclick: () => {
            const { token, user } = view;
            const emoji = one === now ? "" : one;
            order("react", { token, user, message_id: message.message_id, emoji }).catch(failed);
          },
        }, one)));
      menu(anchor, entries, can("react") ? emoji : null);
    },
  };

  function render() {
    wait = 0;
    if (!view) return box.replaceChildren();
    const focused = document.activeElement?.closest?.(".bubble")?.id;
    const shown = [...messages.values()].sort((a, b) => a.message_id - b.message_id);
    const parts = [];
    let day = "";
    shown.forEach((message, index) => {
      const date = new Date(message.date * 1000).toDateString();
      if (date !== day) parts.push(h("span", { class: "day" }, dayName(message.date)));
      const element = bubble(message, { token: view.token, quoted: messages.get(message.reply_to), names: view.names, acts });
      const same = (other) => other && other.from === message.from && Math.abs(other.date - message.date) < 300;
      element.classList.toggle("follows", same(shown[index - 1]) && date === day);
      element.classList.toggle("has-next", Boolean(same(shown[index + 1])));
      parts.push(element);
      day = date;
    });
    if (parts.length === 0) {
      parts.push(h("div", { class: "start" }, h("p", {}, `${view.names.person} has not written to ${view.names.bot} yet.`),
        can("start") ? h("button", { class: "solid", type: "button", onclick: () => asked.start() }, "Start") : null));
    }
    box.replaceChildren(...parts);
    if (focused) document.querySelector(`#${focused} .acts`)?.focus();
    changed(shown);
    if (pinned) box.scrollTop = box.scrollHeight;
  }

  function soon() {
    wait ||= requestAnimationFrame(render);
  }

  function take(event) {
    if (event.type === "message" && event.user === view.user) {
      const before = messages.get(event.message.message_id);
      const kept = before?.taken && before.update_id === event.message.update_id;
      messages.set(event.message.message_id, { ...event.message, taken: Boolean(kept) });
      // Who writes wants to see it.
      if (!before && event.message.from === "customer") pinned = true;
      soon();
    } else if (event.type === "done") {
      const ids = new Set(event.ids);
      for (const [id, message] of messages) {
        if (ids.has(message.update_id)) messages.set(id, { ...message, taken: true });
      }
      soon();
    }
  }

  return {
    /** Reads the chat of `user` and shows it. */
    async open(next) {
      const moved = view?.user !== next.user || view?.token !== next.token;
      view = next;
      if (moved) messages = new Map();
      const heard = (meanwhile = []);
      const path = `chats/${encodeURIComponent(next.token)}?user=${next.user}`;
      const answer = await look(path).finally(() => {
        if (meanwhile === heard) meanwhile = null;
      });
      if (view !== next) return null;
      messages = new Map();
      for (const message of answer.chats[0]?.messages ?? []) messages.set(message.message_id, message);
      heard.forEach(take);
      pinned ||= moved;
      render();
      return answer.chats[0] ?? null;
    },
    close() {
      view = null;
      render();
    },
    heard(event) {
      if (!view) return;
      meanwhile?.push(event);
      take(event);
    },
    lastOwn: () => [...messages.values()].filter((m) => m.from === "customer" && m.text && !m.deleted).at(-1),
    brief,
  };
}

function dayName(seconds) {
  const date = new Date(seconds * 1000);
  const today = new Date();
  if (date.toDateString() === today.toDateString()) return "Today";
  return date.toLocaleDateString([], { weekday: "short", day: "numeric", month: "long" });
}
