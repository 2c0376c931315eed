// The input field: text, files, stickers, locations, contacts, replies and edits.
import { brief } from "./bubble.js";
import { menu } from "./chat.js";
import { can, h, icon, order, orderForm } from "./wire.js";

const STICKERS = [["wave", "👋", "Wave"], ["love", "😍", "Love"], ["yes", "👍", "Yes"], ["angry", "😠", "Angry"]];
const PICKS = { photo: "image/*", document: "", voice: "audio/*" };

const at = (id) => document.querySelector(`#${id}`);

/** Runs the composer. `phone()` gives `{ token, person }` of the phone in hand. */
export function composer({ phone, failed, lastOwn }) {
  const words = at("words");
  let about = null;
  let picking = "document";

  const fit = () => {
    words.style.height = "auto";
    words.style.height = `${words.scrollHeight}px`;
    at("send").disabled = words.value.trim() === "";
  };

  function setAbout(next) {
    about = next;
    at("about").hidden = !next;
    if (!next) return;
    const editing = next.kind === "edit";
    at("about").querySelector(".about-icon").replaceChildren(icon(editing ? "edit" : "reply"));
    at("about-title").textContent = editing ? "Edit message" : "Reply";
    at("about-text").textContent = brief(next.message);
    words.focus();
  }

  function reset() {
    words.value = "";
    setAbout(null);
    fit();
  }

  const base = () => {
    const { token, person } = phone();
    const { id, first_name } = person;
    const reply_to = about?.kind === "reply" ? about.message.message_id : undefined;
    return { token, from: { id, first_name }, reply_to };
  };

  async function say(content) {
    const message = { ...base(), ...content };
    if (about?.kind === "reply") setAbout(null);
    await order("messages", message).catch(failed);
  }

  async function submit() {
    const text = words.value.trim();
    if (!text) return;
    const { token, person } = phone();
    if (about?.kind === "edit") {
      const message_id = about.message.message_id;
      const changed = text !== (about.message.text ?? about.message.caption);
      reset();
      if (changed) await order("edit", { token, user: person.id, message_id, text }).catch(failed);
      return;
    }
    const message = { ...base(), text };
    reset();
    await order("messages", message).catch((error) => {
      // What was typed is kept when it could not be sent.
      if (!words.value) words.value = text;
      fit();
      failed(error);
    });
  }

  async function upload(kind, file) {
    const { token, from, reply_to } = base();
    const form = new FormData();
    form.set("token", token);
    form.set("from", JSON.stringify(from));
    if (reply_to) form.set("reply_to", reply_to);
    const caption = words.value.trim();
    if (caption && kind !== "voice") form.set("caption", caption);
    if (kind === "voice") form.set("duration", String(await duration(file)));
    form.set(kind, file, file.name);
    reset();
    await orderForm("messages", form).catch(failed);
  }

  at("write").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  words.addEventListener("input", fit);
  let typed = 0;
  words.addEventListener("input", () => {
    if (!can("typing") || Date.now() - typed < 3000) return;
    typed = Date.now();
    const { token, person } = phone();
    // Before the first message there is no chat in which one could type.
    order("typing", { token, user: person.id }).catch(() => {});
  });
  words.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && about) {
      reset();
    } else if (event.key === "ArrowUp" && words.value === "" && !about && can("edit")) {
      const message = lastOwn();
      if (!message) return;
      event.preventDefault();
      asked.edit(message);
    }
  });
  words.addEventListener("paste", (event) => {
    const file = event.clipboardData?.files?.[0];
    if (!file || !can("file")) return;
    event.preventDefault();
    upload(file.type.startsWith("image/") ? "photo" : "document", file);
  });
  at("about-cancel").addEventListener("click", () => {
    if (about?.kind === "edit") words.value = "";
    setAbout(null);
    fit();
    words.focus();
  });

  at("pick").addEventListener("change", () => {
    const file = at("pick").files[0];
    at("pick").value = "";
    if (file) upload(picking, file);
    words.focus();
  });
  const pick = (kind) => () => {
    picking = kind;
    at("pick").accept = PICKS[kind];
    at("pick").click();
  };
  const kinds = [
    ["Photo", "photo", pick("photo")],
    ["File", "file", pick("document")],
    ["Voice note", "voice", pick("voice")],
    ["Location", "place", place],
    ["Contact", "person", contact],
  ].filter(([, kind]) => can(kind === "person" ? "contact" : kind));
  at("attach").hidden = kinds.length === 0;
  if (can("subject")) words.placeholder = "Subject: … begins a new mail";
  at("attach").addEventListener("click", (event) => menu(event.currentTarget, kinds));

  const sticker = at("sticker");
  const showStickers = (show) => {
    at("stickers").hidden = !show;
    sticker.setAttribute("aria-expanded", String(show));
  };
  sticker.hidden = !can("sticker");
  sticker.addEventListener("click", () => showStickers(at("stickers").hidden));
  at("stickers").append(...STICKERS.map(([name, emoji, title]) =>
    h("button", {
      type: "button", "aria-label": `${title} sticker`,
      onclick: async () => {
        showStickers(false);
        words.focus();
        const bytes = await (await fetch(`/assets/sticker-${name}.webp`)).blob();
        const form = new FormData();
        const { token, from, reply_to } = base();
        form.set("token", token);
        form.set("from", JSON.stringify(from));
        if (reply_to) form.set("reply_to", reply_to);
        form.set("emoji", emoji);
        form.set("sticker", bytes, "sticker.webp");
        setAbout(null);
        await orderForm("messages", form).catch(failed);
      },
    }, h("img", { src: `/assets/sticker-${name}.webp`, alt: "" }))));

  function ask(dialog, send) {
    dialog.returnValue = "";
    dialog.querySelector(".plain").onclick = () => dialog.close();
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "send") send(dialog.querySelector("form").elements);
      words.focus();
    }, { once: true });
    dialog.showModal();
  }

  function place() {
    const dialog = at("place-dialog");
    const fields = dialog.querySelector("form").elements;
    const fill = () => {
      const [latitude, longitude] = fields.preset.value.split(",");
      if (longitude) Object.assign(fields.latitude, { value: latitude }), Object.assign(fields.longitude, { value: longitude });
    };
    fields.preset.onchange = fill;
    fields.latitude.oninput = fields.longitude.oninput = () => (fields.preset.value = "");
    fill();
    ask(dialog, ({ latitude, longitude }) =>
      say({ location: { latitude: Number(latitude.value), longitude: Number(longitude.value) } }));
  }

  function contact() {
    const dialog = at("contact-dialog");
    const { person } = phone();
    const fields = dialog.querySelector("form").elements;
    fields.first_name.value = person.first_name;
    fields.phone_number.value = person.phone_number ?? "+12025550143";
    ask(dialog, ({ first_name, phone_number }) => {
      const contact = { first_name: first_name.value.trim(), phone_number: phone_number.value.trim() };
      if (contact.first_name === person.first_name) contact.user_id = person.id;
      say({ contact });
    });
  }

  const asked = {
    reply: (message) => setAbout({ kind: "reply", message }),
    edit: (message) => {
      words.value = message.text ?? message.caption;
      fit();
      setAbout({ kind: "edit", message });
    },
    start: () => say({ text: "/start" }),
  };

  return {
    asked,
    reset,
    focus: () => words.focus(),
    /** The keyboard the bot's last message asked for, in place of typing. */
    keyboard(messages) {
      const last = messages.filter((m) => m.from === "bot" && !m.deleted && m.reply_markup && !m.reply_markup.inline_keyboard).at(-1);
      const markup = last?.reply_markup;
      const used = markup?.one_time_keyboard && messages.some((m) => m.from === "customer" && m.message_id > last.message_id);
      const rows = markup?.remove_keyboard || used ? [] : (markup?.keyboard ?? []);
      at("keys").hidden = rows.length === 0;
      at("keys").replaceChildren(...rows.map((row) => h("div", {}, row.map((key) => {
        const text = key.text ?? key;
        return h("button", { type: "button", onclick: () => {
          const { person } = phone();
          if (!key.request_contact) return say({ text });
          say({ contact: { first_name: person.first_name, phone_number: person.phone_number ?? "+12025550143", user_id: person.id } });
        } }, text);
      }))));
    },
  };
}

// Seconds of a recording; zero when the browser cannot play it.
function duration(file) {
  return new Promise((resolve) => {
    const player = new Audio();
    const done = (seconds) => {
      URL.revokeObjectURL(player.src);
      resolve(Number.isFinite(seconds) ? Math.round(seconds) : 0);
    };
    player.onloadedmetadata = () => done(player.duration);
    player.onerror = () => done(0);
    player.src = URL.createObjectURL(file);
  });
}
