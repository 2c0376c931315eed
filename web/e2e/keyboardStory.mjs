// An agent works through several tickets and never touches the pointer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes, WAIT_MS } from './becomes.mjs';
import { logIn, openContext, signIn } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { violations, visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const CUSTOMERS = customersOf('keyboard', 851, 852, 853, 854, 855);
const DEPARTMENT = 'Keyboard desk';
const LABEL = 'Keyboard label';
const PAUSE_MS = 200;

const question = (id) => `Keyboard question ${id}`;

export function keyboard(shared) {
  let boss, agent, admin, page, tickets, department;
  const core = () => shared.stand.core;
  const rows = () => page.locator('[data-ticket]');
  const row = (id) => page.locator('[data-ticket]', { hasText: question(id) });
  /** Each key leaves the focus somewhere: on the page itself, the next Tab would begin at the top. */
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForFunction(() => document.activeElement !== document.body && document.activeElement !== null, undefined, { timeout: WAIT_MS });
    }
  };
  const focused = (selector) => page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
  const inRegion = (name) => page.waitForFunction((wanted) => document.activeElement?.closest('[data-region],[role="dialog"]')?.getAttribute('data-region') === wanted, name);

  async function call(method, path, data) {
    const answer = await admin.request.fetch(core() + path, { method, data, headers: { origin: core() } });
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()}`);
    return answer.json().catch(() => null);
  }

  const infoOf = async (id) => (await call('GET', `/api/ticket/info/-/${tickets.get(id).ticket_number}`)).data;

  /** Until the server says so of a ticket. */
  async function ticketBecomes(id, holds) {
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await new Promise((done) => setTimeout(done, PAUSE_MS))) {
      if (holds(await infoOf(id))) return;
    }
    assert.fail(`ticket of ${id} did not change: ${JSON.stringify(await infoOf(id))}`);
  }

  async function arrived() {
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await new Promise((done) => setTimeout(done, PAUSE_MS))) {
      const { data } = await call('GET', '/api/ticket/load/-/open/ticket/0?sort=updated');
      const found = CUSTOMERS.map((id) => [id, data.find(({ snippet }) => snippet === question(id))]);
      if (found.every(([, ticket]) => ticket !== undefined)) return new Map(found);
    }
    throw new Error('not every customer came to the list');
  }

  /** A window takes the keys until it is gone. */
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

  /** The row that the keys point at has the focus; the ticket that is open has its address. */
  const pointed = async (id) => row(id).and(page.locator('[data-focused]:has(a:focus)')).waitFor();
  const opened = async (id) => page.waitForURL(new RegExp(`/ticket/${tickets.get(id).ticket_number}\\b`));

  /** The keys come a moment after the screen; once they are there, one of them opens the map. */
  async function listens() {
    const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const until = Date.now() + WAIT_MS; Date.now() < until; ) {
      await press('?');
      if (await map.waitFor({ timeout: PAUSE_MS * 5 }).then(() => true, () => false)) break;
    }
    await press('Escape');
    await closed();
  }

  before(async () => {
    [boss, agent] = [await openContext(shared.browser), await openContext(shared.browser)];
    [admin, page] = [boss.context, await agent.page()];
    await signIn(admin, core(), 'admin', PASSWORD, { admin: true });
    for (const id of CUSTOMERS) {
      await shared.stand.write(id, question(id));
      // The list orders by whole seconds.
      await new Promise((done) => setTimeout(done, 1_100));
    }
    tickets = await arrived();
    const made = await call('POST', '/api/departments', { name: DEPARTMENT, members: [] });
    department = made.id ?? made.data.id;
    await call('POST', '/api/label/update', { labelArray: [{ name: LABEL, color: '#2457c5', colorDark: '#8fb2ff', level: 5, sla: 60, isNew: true }] });
    for (const { id } of tickets.values()) await call('POST', '/api/ticket/department', { ticket_id: id, department_id: department });
    // The newest first: 855, 854, … 851.
    await logIn(page, core(), 'agent1', PASSWORD, { at: `/ticket?departments=${department}` });
    await page.waitForFunction((count) => document.querySelectorAll('[data-ticket]').length === count, CUSTOMERS.length);
    await page.keyboard.press('Tab');
    await listens();
  });
  after(async () => {
    assert.deepEqual(agent.complaints, []);
    await boss.close();
    await agent.close();
  });

  test('the map of keys opens, finds, and closes', async () => {
    await press('?');
    const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await map.getByText('Assign to me').waitFor();
    await page.keyboard.type('spam');
    await map.getByText('Mark as spam').waitFor();
    assert.equal(await map.getByText('Assign to me').count(), 0);
    assert.deepEqual(await violations(page, AXE), []);
    await press('Escape');
    await map.waitFor({ state: 'detached' });
  });

  test('two links lead past the navigation, the second one to the rows', async () => {
    await page.getByRole('link', { name: 'Skip to the screen' }).focus();
    await press('Tab');
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Skip to the list');
    await press('Enter');
    await inRegion('list');
    await row(855).locator('a:focus').waitFor();
    // Of all rows Tab comes to one: from it, past its box, out of the list.
    await press('Shift+Tab', 'Shift+Tab');
    await becomes(() => page.evaluate(() => document.activeElement?.closest('[data-ticket]') === null), true);
    await press('Tab', 'Tab');
    await row(855).locator('a:focus').waitFor();
  });

  test('a ticket is found, taken, labelled, and answered', async () => {
    // On from the row that Tab had led to.
    await press('j');
    await pointed(854);
    await press('ArrowDown');
    await pointed(853);
    await press('k', 'k');
    await pointed(855);
    await press('Enter');
    await opened(855);
    // What was opened has the focus, and the title names it; so nothing else needs to say it.
    await focused('[data-region="conversation"] h2');
    await page.waitForFunction((number) => document.title.includes(`#${number} `), tickets.get(855).ticket_number);
    await becomes(async () => (await page.locator('p[role="status"].pb-unseen').allTextContents()).join(''), '');
    await page.getByRole('log').getByText(question(855)).waitFor();
    await press('m');
    await ticketBecomes(855, ({ participants }) => participants.some(({ username }) => username === 'agent1'));
    await press('l');
    await page.getByRole('dialog', { name: 'Change labels' }).getByRole('option', { name: LABEL }).waitFor();
    await page.keyboard.type('keyboard');
    await press('Enter');
    await closed();
    await ticketBecomes(855, ({ label }) => label !== '[]');
    await press('p');
    await page.getByRole('option', { name: 'High' }).waitFor();
    await press('Enter');
    await closed();
    await ticketBecomes(855, ({ severity }) => severity === 'H');
    await press('Shift+W');
    await page.getByLabel('Note for the team').waitFor();
    await page.keyboard.type('She is a regular.');
    // Everybody hears of it before whoever wrote it has the answer, however long that takes.
    let answer;
    const held = new Promise((done) => {
      answer = done;
    });
    await page.route(/\/api\/messages\/\d+\/notes$/, async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    await press('Enter');
    // In the list of notes: the form, whose answer is held, still has the same words.
    await page.getByRole('list', { name: 'Notes' }).getByText('She is a regular.').waitFor();
    // Keys act on the desk again, although the form is still there.
    await press('r');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Your answer', undefined, { timeout: 5_000 });
    answer();
    await page.getByLabel('Note for the team').waitFor({ state: 'detached' });
  });

  test('it is sent and resolved, and the next one is there', async () => {
    await press('r');
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type('Your parcel leaves today.');
    await press('Control+Shift+Enter');
    await opened(854);
    await page.getByText('is resolved.').waitFor();
    await ticketBecomes(855, ({ closed }) => closed === 2);
  });

  test('resolving is undone with a key, which leads back', async () => {
    await page.getByRole('log').getByText(question(854)).waitFor();
    await press('e');
    await opened(853);
    await ticketBecomes(854, ({ closed }) => closed === 2);
    await page.getByText(`#${tickets.get(854).ticket_number} is resolved.`).waitFor();
    await press('z');
    await opened(854);
    await ticketBecomes(854, ({ closed }) => closed === 0);
  });

  test('F6 goes through the regions, there and back, and comes to where one was', async () => {
    await page.getByRole('log').getByText(question(854)).waitFor();
    await press('r');
    await page.keyboard.type('A word');
    await press('F6');
    await inRegion('details');
    await press('F6');
    await inRegion('navigation');
    await press('F6');
    await inRegion('list');
    await row(854).locator('a:focus').waitFor();
    await press('F6');
    await inRegion('conversation');
    await press('F6');
    await focused('[aria-label="Your answer"]');
    await press('Control+a', 'Delete', 'Escape');
    await inRegion('conversation');
    await press('Shift+F6');
    await inRegion('list');
    // In a window they stay within it.
    await press(',', 'k');
    const window = page.getByRole('dialog', { name: 'Settings' });
    await window.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.waitForFunction(() => document.title.includes('Settings: Keyboard shortcuts'));
    await press('F6');
    await inRegion('sections');
    await press('F6');
    await inRegion('section');
    await press('F6');
    await inRegion('sections');
    await press('Escape');
    await closed();
    await inRegion('list');
  });

  test('several are chosen and changed at once, and that is undone', async () => {
    await press('u');
    await page.waitForURL(/\/ticket\?/);
    await page.waitForFunction((count) => document.querySelectorAll('[data-ticket]').length === count, 4);
    // Back at the row that was open, and a polite region says where that is.
    await pointed(854);
    await page.locator('p[role="status"].pb-unseen').getByText('Tickets', { exact: true }).waitFor({ state: 'attached' });
    await press('k', 'k', 'k', 'k');
    await press('Shift+J', 'Shift+J');
    await page.getByRole('region', { name: 'Chosen tickets' }).getByText('3 chosen').waitFor();
    const picked = await page.locator('[data-picked]').evaluateAll((all) => all.map((one) => one.getAttribute('data-ticket')));
    const chosen = CUSTOMERS.filter((id) => picked.includes(String(tickets.get(id).id)));
    assert.equal(chosen.length, 3);
    await press('d');
    await page.getByRole('dialog', { name: /^Change the department/ }).getByRole('option', { name: DEPARTMENT }).waitFor();
    await press('Escape');
    await closed();
    await press('p');
    await page.getByRole('option', { name: 'Low' }).waitFor();
    await page.keyboard.type('low');
    await press('Enter');
    await page.getByText('3 tickets changed.').waitFor();
    for (const id of chosen) await ticketBecomes(id, ({ severity }) => severity === 'L');
    await press('z');
    for (const id of chosen) await ticketBecomes(id, ({ severity }) => severity === '');
  });

  test('the palette finds a ticket while somebody types, and goes there', async () => {
    await press('Control+k');
    // What is typed before the field has the focus is nobody's.
    await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'));
    await page.keyboard.type(question(851));
    await page.getByRole('dialog').last().getByText(`#${tickets.get(851).ticket_number}`).first().waitFor();
    assert.deepEqual(await violations(page, AXE), []);
    await press('Enter');
    await opened(851);
    await page.getByRole('log').getByText(question(851)).waitFor();
  });

  test('one moves along the list from within a conversation', async () => {
    await visit(page, `/ticket/${tickets.get(851).ticket_number}?departments=${department}`);
    await page.waitForFunction((count) => document.querySelectorAll('[data-ticket]').length === count, 4);
    await listens();
    const shown = await rows().evaluateAll((all) => all.map((one) => one.getAttribute('data-ticket')));
    const at = shown.indexOf(String(tickets.get(851).id));
    const other = CUSTOMERS.find((id) => String(tickets.get(id).id) === shown[at === 0 ? 1 : at - 1]);
    await press(at === 0 ? ']' : '[');
    await opened(other);
    await page.getByRole('log').getByText(question(other)).waitFor();
    await press(at === 0 ? '[' : ']');
    await opened(851);
    await page.getByRole('log').getByText(question(851)).waitFor();
  });

  test('a key is changed in the settings, and acts from then on', async () => {
    await press(',', 'k');
    const window = page.getByRole('dialog', { name: 'Settings' });
    await window.getByRole('button', { name: /^Change the key of Resolve\s*E$/ }).focus();
    await press('Enter', 'j');
    await window.getByRole('alert').getByText('Already used by', { exact: false }).waitFor();
    await press('Shift+Z');
    await window.getByRole('button', { name: 'Reset the key of Resolve', exact: true }).waitFor();
    assert.deepEqual(await violations(page, AXE), []);
    await press('Escape');
    await window.waitFor({ state: 'detached' });
    await press('Shift+Z');
    await ticketBecomes(851, ({ closed }) => closed === 2);
  });
}
