// The ticket list: by department and label, narrowed in every way, kept under a name, many tickets
// changed at once, and rows that stay under the pointer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WAIT_MS } from './becomes.mjs';
import { openContext, signIn } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

// Customers of this story alone: two more than a page of a group.
const CUSTOMERS = customersOf('list', ...Array.from({ length: 12 }, (_, at) => 801 + at));
const DEPARTMENT = 'Story desk';
const LABEL = 'Story label';
const PAUSE_MS = 200;
const MANY = new Set(['Labels', 'Priority', 'Assigned to', 'Channels']);

const question = (id) => `Story question ${id}`;

export function list(shared) {
  let boss, agent, page, other, tickets, department, label;
  const core = () => shared.stand.core;
  const rows = (of = page) => of.locator('[data-ticket]');
  const narrowed = (more = '') => `/ticket?departments=${department}${more}`;

  async function call(method, path, data) {
    const answer = await page.request.fetch(core() + path, { method, data, headers: { origin: core() } });
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()}`);
    return answer.json().catch(() => null);
  }

  /** Until the page's own eyes see that many rows. */
  const shows = (count, of = page) => of.waitForFunction((wanted) => document.querySelectorAll('[data-ticket]').length === wanted, count);

  /** The number beside the title. */
  const total = (count) => page.getByRole('heading', { name: new RegExp(`^Tickets\\s*${count}$`) }).waitFor();

  async function arrived() {
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await new Promise((done) => setTimeout(done, PAUSE_MS))) {
      const { data } = await call('GET', '/api/ticket/load/-/open/ticket/0?sort=updated');
      const found = CUSTOMERS.map((id) => data.find(({ snippet }) => snippet === question(id)));
      if (found.every((ticket) => ticket !== undefined)) return found;
    }
    throw new Error('not every customer came to the list');
  }

  before(async () => {
    [boss, agent] = [await openContext(shared.browser), await openContext(shared.browser)];
    [page, other] = [await boss.page(), await agent.page()];
    await signIn(page, core(), 'admin', PASSWORD, { admin: true });
    await signIn(other, core(), 'agent1', PASSWORD);
    for (const id of CUSTOMERS) await shared.stand.write(id, question(id));
    tickets = await arrived();
    const made = await call('POST', '/api/departments', { name: DEPARTMENT, members: [] });
    department = made.id ?? made.data.id;
    await call('POST', '/api/label/update', { labelArray: [{ name: LABEL, color: '#2457c5', colorDark: '#8fb2ff', level: 5, sla: 60, isNew: true }] });
    label = (await call('GET', '/api/label/get')).find(({ name }) => name === LABEL).id;
    for (const { id } of tickets) await call('POST', '/api/ticket/department', { ticket_id: id, department_id: department });
    const [one, two, three, four, five] = tickets;
    for (const { id } of [one, two, three]) await call('POST', '/api/ticket/label', { ticket_id: id, label: [label] });
    for (const { id } of [two, three]) await call('POST', '/api/ticket/priority', { id, priority: 'H', type: 'ticket' });
    await call('PUT', `/api/tickets/${four.id}/participants`, { participants: ['agent1'] });
    await call('POST', '/api/ticket/message/reply', { ticket_id: five.id, message: 'On its way.', queue_id: 'queue-list-story' });
  });
  after(async () => {
    await boss?.close();
    await agent?.close();
  });

  test('departments and labels have pages of their own', async () => {
    await page.goto(`${core()}/ticket`);
    const tab = (name) => page.getByRole('radiogroup', { name: 'Grouping' }).getByText(name, { exact: true }).click();
    const group = (id) => page.locator(`[data-group="${id}"]`);
    await tab('Department');
    await group(department).getByRole('button', { name: new RegExp(`^${DEPARTMENT}\\s*12$`) }).click();
    await shows(10);
    await group(department).getByRole('button', { name: `Show more of ${DEPARTMENT}` }).click();
    await shows(12);
    await tab('Label');
    await group(label).getByRole('button', { name: new RegExp(`^${LABEL}\\s*3$`) }).click();
    await shows(3);
    await tab('All');
    await page.getByRole('table', { name: 'Tickets' }).waitFor();
  });

  async function openFilter() {
    await page.getByRole('button', { name: /^Filter(:|$)/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter tickets' });
    await dialog.getByRole('button', { name: 'Apply' }).waitFor();
    return dialog;
  }

  async function pick(dialog, field, option) {
    await dialog.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    // Where more than one may be chosen the list stays open; a second Escape would close the dialog.
    if (MANY.has(field)) await page.keyboard.press('Escape');
  }

  const number = (dialog) => dialog.getByLabel('Ticket number, value').fill(String(tickets[7].ticket_number));
  const soon = (dialog) => dialog.getByLabel('Answered within').fill('60000');
  const between = async (dialog) => {
    await pick(dialog, 'Updated', 'Between two days');
    await dialog.getByLabel('Updated, to').fill('2001-01-31');
  };
  // What is chosen, how it is asked for, and what is left of the twelve.
  const CONDITIONS = [
    ['labels', (dialog) => pick(dialog, 'Labels', LABEL), () => ({ labelFilter: String(label) }), 3],
    ['priority', (dialog) => pick(dialog, 'Priority', 'High'), () => ({ priorityFilter: 'H' }), 2],
    ['assignee', (dialog) => pick(dialog, 'Assigned to', 'Nobody'), () => ({ agent: '-' }), 11],
    ['answer', (dialog) => pick(dialog, 'Answer', 'Answered'), () => ({ withReply: '1', advFilter: '1' }), 1],
    ['channel', (dialog) => pick(dialog, 'Channels', 'Telegram'), () => ({ channelFilter: 'TELEGRAM' }), 12],
    ['whoever opened it', (dialog) => pick(dialog, 'Opened by', 'A machine'), () => ({ automatic: '1', advFilter: '1' }), 0],
    ['days', (dialog) => pick(dialog, 'Received', 'Yesterday'), (sent) => ({ received: sent.received, receivedEnd: String(Number(sent.received) + 86_399) }), 0],
    ['two days', between, () => ({ endDate: String(Date.UTC(2001, 1, 1) / 1000 - 1) }), 0],
    ['an early answer', soon, () => ({ replyTAT: '60000', advFilter: '1' }), 1],
    ['a field', number, () => ({ field: 'number', fieldValue: String(tickets[7].ticket_number), advFilter: '1' }), 1],
  ];
  for (const [what, choose, sent, left] of CONDITIONS) {
    test(`the list is narrowed by ${what}`, async () => {
      if (!page.url().endsWith(`departments=${department}`)) await visit(page, narrowed());
      await shows(12);
      await total(12);
      const dialog = await openFilter();
      await choose(dialog);
      const asked = page.waitForRequest((request) => request.url().includes('/api/ticket/load/'));
      await dialog.getByRole('button', { name: 'Apply' }).click();
      const params = Object.fromEntries(new URL((await asked).url()).searchParams);
      assert.deepEqual(params, { depFilter: String(department), ...sent(params) });
      await shows(left);
      await total(left);
      await page.goBack();
    });
  }

  test('by priority the most severe come first', async () => {
    await page.goto(core() + narrowed('&sort=priority'));
    await shows(12);
    const severe = await rows().evaluateAll((all) => all.slice(0, 3).map((row) => row.dataset.severity ?? ''));
    assert.deepEqual(severe, ['H', 'H', '']);
  });

  test('a list is kept under a name with its count, for one person', async () => {
    await visit(page, narrowed(`&labels=${label}`));
    await shows(3);
    let dialog = await openFilter();
    await dialog.getByLabel('Name for this filter').fill('Labelled ones');
    await dialog.getByRole('button', { name: 'Save filter' }).click();
    const preset = (within) => within.getByRole('button', { name: /^Labelled ones\s*3$/ });
    await preset(dialog).waitFor();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL(`${core()}/ticket`);
    dialog = await openFilter();
    await preset(dialog).click();
    await shows(3);
    await total(3);

    await other.goto(`${core()}/ticket`);
    await rows(other).first().waitFor();
    await other.getByRole('button', { name: 'Filter', exact: true }).click();
    await other.getByLabel('Name for this filter').waitFor();
    assert.equal(await other.getByText('Labelled ones').count(), 0);
    await other.keyboard.press('Escape');

    dialog = await openFilter();
    await dialog.getByRole('button', { name: 'Remove the filter Labelled ones' }).click();
    await preset(dialog).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
  });

  test('rows stay under a pointer that travels', async () => {
    await visit(other, narrowed());
    await shows(12, other);
    const order = () => rows(other).evaluateAll((all) => all.map((row) => row.dataset.ticket));
    const before = await order();
    const last = tickets.findIndex(({ id }) => String(id) === before.at(-1));
    // The pointer is moved by the page itself, as a machine under load would let it rest.
    await other.evaluate(() => {
      const move = () => document.querySelector('[data-ticket]').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
      move();
      globalThis.travel = setInterval(move, 50);
    });
    await shared.stand.write(CUSTOMERS[last], 'Is anybody there?');
    await rows(other).last().getByText('Is anybody there?').waitFor();
    assert.deepEqual(await order(), before);
    await other.evaluate(() => clearInterval(globalThis.travel));
    await rows(other).first().getByText('Is anybody there?').waitFor();
  });

  test('however much a ticket carries, nothing lies over its dates, and nothing scrolls sideways', async () => {
    const full = tickets[0];
    await call('PUT', `/api/tickets/${full.id}/participants`, { participants: ['admin', 'agent1', 'agent2', 'agent3'] });
    await visit(page, narrowed());
    await page.locator(`[data-ticket="${full.id}"] [class*=people]`).waitFor();
    const before = page.viewportSize();
    for (const [width, height] of [[360, 520], [768, 520], [1024, 520], [1280, 520]]) {
      await page.setViewportSize({ width, height });
      await page.locator(`[data-ticket="${full.id}"] [class*=people]`).waitFor();
      const wrong = await page.evaluate(() => {
        const box = (one) => one.getBoundingClientRect();
        const over = (a, b) => a.width > 0 && b.width > 0 && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom;
        const covered = [...document.querySelectorAll('[data-ticket]')].flatMap((row) => {
          const times = [...row.querySelectorAll('time')].map(box);
          return [...row.querySelectorAll('[class*=people], [class*=count], [class*=chips]')].filter((one) => times.some((time) => over(box(one), time)));
        });
        const sideways = [...document.querySelectorAll('*')].filter(
          (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1,
        );
        const head = [...document.querySelectorAll('header [role=radiogroup], header button')].filter((one) => one.closest('[role=radiogroup]') === null || one.role === 'radiogroup');
        const crossed = head.filter((one) => head.some((other) => other !== one && over(box(one), box(other))));
        return [...covered, ...sideways, ...crossed].map((one) => one.className);
      });
      assert.deepEqual(wrong, [], `${width} pixels`);
    }
    await page.setViewportSize(before);
    await call('PUT', `/api/tickets/${full.id}/participants`, { participants: [] });
  });

  test('many are changed at once; what refused stays chosen and is tried again', async () => {
    boss.allow(/409.*\/api\/ticket\/message$/);
    await visit(page, narrowed());
    await shows(12);
    const refused = tickets[8];
    await page.route('**/api/ticket/message', async (route) => {
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      if (route.request().postDataJSON().ticket_id !== refused.id) return route.continue();
      return route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'Somebody was faster.' } } });
    });
    for (const { id } of tickets.slice(6)) await page.locator(`[data-ticket="${id}"]`).getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Chosen tickets' });
    await bar.getByText('6 chosen').waitFor();
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Pending' }).click();
    await bar.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await bar.getByText(`Ticket ${refused.ticket_number}: Somebody was faster.`).waitFor();
    await bar.getByText('1 chosen').waitFor();
    await shows(7);
    await total(7);
    await page.unroute('**/api/ticket/message');
    await bar.getByRole('button', { name: 'Try again' }).click();
    await bar.waitFor({ state: 'hidden' });
    await shows(6);
    assert.deepEqual((await call('GET', `/api/ticket/load/-/pending/ticket/0?depFilter=${department}`)).count, 6);
  });

  test('all that are shown are changed without a pointer', async () => {
    await page.getByRole('checkbox', { name: 'Choose all tickets shown' }).focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: 'Chosen tickets' });
    await bar.getByRole('button', { name: 'Status' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Closed' }).press('Enter');
    await page.getByText('No tickets match').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.waitForURL(`${core()}/ticket`);
  });

  test('nothing else complained', () => assert.deepEqual([...boss.complaints, ...agent.complaints], []));
}
