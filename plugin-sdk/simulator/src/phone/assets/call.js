// The telephone of a customer, and those of the desk beside it: ringing, answering, keys, hanging up.
import { h, icon, look, order } from "./wire.js";

const KEYS = [..."123456789*0#"];

/** What a telephone does, in words. */
function words(call, calls, hasHidden) {
  if (!call) return hasHidden ? "Your number is hidden" : "Not in a call";
  if (call.on_hold) return "On hold";
  if (call.talks) return "Talking";
  if (call.state === "Ringing") return "Ringing";
  return calls ? "Calling…" : "Connected";
}

const button = (text, kind, act, of) =>
  h("button", { type: "button", class: kind, onclick: act, "aria-label": of ? `${text}, ${of}` : false }, text);

/**
 * Draws the customer's telephone into `box` and the desk's into `phones`.
 * `held()` is the customer whose telephone it is.
 */
export function calling({ box, phones, held, failed }) {
  let exchange = { customers: {}, phones: [] };
  let pressed = "";
  let withheld = false;

  const say = (what, body) => order(what, body).catch(failed);

  function keypad(user, live) {
    const key = (name) => h("button", {
      type: "button", class: "key", disabled: !live,
      onclick: () => {
        pressed += name;
        draw();
        say("press", { user, keys: name });
      },
    }, name);
    return h("div", { class: "keypad", role: "group", "aria-label": "Keys" }, KEYS.map(key));
  }

  function draw() {
    const user = held();
    const call = exchange.customers[user];
    box.hidden = !user;
    if (!user) return;
    if (!call) pressed = "";
    const rings = call?.state === "Ringing";
    const acts = [];
    if (!call) acts.push(button("Call", "dial", () => say("call", { user, withheld })));
    if (rings) acts.push(button("Accept", "dial", () => say("answer", { user })));
    if (rings) acts.push(button("Decline", "cut", () => say("decline", { user })));
    if (call && !rings) acts.push(button("Hang up", "cut", () => say("hang-up", { user })));
    const hide = h("label", { class: "hide" },
      h("input", { type: "checkbox", checked: withheld, disabled: Boolean(call), onchange: (event) => {
        withheld = event.target.checked;
        draw();
      } }), "Hide my number");
    const focused = box.contains(document.activeElement) ? document.activeElement.textContent : null;
    box.replaceChildren(
      h("p", { class: "call-state", role: "status" }, words(call, call?.calls, withheld)),
      h("p", { class: "pressed", "aria-live": "polite" }, pressed || " "),
      keypad(user, Boolean(call) && !rings),
      h("div", { class: "call-acts" }, acts),
      hide,
    );
    // A telephone that changes under one's fingers keeps the key that was touched.
    if (focused) [...box.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }

  function row({ extension, off, call }) {
    const of = `extension ${extension}`;
    const phone = { phone: extension };
    const acts = [];
    if (call?.state === "Ringing") {
      acts.push(button("Answer", "solid", () => say("answer", phone), of));
      acts.push(button("Decline", "plain", () => say("decline", phone), of));
    } else if (call) {
      const on = call.on_hold;
      acts.push(button(on ? "Resume" : "Hold", "plain", () => say(on ? "unhold" : "hold", phone), of));
      acts.push(button("Hang up", "plain", () => say("hang-up", phone), of));
    } else {
      const user = held();
      if (user && !off) acts.push(button("Call customer", "plain", () => say("phone-call", { ...phone, user }), of));
      acts.push(button(off ? "Switch on" : "Switch off", "plain", () => say("switch", { ...phone, off: !off }), of));
    }
    return h("li", { class: "desk-phone", "data-extension": extension },
      icon("phone"), h("b", {}, extension),
      h("span", { class: "last", role: "status" }, off ? "Switched off" : call ? words(call, call.calls) : "Free"),
      h("div", { class: "call-acts" }, acts));
  }

  function drawAll() {
    draw();
    phones.replaceChildren(...exchange.phones.map(row));
  }

  return {
    draw: drawAll,
    async load() {
      const known = exchange;
      const answer = await look("exchange");
      // What was heard meanwhile is newer.
      if (exchange !== known) return;
      exchange = answer;
      drawAll();
    },
    heard(event) {
      if (event.type !== "exchange") return;
      exchange = event.exchange;
      drawAll();
    },
  };
}
