// Live chats by routing: an admin makes a queue for them, a visitor waits, the agent is offered the visitor,
// accepts by key, and both write; where the queue does not ask, a second visitor is given at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { settings } from './dialogs.mjs';
import { violations, violationsInBothSchemes } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const QUEUE = 'Chats';
const AGENT = 'Demo Agent Two';
const TICKETS = /\/ticket(\?|$)/;
const RITA = { name: 'Rita Routed', phone: '+60 12 345 6781', email: 'rita@example.com', message: 'Is the shop open today?' };
const GITA = { name: 'Gita Given', phone: '+60 12 345 6782', email: 'gita@example.com', message: 'Where is the shop?' };

export function routedChats(shared) {
  let boss, desk, first, second, admin, agent, rita, gita;
  const core = () => shared.stand.core;
  const window = () => admin.getByRole('dialog', { name: 'Settings' });
  const offers = () => agent.getByRole('region', { name: 'Offered live chats' });
  const fold = () => agent.getByRole('region', { name: 'Routing' });

  /** A visitor fills in the form and waits, unless somebody is there at once. */
  async function come(page, { name, phone, email, message }) {
    await page.goto(shared.stand.visit);
    await page.waitForURL(/\/register\/livechat\//);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Phone').fill(phone);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Connect' }).click();
  }

  /** Visitor and agent write, and each reads the other. */
  async function talk(page, asked, answered) {
    await page.getByLabel('Write a message').fill(asked);
    await page.getByLabel('Write a message').press('Enter');
    await agent.getByRole('log').getByText(asked).waitFor();
    await agent.getByLabel('Your answer').fill(answered);
    await agent.getByLabel('Your answer').press('Enter');
    await page.getByText(answered).waitFor();
  }

  /** A number in the grid of agents, saved. */
  async function setNumber(label, value) {
    const field = window().getByLabel(label, { exact: true });
    await field.fill(value);
    const kept = admin.waitForResponse((answer) => /\/api\/routing\/agents\/\d+$/.test(answer.url()) && answer.ok());
    await field.press('Enter');
    await kept;
  }

  before(async () => {
    [boss, desk] = await Promise.all([openContext(shared.browser), openContext(shared.browser)]);
    const phone = { viewport: { width: 390, height: 844 } };
    [first, second] = await Promise.all([openContext(shared.browser, phone), openContext(shared.browser, phone)]);
    [admin, agent, rita, gita] = await Promise.all([boss, desk, first, second].map((context) => context.page()));
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await logIn(agent, core(), 'agent2', PASSWORD, { at: '/ticket' });
    for (const page of [admin, agent]) await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(async () => {
    const complaints = [boss, desk, first, second].flatMap((context) => [...context.complaints]);
    await Promise.all([boss, desk, first, second].map((context) => context.close()));
    assert.deepEqual(complaints, []);
  });

  test('an admin says how many live chats an agent holds', async () => {
    await settings(admin, 'Routing');
    await window().getByText('No queues yet').waitFor();
    // What the demo gave the agent must not be in the way.
    await setNumber(`Capacity of ${AGENT}`, '100');
    await setNumber(`Live chats of ${AGENT}`, '5');
    await window().getByText(/ of 100 · chats \d of 5 · /).waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
  });

  test('an admin makes a queue of live chats, whose form asks for nothing that visitors do not have', async () => {
    await window().getByRole('button', { name: 'New queue' }).click();
    const name = window().getByLabel('Name', { exact: true });
    await name.fill(QUEUE);
    await window().getByRole('button', { name: 'Add condition' }).waitFor();
    await window().getByRole('radio', { name: 'Tickets' }).focus();
    await admin.keyboard.press('ArrowDown');
    await window().getByRole('combobox', { name: 'Language', exact: true }).waitFor();
    assert.equal(await window().getByRole('button', { name: 'Add condition' }).count(), 0);
    await window().getByRole('radio', { name: 'Selected agents' }).focus();
    await admin.keyboard.press('Space');
    const agents = window().getByRole('combobox', { name: 'Agents in the queue' });
    await agents.pressSequentially(AGENT);
    await admin.getByRole('option', { name: AGENT }).waitFor();
    await agents.press('ArrowDown');
    await agents.press('Enter');
    await window().getByLabel('Time to accept').fill('600');
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
    await name.press('Enter');
    await window().getByText('Live chats · Longest idle · 1 agent · Every live chat · 0 waiting').waitFor();
  });

  test('a visitor who waits is offered to the agent, and the focus stays where it is', async () => {
    await agent.locator('[data-ticket]').first().waitFor();
    const focus = () => agent.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
    const before = await focus();
    await come(rita, RITA);
    await rita.getByText('Your queue number is 1').waitFor();
    await offers().getByText('Live chat · Chats').waitFor();
    await offers().getByText(RITA.name, { exact: true }).first().waitFor();
    await offers().getByText(RITA.message, { exact: true }).waitFor();
    assert.equal(await focus(), before);
    assert.match(await offers().getByRole('timer').textContent(), /^9:\d\d$|^10:00$/);
    await window().getByText(/· 1 waiting, longest /).waitFor();
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('the offer survives a reload, and Accept by key leads to the chat', async () => {
    await agent.reload();
    await offers().getByText('Live chat · Chats').waitFor();
    // A press on a card that has only just come is not taken: it was meant for what was there before.
    await agent.waitForTimeout(400);
    await agent.keyboard.press('Alt+y');
    await rita.waitForURL(/\/start\/livechat\//);
    await agent.waitForURL(/\/livechat\/.+/);
    await offers().waitFor({ state: 'detached' });
    await agent.getByLabel('Your answer').waitFor();
    await talk(rita, 'Until when?', 'Until six, Rita.');
  });

  test('the chat says why it came here, and how many live chats decided', async () => {
    await fold().getByRole('button', { name: 'Routing', expanded: false }).click();
    await fold().getByText(/by Chats, accepted/).waitFor();
    await fold().getByRole('button', { name: /candidates?$/ }).first().click();
    await fold().getByText(/ of 100 tickets · chats \d of 5 · idle /).waitFor();
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('on a phone nothing of the form scrolls sideways, and what is taken in is told', async () => {
    const wide = admin.viewportSize();
    await admin.setViewportSize({ width: 360, height: 740 });
    await window().getByRole('button', { name: new RegExp(`^${QUEUE}`) }).click();
    await window().getByText('Set when the queue was added.', { exact: false }).waitFor();
    assert.equal(await window().getByRole('radio', { name: 'Live chats' }).count(), 0);
    assert.ok((await admin.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    assert.deepEqual(await violations(admin, AXE), []);
    await admin.setViewportSize(wide);
  });

  test('where the queue does not ask, the next visitor is given at once, and a toast leads there', async () => {
    await window().getByRole('switch', { name: /^Let the agent accept or decline/ }).focus();
    await admin.keyboard.press('Space');
    await window().getByLabel('Time to accept').waitFor({ state: 'detached' });
    await window().getByRole('button', { name: 'Save', exact: true }).click();
    await window().getByText('Live chats · Longest idle', { exact: false }).waitFor();
    await agent.getByRole('link', { name: /^Tickets/ }).first().click();
    await agent.waitForURL(TICKETS);
    await come(gita, GITA);
    await gita.waitForURL(/\/start\/livechat\//);
    const toast = agent.getByRole('alert').filter({ hasText: `A live chat was given to you: ${GITA.name}` });
    // Under the pointer it stays.
    await toast.hover();
    assert.match(agent.url(), TICKETS);
    assert.deepEqual(await violations(agent, AXE), []);
    await toast.getByRole('link', { name: 'Open live chats' }).click();
    await agent.waitForURL(/\/livechat$/);
    await agent.getByRole('link', { name: new RegExp(GITA.name) }).first().click();
    await agent.getByLabel('Your answer').waitFor();
    await talk(gita, 'Is there a map?', 'Here it is, Gita.');
  });

  test('a deleted queue gives nothing any more', async () => {
    await window().getByRole('button', { name: `Delete ${QUEUE}` }).click();
    const asked = admin.getByRole('dialog', { name: `Delete ${QUEUE}?` });
    await asked.getByText('Visitors waiting in it', { exact: false }).waitFor();
    await asked.getByRole('button', { name: 'Delete queue' }).click();
    await window().getByText('No queues yet').waitFor();
    for (const label of [`Capacity of ${AGENT}`, `Live chats of ${AGENT}`]) await setNumber(label, '');
    for (const page of [rita, gita]) {
      await page.getByRole('button', { name: 'End chat' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End chat' }).click();
      await page.getByText('Live Chat Ended').first().waitFor();
    }
  });
}
