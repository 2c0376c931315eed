// An agent closes a ticket, the customer's phone gets a link, and the agent sees the rating as it is given.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { settings } from './dialogs.mjs';
import { violations } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const [CUSTOMER] = customersOf('survey', 97);

export function surveys(shared) {
  let boss, desk, street, admin, agent, phone, page, link;
  const core = () => shared.stand.core;

  before(async () => {
    boss = await openContext(shared.browser);
    desk = await openContext(shared.browser);
    street = await openContext(shared.browser, PHONE);
    // What is missing is refused on purpose.
    boss.allow(/422.*\/api\/surveys/);
    // The stranger's line breaks on purpose.
    street.allow(/ERR_FAILED|Failed to load resource/);
    admin = await boss.page();
    agent = await desk.page();
    phone = await street.page();
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await admin.getByRole('button', { name: /^Account of/ }).waitFor();
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    await agent.getByRole('button', { name: /^Account of/ }).waitFor();
  });
  after(async () => {
    const complaints = [...boss.complaints, ...desk.complaints, ...street.complaints];
    await Promise.all([boss.close(), desk.close(), street.close()]);
    assert.deepEqual(complaints, []);
  });

  const window = () => admin.getByRole('dialog', { name: 'Settings' });
  const asked = () => agent.getByRole('region', { name: 'Survey' });

  test('an admin writes a survey in two languages', async () => {
    await settings(admin, 'Surveys');
    await window().getByRole('button', { name: 'New survey' }).click();
    await window().getByRole('checkbox', { name: 'Bahasa Melayu' }).check();
    await window().getByRole('button', { name: 'Save', exact: true }).click();
    // What is missing is in the language that nobody wrote yet.
    await window().getByText('A heading has 1 to 120 characters.').waitFor();
    await becomes(() => window().getByRole('radio', { name: 'Bahasa Melayu' }).isChecked(), true);
    await window().getByLabel('Heading', { exact: true }).fill('Bagaimana bantuan kami?');
    await window().getByLabel('Message with the link', { exact: true }).fill('Sila beritahu kami:');
    await window().getByLabel('Text of Question 1').fill('Sejauh mana anda berpuas hati?');
    await window().getByLabel('Text of Question 2').fill('Apa yang boleh kami perbaiki?');
    assert.deepEqual(await violations(admin, AXE), []);
    await window().getByRole('button', { name: 'Save', exact: true }).click();
    await window().getByRole('button', { name: /^After closing/ }).waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
  });

  test('the phone gets the link when an agent closes the ticket', async () => {
    await shared.stand.write(CUSTOMER, 'The switch of my lamp clicks twice.');
    await agent.locator('[data-ticket]', { hasText: 'The switch of my lamp clicks twice.' }).click();
    await agent.getByRole('log').getByText('The switch of my lamp clicks twice.').waitFor();
    await asked().getByRole('button', { name: 'Send a survey' }).waitFor();
    await phone.goto(shared.stand.phone(CUSTOMER));
    const number = Number(/\/ticket\/(\d+)/.exec(agent.url())[1]);
    const { data } = await (await agent.request.get(`${core()}/api/ticket/info/-/${number}`)).json();
    const closed = await agent.request.post(`${core()}/api/ticket/message`, {
      data: { ticket_id: data.id, status: 3, sender: 'server' },
      headers: { origin: core() },
    });
    assert.ok(closed.ok(), await closed.text());
    await phone.locator('#messages').getByText('/survey/', { exact: false }).first().waitFor();
    const text = (await phone.locator('#messages').textContent()) ?? '';
    assert.match(text, new RegExp(`your ticket #${number} is closed`));
    [link] = /http\S+\/survey\/[\w-]{32}/.exec(text);
    await asked().getByText(/not answered yet/).waitFor();
  });

  test('the customer is told what is missing, and loses nothing when the line breaks', async () => {
    page = await street.page();
    await page.goto(link);
    await page.getByRole('heading', { name: 'How was our help?' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please answer this.').waitFor();
    assert.deepEqual(await violations(page, AXE), []);
    await page.getByRole('radio', { name: '4 of 5 stars' }).check();
    await page.getByLabel('What could we do better?').fill('Answer a little faster.');
    await page.route('**/api/survey/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your answers are still here', { exact: false }).waitFor();
    await page.unroute('**/api/survey/**');
    await page.reload();
    await becomes(() => page.getByRole('radio', { name: '4 of 5 stars' }).isChecked(), true);
    await becomes(() => page.getByLabel('What could we do better?').inputValue(), 'Answer a little faster.');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} wide`);
  });

  test('the agent sees the rating as it is given, and as it changes', async () => {
    await agent.evaluate(() => (globalThis.notReloaded = true));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    assert.deepEqual(await violations(page, AXE), []);
    await asked().getByRole('img', { name: '4 of 5' }).waitFor();
    await asked().getByText('Answer a little faster.').first().waitFor();
    await page.getByRole('button', { name: 'Change my answers' }).click();
    await page.getByRole('radio', { name: '5 of 5 stars' }).check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await asked().getByRole('img', { name: '5 of 5' }).waitFor();
    assert.equal(await agent.evaluate(() => globalThis.notReloaded), true);
    await agent.getByRole('button', { name: 'Show history' }).click();
    await agent.getByText('The customer rated 5 of 5 instead of 4 of 5').waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
  });

  test('the link opens for somebody who is logged in as well', async () => {
    const own = await boss.page();
    await own.goto(link);
    await own.getByRole('button', { name: 'Change my answers' }).waitFor();
    await own.close();
  });

  test('the admin reads what was answered', async () => {
    await window().getByRole('tab', { name: 'Answers' }).click();
    const list = window().getByRole('list', { name: 'Answers' });
    await list.getByText('Answer a little faster.').waitFor();
    await window().getByText('5.00').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    // The other stories close tickets of their own and expect no more than they send.
    await window().getByRole('tab', { name: 'Surveys' }).click();
    await window().getByRole('button', { name: 'Delete After closing' }).click();
    await admin.getByRole('button', { name: 'Delete survey' }).click();
    await window().getByText('No surveys yet').waitFor();
  });
}
