// The phone page: which bot, whose phone, and what happens there.
import { calling } from "./call.js";
import { chat, menu } from "./chat.js";
import { composer } from "./composer.js";
import { people } from "./people.js";
import { setup } from "./setup.js";
import { ACCOUNTS, PROVIDER, can, icon, initials, listen, look, order } from "./wire.js";

const at = (id) => document.querySelector(`#${id}`);
const address = new URLSearchParams(location.search);
const TYPING_MS = 5000;

let bots = [];
let token = address.get("bot");
let user = Number(address.get("user")) || null;
let blocked = false;
let stopListening = null;
let typingTimer = 0;
let toastTimer = 0;

const failed = (error) => {
  at("toast").textContent = error.message;
  at("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (at("toast").hidden = true), 6000);
};

const list = people({
  list: at("people"), empty: at("people-empty"), form: at("new-person"),
  chosen: (id) => pickUp(id, true).catch(failed),
});
const input = composer({
  phone: () => ({ token, person: list.get(user) }),
  failed,
  lastOwn: () => talk.lastOwn(),
});
const talk = chat({ box: at("messages"), asked: input.asked, failed, changed: input.keyboard });
const telephone = can("call")
  ? calling({ box: at("calling"), phones: at("desk-phones-list"), held: () => (list.get(user) ? user : null), failed })
  : null;

function showState() {
  const bot = bots.find((one) => one.token === token);
  const held = Boolean(bot && list.get(user));
  at("chat-head").hidden = !held;
  at("messages").hidden = !held || Boolean(telephone);
  at("nobody").hidden = held;
  at("composer").hidden = !held || blocked || Boolean(telephone);
  at("desk-phones").hidden = !telephone;
  telephone?.draw();
  at("unblock").hidden = !held || !blocked;
  at("chat-menu").hidden = !held || !can("block");
  at("bot-name").textContent = bot?.first_name ?? "";
  // A telephone calls a number, which has no initials.
  if (telephone) {
    at("bot-verb").textContent = "Calling";
    at("bot-face").replaceChildren(icon("phone"));
  } else {
    at("bot-face").textContent = initials(bot?.first_name ?? "?");
  }
  if (!typingTimer) {
    at("bot-state").textContent = blocked ? "blocked" : ACCOUNTS === "bots" ? "bot" : PROVIDER;
    at("bot-state").classList.remove("busy");
  }
  const person = list.get(user);
  document.title = held ? `${person.first_name}'s phone · Simulator` : `${PROVIDER} phone · Simulator`;
}

function typing(on) {
  clearTimeout(typingTimer);
  typingTimer = on ? setTimeout(() => typing(false), TYPING_MS) : 0;
  at("bot-state").textContent = "typing…";
  at("bot-state").classList.add("busy");
  if (!on) showState();
}

function remember() {
  const next = new URLSearchParams();
  if (token) next.set("bot", token);
  if (user) next.set("user", user);
  history.replaceState(null, "", `?${next}`);
}

async function pickUp(id, show) {
  const other = id !== user;
  user = id;
  if (other) {
    input.reset();
    typing(false);
  }
  if (show) document.body.dataset.pane = "chat";
  remember();
  list.choose(id);
  const person = list.get(id);
  const bot = bots.find((one) => one.token === token);
  if (!person || !bot) return showState();
  showState();
  const found = await talk.open({ token, user: id, names: { person: person.first_name, bot: bot.first_name } });
  if (user !== id) return;
  blocked = Boolean(found?.blocked);
  showState();
  if (found) seen();
  if (show && matchMedia("(hover: hover)").matches) input.focus();
}

async function refresh() {
  at("line").textContent = "Connected";
  at("line").classList.remove("off");
  await list.load(token);
  await telephone?.load();
  if (user && list.get(user)) await pickUp(user, false);
  else showState();
}

function heard(event) {
  if (event.type === "reload") return void refresh().catch(failed);
  if (event.type === "bot") return void loadBots().catch(failed);
  list.heard(event);
  telephone?.heard(event);
  talk.heard(event);
  if (event.user !== user) return;
  if (event.type === "message" && event.message.from === "bot" && !event.message.read) seen();
  if (event.type === "blocked") {
    blocked = event.blocked;
    showState();
  } else if (event.type === "typing") {
    typing(event.typing);
  } else if (event.type === "answer" && event.text) {
    failed({ message: event.text });
  }
}

function connect() {
  stopListening?.();
  stopListening = listen(token, {
    heard,
    again: () => refresh().catch(failed),
    lost: () => {
      at("line").textContent = "Offline";
      at("line").classList.add("off");
    },
  });
}

// An account of another provider, in the words this page uses.
const named = (one) => (ACCOUNTS === "bots" ? one : { ...one, secret_token: one.token, token: one.key, first_name: one.name });

const label = (bot) => (bot.username ? `${bot.first_name} (@${bot.username})` : `${bot.first_name} (${bot.token})`);

// Who has the chat before their eyes has read it.
function seen() {
  if (!can("read") || !user || document.hidden || blocked) return;
  order("read", { token, user }).catch(() => {});
}

async function loadBots() {
  bots = (await look(ACCOUNTS)).map(named);
  if (!bots.some((bot) => bot.token === token)) token = bots[0]?.token ?? null;
  const options = bots.map((bot) => new Option(label(bot), bot.token, false, bot.token === token));
  if (options.length === 0) options.push(new Option("No bot yet", "", true, true));
  at("bot").replaceChildren(...options);
  at("bot").disabled = bots.length === 0;
  at("new-person").hidden = bots.length === 0;
  showState();
}

at("bot").addEventListener("change", () => {
  token = at("bot").value;
  blocked = false;
  remember();
  list.clear();
  talk.close();
  connect();
});
at("back").addEventListener("click", () => {
  document.body.dataset.pane = "people";
  at("people").querySelector("[aria-current=true]")?.focus();
});
at("chat-menu").addEventListener("click", (event) => {
  const change = (next) => order("block", { token, user, blocked: next }).catch(failed);
  const entry = blocked
    ? ["Unblock this bot", "block", () => change(false)]
    : ["Block this bot", "block", () => change(true)];
  menu(event.currentTarget, [entry]);
});
at("unblock").addEventListener("click", () => order("block", { token, user, blocked: false }).catch(failed));

document.addEventListener("visibilitychange", seen);

setup({
  account: () => bots.find((one) => one.token === token),
  saved: () => loadBots().catch(failed),
  failed,
});

const tick = () => (at("wall-clock").textContent = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
tick();
setInterval(tick, 10_000);

try {
  await loadBots();
  if (token) {
    if (user) document.body.dataset.pane = "chat";
    connect();
  } else {
    at("people-empty").hidden = false;
    at("people-empty").textContent = "There is no bot yet. Make one on the simulator's first page, or connect a Telegram channel.";
    // A bot made meanwhile, by a channel or a test, is found when the page is looked at again.
    addEventListener("focus", () => location.reload());
  }
} catch (error) {
  failed(error);
}
