// Turns one message into an element. Nothing of a message is ever read as HTML.
import { can, clock, fileAddress, h, icon } from "./wire.js";

const STYLES = {
  bold: "strong", italic: "em", underline: "u", strikethrough: "s", code: "code", pre: "pre", blockquote: "blockquote",
};

/** Text with its entities; the offsets count UTF-16 units, as JavaScript strings do. */
function styled(text, entities = []) {
  const spans = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const build = (from, to) => {
    const parts = [];
    while (spans.length > 0 && spans[0].offset < to) {
      const span = spans.shift();
      const end = Math.min(span.offset + span.length, to);
      if (span.offset > from) parts.push(text.slice(from, span.offset));
      parts.push(dress(span, build(span.offset, end), text.slice(span.offset, end)));
      from = end;
    }
    if (from < to) parts.push(text.slice(from, to));
    return parts;
  };
  return build(0, text.length);
}

function dress(span, inside, text) {
  if (STYLES[span.type]) return h(STYLES[span.type], {}, inside);
  if (span.type === "spoiler") return h("span", { class: "spoiler", tabindex: 0 }, inside);
  const address = span.type === "text_link" ? span.url : span.type === "url" ? text : null;
  if (address && /^https?:/.test(address)) {
    return h("a", { href: address, target: "_blank", rel: "noreferrer" }, inside);
  }
  return h("span", {}, inside);
}

function size(bytes) {
  if (bytes === undefined) return "";
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** What stands in lists and quotes for a message. */
export function brief(message) {
  if (message.deleted) return "Deleted message";
  const names = {
    photo: "Photo", video: "Video", audio: "Audio", voice: "Voice note", document: message.file?.file_name ?? "File",
    animation: "GIF", sticker: `${message.file?.emoji ?? ""} Sticker`.trim(), video_note: "Video note",
    location: "Location", venue: message.venue?.title, contact: `Contact ${message.contact?.first_name ?? ""}`.trim(),
  };
  return message.text ?? message.caption ?? names[message.kind] ?? "Message";
}

function media(message, token) {
  const file = message.file;
  const address = file && fileAddress(token, file);
  switch (message.kind) {
    case "photo":
    case "animation":
      return h("a", { class: "picture", href: address, target: "_blank" },
        h("img", { src: address, alt: message.caption ?? "Photo", width: file.width, height: file.height }));
    case "video":
    case "video_note":
      return h("span", { class: "picture" }, h("video", { src: address, controls: true, "aria-label": "Video" }));
    case "voice":
    case "audio":
      return h("audio", { src: address, controls: true, preload: "metadata", "aria-label": file.title ?? "Voice note" });
    case "sticker":
      return h("img", { src: address, alt: `Sticker ${file.emoji ?? ""}`.trim() });
    case "document":
      return h("a", { class: "attached", href: address, download: file.file_name ?? "" },
        h("span", { class: "dot" }, icon("file")),
        h("span", {}, h("b", {}, file.file_name ?? "File"), h("small", {}, size(file.file_size))));
    case "location":
    case "venue": {
      const { latitude, longitude } = message.location;
      return h("div", {}, h("span", { class: "map", role: "img", "aria-label": "Map" }, icon("place")),
        message.venue && h("b", {}, message.venue.title, h("br"), message.venue.address),
        h("span", {}, `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`));
    }
    case "contact": {
      const { first_name, last_name = "", phone_number } = message.contact;
      return h("div", { class: "attached" }, h("span", { class: "dot" }, icon("person")),
        h("span", {}, h("b", {}, `${first_name} ${last_name}`.trim()), h("small", {}, phone_number)));
    }
    default:
      return null;
  }
}

// Most providers have one file in a message; those with several name them all.
function all(message, token) {
  if (!message.files) return media(message, token);
  return message.files.map((file) => media({ ...message, kind: file.kind, file }, token));
}

function stamp(message) {
  const own = message.from === "customer";
  const state = message.taken || message.read ? "taken" : "sent";
  const said = message.read ? "read" : message.taken ? "taken by the bot" : "sent";
  const mark = own && h("span", { class: state }, icon(state), h("span", { class: "sr" }, said));
  return h("span", { class: "stamp" }, message.edit_date ? "edited " : null, clock(message.date), mark || null);
}

function buttons(message, acts) {
  const rows = message.reply_markup?.inline_keyboard;
  if (!rows) return null;
  return h("div", { class: "buttons" }, rows.map((row) => h("div", {}, row.map((button) =>
    button.url
      ? h("a", { href: button.url, target: "_blank", rel: "noreferrer" }, button.text)
      : h("button", { type: "button", onclick: () => acts.press(message, button) }, button.text)))));
}

// A mail's subject, where its first line gives one, and the rest.
function titled(text = "") {
  const found = /^Subject: *([^\n]+)\n*([^]*)$/.exec(text);
  return found ? [found[1], found[2]] : [null, text];
}

/** The element of a message. `quoted` is the message it answers; `acts` are what the person can do. */
export function bubble(message, { token, quoted, names, acts }) {
  const own = message.from === "customer";
  const who = own ? names.person : names.bot;
  const bare = message.kind === "sticker" && !message.deleted;
  const written = message.deleted ? "Deleted message" : (message.text ?? message.caption);
  const [subject, words] = own && can("subject") ? titled(written) : [null, written];
  // Under a picture that says nothing more, the time stands on the picture.
  const pictures = message.files?.map((file) => file.kind) ?? [message.kind];
  const silent = !written && !message.deleted && !message.reply_markup && ["photo", "animation"].includes(pictures.at(-1));
  const classes = ["bubble", own ? "own" : "bot", bare ? "bare" : "", silent ? "silent" : "", message.deleted ? "gone" : ""];
  const entities = message.entities ?? message.caption_entities;
  const body = h("div", { class: "body" },
    quoted && h("button", { class: "quote", type: "button", onclick: () => acts.jump(quoted.message_id) },
      h("b", {}, quoted.from === "customer" ? names.person : names.bot), h("span", {}, brief(quoted))),
    message.deleted ? null : all(message, token),
    subject ? h("b", { class: "subject", dir: "auto" }, subject) : null,
    words ? h("span", { class: "words", dir: "auto" }, styled(words, message.deleted ? [] : entities)) : null,
    stamp(message),
    reactions(message),
    message.deleted ? null : buttons(message, acts));
  const more = message.deleted ? null : h("button", {
    class: "quiet acts", type: "button", "aria-haspopup": "menu", "aria-expanded": "false",
    "aria-label": `Actions for “${brief(message).slice(0, 40)}”`,
    onclick: (event) => acts.menu(message, event.currentTarget),
  }, icon("dots"));
  return h("article", {
    class: classes.filter(Boolean).join(" "), id: `m${message.message_id}`, "aria-label": `${who}, ${clock(message.date)}`,
    oncontextmenu: (event) => {
      if (message.deleted || event.target.closest("a, img, audio, video")) return;
      event.preventDefault();
      acts.menu(message, more);
    },
  }, body, more);
}

function reactions(message) {
  const all = [...(message.customer_reactions ?? []), ...(message.bot_reactions ?? [])];
  if (all.length === 0 || message.deleted) return null;
  return h("div", { class: "reactions", "aria-label": "Reactions" }, all.map((emoji) => h("span", {}, emoji)));
}
