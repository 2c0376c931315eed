// A Telegram message reaches the agent's list without reload, and the answer the customer's phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logInByForm, openContext, timed } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { picture } from './pictures.mjs';
import { PASSWORD } from './stand.mjs';

const [CUSTOMER] = customersOf('telegram', 81);

export function telegram(shared) {
  let agent, customer, desk, phone;

  before(async () => {
    agent = await openContext(shared.browser);
    customer = await openContext(shared.browser, { viewport: { width: 390, height: 844 } });
    desk = await agent.page();
    phone = await customer.page();
  });
  after(async () => {
    await agent.close();
    await customer.close();
  });

  test('the agent logs in and sees the open tickets', async () => {
    await logInByForm(desk, shared.stand.core, 'agent1', PASSWORD);
    await desk.getByRole('link', { name: /^Tickets/ }).first().click();
    // Four customers of Telegram, one of each of the nine other networks, and one who called.
    await desk.locator('[data-ticket]').nth(13).waitFor();
    assert.equal(await desk.locator('[data-ticket]').count(), 14);
  });

  test('a message from the phone is in the list in under a second', async (t) => {
    await phone.goto(shared.stand.phone(CUSTOMER));
    await phone.locator('#words').fill('Is the green lamp dimmable?');
    await desk.evaluate(() => (globalThis.notReloaded = true));
    const ms = await timed(desk, 'Is the green lamp dimmable?', '[data-ticket]', () => phone.locator('#words').press('Enter'));
    t.diagnostic(`phone → agent's list: ${ms} ms`);
    assert.ok(ms < 1000, `took ${ms} ms`);
    assert.equal(await desk.evaluate(() => globalThis.notReloaded), true);
  });

  test("the agent's answer is on the phone, and ticks as sent", async (t) => {
    await desk.locator('[data-ticket]', { hasText: 'Is the green lamp dimmable?' }).getByRole('link').click();
    await desk.getByRole('log').getByText('Is the green lamp dimmable?').waitFor();
    await desk.getByLabel('Your answer').fill('Yes, with any dimmer.');
    const ms = await timed(phone, 'Yes, with any dimmer.', '#messages', () => desk.getByLabel('Your answer').press('Enter'));
    t.diagnostic(`agent → phone: ${ms} ms`);
    const answer = desk.locator('article', { hasText: 'Yes, with any dimmer.' });
    await answer.locator('[role=img][aria-label=Sent]').waitFor();
    assert.equal(await answer.count(), 1);
    await becomes(() => desk.getByLabel('Your answer').inputValue(), '');
  });

  test('a photo from the phone shows in the conversation', async () => {
    const chooser = phone.waitForEvent('filechooser');
    await phone.locator('#attach').click();
    await phone.getByRole('menuitem', { name: 'Photo' }).click();
    await (await chooser).setFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture(64, 48) });
    const shown = desk.getByRole('log').locator('article img').last();
    await shown.waitFor();
    await desk.waitForFunction(() => [...document.querySelectorAll('article img')].at(-1)?.naturalWidth > 0);
  });

  test('a file from the agent arrives on the phone', async () => {
    const chooser = desk.waitForEvent('filechooser');
    await desk.getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles({ name: 'manual.txt', mimeType: 'text/plain', buffer: Buffer.from('Turn it on.\n') });
    await desk.getByLabel('Attached files').getByText('manual.txt').waitFor();
    await desk.getByLabel('Your answer').fill('The manual is attached.');
    await desk.getByRole('button', { name: 'Send', exact: true }).click();
    await phone.locator('#messages').getByText('manual.txt').waitFor();
    await phone.locator('#messages').getByText('The manual is attached.').waitFor();
    const href = await phone.locator('#messages a[download="manual.txt"]').getAttribute('href');
    const bytes = await (await fetch(new URL(href, shared.stand.simulator))).text();
    assert.equal(bytes, 'Turn it on.\n');
  });

  test('what arrives while the phone reads its chat stays there', async () => {
    const WORDS = 'Written while the chat is read';
    const picked = await customer.page();
    await picked.route(
      /\/chats\/[^?]+\?user=/,
      async (route) => {
        const response = await route.fetch();
        await shared.stand.write(CUSTOMER, WORDS);
        await picked.locator('#messages').getByText(WORDS).waitFor();
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await picked.goto(shared.stand.phone(CUSTOMER));
    await picked.locator('#messages').getByText('Is the green lamp dimmable?').waitFor();
    assert.equal(await picked.locator('#messages').getByText(WORDS).count(), 1);
    await picked.close();
  });

  test('nothing complained', () => {
    assert.deepEqual(agent.complaints, []);
    assert.deepEqual(customer.complaints, []);
  });
}
