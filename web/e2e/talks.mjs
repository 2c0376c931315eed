// A customer on the page of one network, and an agent at the desk: what either does, on any network.
import { picture } from './pictures.mjs';
import { TOKEN } from './stand.mjs';

async function joined(stand, fits) {
  const cards = await (await fetch(`${stand.simulator}/control/providers`)).json();
  return cards
    .filter((card) => card.join !== null && card.join !== undefined && fits(card))
    .map(({ id, name, join }) => ({
      id,
      name,
      address: (user) => `${stand.simulator}/phone/${id}?bot=${encodeURIComponent(join.account)}&user=${user}`,
    }));
}

const calls = ({ can }) => can.includes('call');

/** Every network whose phones write, as the simulator lists them. */
export async function phones(stand) {
  const others = await joined(stand, (card) => !calls(card));
  return [{ id: 'telegram', name: 'Telegram', address: (user) => stand.phone(user) }, ...others];
}

/** Every exchange whose telephones call. */
export const exchanges = (stand) => joined(stand, calls);

/** Makes a customer known, so that their phone can be taken up. */
export async function meet(stand, { id }, user, name) {
  const [path, body] = id === 'telegram' ? ['telegram', { token: TOKEN }] : [`providers/${id}`, {}];
  const answer = await fetch(`${stand.simulator}/control/${path}/customers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, id: user, first_name: name }),
  });
  if (!answer.ok) throw new Error(`the simulator knows no ${name}: ${await answer.text()}`);
}

/** The customer writes on the phone. */
export async function say(phone, text) {
  await phone.locator('#words').fill(text);
  await phone.locator('#words').press('Enter');
}

/** The customer sends a picture of their own, where the page has one to send. */
export async function show(phone, buffer = picture(64, 48)) {
  await phone.locator('#attach').click();
  const item = phone.getByRole('menuitem', { name: 'Photo' });
  if (!(await item.isVisible())) {
    await phone.keyboard.press('Escape');
    return false;
  }
  const chooser = phone.waitForEvent('filechooser');
  await item.click();
  await (await chooser).setFiles({ name: 'shelf.png', mimeType: 'image/png', buffer });
  return true;
}

/** The agent opens the ticket of that message in the list. */
export async function take(desk, text) {
  await desk.locator('[data-ticket]', { hasText: text }).getByRole('link').first().click();
  await desk.getByRole('log').getByText(text).first().waitFor();
}

/** The agent sees the picture that came last. */
export const sees = (desk) =>
  desk.waitForFunction(() => {
    const last = [...document.querySelectorAll('[role=log] article img')].at(-1);
    return last !== undefined && last.naturalWidth > 0;
  });

/** In mails Enter begins a line; with Ctrl it sends everywhere. */
export async function answer(desk, text) {
  await desk.getByLabel('Your answer').fill(text);
  await desk.getByLabel('Your answer').press('Control+Enter');
}
