// An admin adds a second Telegram account by the generated form, checks, pauses and removes it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

const GOOD = '700000002:second-bot-of-the-browser-test-0001';
const BAD = '700000003:nobody-ever-made-this-bot-000000001';

export function channels(shared) {
  let admin, desk;

  before(async () => {
    admin = await openContext(shared.browser);
    desk = await admin.page();
    await shared.stand.control('/bots', { token: GOOD, username: 'second_shop_bot', first_name: 'Second shop' });
    await logIn(desk, shared.stand.core, 'admin', PASSWORD, { admin: true });
    await desk.getByRole('link', { name: /^Channels/ }).first().click();
  });
  after(() => admin.close());

  test('both channels of the demo are listed', async () => {
    await desk.getByRole('link', { name: /Demo Telegram/ }).waitFor();
    await desk.getByRole('link', { name: /Demo live chat/ }).waitFor();
  });

  async function secret(token) {
    await desk.getByLabel('Bot token').fill(token);
  }

  test('a bad token is told, a good one connects', async () => {
    await desk.getByRole('link', { name: 'Add channel' }).first().click();
    await desk.getByRole('link', { name: /^Telegram/ }).click();
    await desk.getByLabel('Name', { exact: false }).first().fill('Second shop');
    await desk.getByRole('button', { name: 'Advanced settings' }).click();
    await desk.getByLabel('Bot API address').fill(`${shared.stand.simulator}/telegram`);
    admin.allow(/4\d\d.*\/api\/channels/);
    await secret(BAD);
    await desk.getByRole('button', { name: 'Connect', exact: true }).click();
    // Whether it is kept to be corrected or refused on the spot, the reason is on the screen.
    await desk.getByText(/Sign-in refused|Needs settings|Unauthorized|token/i).last().waitFor();
    await desk.waitForURL(/\/channels\/\d+$/);
    await desk.getByText('Sign-in refused').first().waitFor();
    await secret(GOOD);
    await desk.getByRole('button', { name: 'Save', exact: true }).click();
    await desk.getByText('Connected', { exact: true }).first().waitFor();
  });

  test('a customer of the new account reaches the desk', async () => {
    await shared.stand.control('/messages', { token: GOOD, from: { id: 501, first_name: 'Sami' }, text: 'Hello second shop' });
    const tickets = await admin.page();
    await tickets.goto(`${shared.stand.core}/ticket`);
    await tickets.locator('[data-ticket]', { hasText: 'Hello second shop' }).waitFor();
    await tickets.close();
  });

  test('the check tells what it found', async () => {
    await desk.getByRole('button', { name: 'Check', exact: true }).click();
    await desk.getByText('Everything works').waitFor();
    await desk.getByText('second_shop_bot', { exact: false }).first().waitFor();
  });

  test('the log opens and holds no secret', async () => {
    await desk.getByRole('button', { name: 'Log', exact: true }).click();
    const drawer = desk.getByRole('dialog');
    await drawer.getByText('Log of Second shop').waitFor();
    await desk.waitForTimeout(400);
    const words = (await drawer.textContent()) ?? '';
    assert.ok(!words.includes(GOOD) && !words.includes(BAD), 'a token is in the log');
    await desk.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
  });

  test('it pauses, resumes and is removed by its name', async () => {
    await desk.getByRole('button', { name: 'Pause' }).click();
    await desk.getByText('Paused', { exact: true }).first().waitFor();
    await desk.getByRole('button', { name: 'Resume' }).click();
    await desk.getByText('Connected', { exact: true }).first().waitFor();
    await desk.getByRole('button', { name: 'Remove channel…' }).click();
    const dialog = desk.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Remove channel' });
    await becomes(() => confirm.isDisabled(), true);
    await dialog.getByRole('textbox').fill('Second shop');
    await confirm.click();
    await desk.getByRole('link', { name: /Second shop/ }).waitFor({ state: 'detached' });
    await desk.getByRole('link', { name: /Demo Telegram/ }).waitFor();
  });

  test('nothing complained', () => assert.deepEqual(admin.complaints, []));
}
