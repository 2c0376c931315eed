// The setup panel: the token, secret and webhook address of an account, and how its events fare.
import { SETUP, look, order } from "./wire.js";

const at = (id) => document.querySelector(`#${id}`);

/** Runs the panel. `account()` is the one shown; `saved()` is called after a change. */
export function setup({ account, saved, failed }) {
  const dialog = at("setup-dialog");
  const form = dialog.querySelector("form");
  at("setup-open").hidden = SETUP.length === 0;
  for (const label of form.querySelectorAll("[data-field]")) {
    label.hidden = !SETUP.includes(label.dataset.field);
    label.querySelector("input").disabled = label.hidden;
  }

  async function state() {
    const sent = await look("deliveries").catch(() => []);
    const last = sent.at(-1);
    if (!last) return "No event was sent yet.";
    const waiting = sent.filter((one) => one.state !== "delivered").length;
    const why = last.error ? ` (${last.error})` : "";
    return `Last event: ${last.kind}, ${last.state}${why}. ${waiting} not delivered.`;
  }

  at("setup-open").addEventListener("click", async () => {
    const now = account();
    if (!now) return;
    form.elements.token.value = now.secret_token;
    form.elements.secret.value = now.secret;
    form.elements.webhook.value = now.webhook;
    at("setup-api").textContent = location.origin + (await look("card").then((card) => card.api).catch(() => ""));
    at("setup-state").textContent = await state();
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.querySelector(".plain").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "save") return;
    const change = { key: account().token };
    for (const name of SETUP) change[name] = form.elements[name].value.trim();
    order("accounts", change).then(saved).catch(failed);
  });
}
