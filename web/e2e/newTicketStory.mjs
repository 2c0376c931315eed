// Tickets entered by hand: a stranger on a phone fills in a form, and an agent writes a caller down.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { settings } from './dialogs.mjs';
import { violations, visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

export function newTickets(shared) {
  let boss, desk, street, admin, agent, stranger, link;
  const core = () => shared.stand.core;

  before(async () => {
    boss = await openContext(shared.browser);
    desk = await openContext(shared.browser);
    street = await openContext(shared.browser, PHONE);
    admin = await boss.page();
    agent = await desk.page();
    stranger = await street.page();
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await admin.getByRole('button', { name: /^Account of/ }).waitFor();
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    await agent.getByRole('button', { name: /^Account of/ }).waitFor();
    await agent.locator('[data-ticket]').first().waitFor();
  });
  after(async () => {
    const complaints = [...boss.complaints, ...desk.complaints, ...street.complaints];
    await Promise.all([boss.close(), desk.close(), street.close()]);
    assert.deepEqual(complaints, []);
  });

  const form = () => stranger.getByRole('button', { name: 'Send', exact: true });

  /** From a message, with which the window begins, to a ticket. */
  const byHand = () => agent.getByRole('dialog', { name: 'New message' }).getByText('Ticket by hand').click();

  test('an admin makes a form', async () => {
    await settings(admin, 'Forms');
    const window = admin.getByRole('dialog', { name: 'Settings' });
    await window.getByRole('button', { name: 'New form' }).click();
    await window.getByRole('textbox', { name: 'Name' }).fill('Website');
    await window.getByLabel('Heading', { exact: true }).fill('Write to the demo shop');
    await window.getByRole('checkbox', { name: 'Subject' }).check();
    await window.getByRole('button', { name: 'Make form' }).click();
    const line = window.getByRole('button', { name: /^Website/ });
    await line.waitFor();
    await window.getByText('Not used yet', { exact: false }).waitFor();
    await line.click();
    link = await window.getByLabel('Link for customers').inputValue();
    assert.match(link, /\/new_ticket\/[\w-]{24}$/);
    assert.deepEqual(await violations(admin, AXE), []);
    await window.getByRole('button', { name: 'Cancel' }).click();
  });

  test('a stranger is told what is missing, and loses nothing by a reload', async () => {
    await stranger.goto(link);
    await stranger.getByRole('heading', { name: 'Write to the demo shop' }).waitFor();
    await form().click();
    assert.equal(await stranger.getByText('This cannot be empty.').count(), 4);
    await becomes(() => stranger.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
    await stranger.getByLabel('Name').fill('Demo Customer E');
    await stranger.getByLabel('Email').fill('nobody');
    await stranger.getByLabel('Subject').fill('A lamp that flickers');
    await stranger.getByText('Please check the email address.').waitFor();
    assert.deepEqual(await violations(stranger, AXE), []);
    await stranger.getByLabel('Message').fill('It flickers whenever it rains.');
    await stranger.reload();
    await form().waitFor();
    await becomes(() => stranger.getByLabel('Message').inputValue(), 'It flickers whenever it rains.');
    const wide = await stranger.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} wide`);
  });

  test('what a stranger sends is there at once for an agent, with its file', async () => {
    await stranger.getByLabel('Email').fill('customer-e@demo.example');
    await stranger.locator('input[type=file]').setInputFiles({ name: 'lamp.txt', mimeType: 'text/plain', buffer: Buffer.from('a lamp') });
    await stranger.getByRole('button', { name: 'Remove lamp.txt' }).waitFor();
    await form().click();
    await stranger.getByRole('heading', { name: 'Thank you' }).waitFor();
    const told = (await stranger.getByText(/^Your ticket number is #\d+$/).textContent()) ?? '';
    const number = /#(\d+)$/.exec(told)?.[1];
    assert.deepEqual(await violations(stranger, AXE), []);
    const row = agent.locator('[data-ticket]', { hasText: 'A lamp that flickers' });
    await row.waitFor();
    await row.click();
    const log = agent.getByRole('log');
    await log.getByText('It flickers whenever it rains.').waitFor();
    await log.getByText('lamp.txt').waitFor();
    await log.getByText('Nobody has checked who that is.', { exact: false }).waitFor();
    assert.ok(agent.url().endsWith(`/ticket/${number}`), `${agent.url()} is not #${number}`);
    await agent.getByText('nobody is told of an answer', { exact: false }).waitFor();
  });

  test('an answer is kept, and says that nobody was told', async () => {
    const field = agent.getByLabel('Your answer');
    await field.fill('I wrote to her from my own mail.');
    await agent.getByRole('button', { name: 'Keep', exact: true }).click();
    const said = agent.getByRole('log').locator('article', { hasText: 'I wrote to her from my own mail.' });
    await said.getByRole('img', { name: 'Kept in the ticket; nobody was told' }).waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
  });

  test('an agent begins a ticket, closes the window, and finds it again', async () => {
    await visit(agent, '/ticket');
    await agent.locator('[data-ticket]').first().waitFor();
    await agent.keyboard.press('c');
    await byHand();
    const window = agent.getByRole('dialog', { name: 'New ticket' });
    await window.getByLabel("Or a new customer's name").fill('Demo Customer F');
    await window.getByLabel('Email').fill('customer-f@demo.example');
    await window.getByRole('textbox', { name: 'Message' }).fill('She called: the parcel is wet.');
    await agent.keyboard.press('Escape');
    await window.waitFor({ state: 'detached' });
    await agent.reload();
    await agent.getByRole('button', { name: 'New message' }).click();
    await byHand();
    await becomes(() => window.getByRole('textbox', { name: 'Message' }).inputValue(), 'She called: the parcel is wet.');
    assert.deepEqual(await violations(agent, AXE), []);
  });

  test('the ticket opens, and everybody has it', async () => {
    const window = agent.getByRole('dialog', { name: 'New ticket' });
    await window.getByRole('button', { name: 'Enter ticket' }).click();
    await window.waitFor({ state: 'detached' });
    await agent.getByRole('log').getByText('She called: the parcel is wet.').waitFor();
    await agent.getByRole('log').getByText('Demo Agent One entered this ticket by hand.').waitFor();
    await admin.keyboard.press('Escape');
    await visit(admin, '/ticket');
    await admin.locator('[data-ticket]', { hasText: 'She called: the parcel is wet.' }).first().waitFor();
  });

  test('the same customer is found among the contacts', async () => {
    await agent.keyboard.press('Escape');
    await agent.getByRole('button', { name: 'New message' }).click();
    await byHand();
    const window = agent.getByRole('dialog', { name: 'New ticket' });
    await window.getByPlaceholder('Name, email or phone').fill('Customer F');
    await agent.getByRole('option', { name: /Demo Customer F · customer-f@demo.example/ }).click();
    await window.getByRole('button', { name: 'Somebody else than Demo Customer F' }).waitFor();
    await window.getByRole('textbox', { name: 'Message' }).fill('She called again.');
    await agent.keyboard.press('Control+Enter');
    await window.waitFor({ state: 'detached' });
    await agent.getByRole('log').getByText('She called again.').waitFor();
  });
}
