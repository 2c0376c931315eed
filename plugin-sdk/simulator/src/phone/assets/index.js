// The index page: makes a bot and shows the address to configure.
import { order } from "./wire.js";

const base = document.querySelector("#base");
base.textContent = `${location.origin}/telegram`;

const form = document.querySelector("#make");
const said = document.querySelector("#said");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  const bot = { first_name: fields.first_name.trim() };
  if (fields.token.trim()) bot.token = fields.token.trim();
  try {
    await order("bots", bot);
    location.reload();
  } catch (error) {
    said.textContent = error.message;
    said.hidden = false;
  }
});
