// Home: what is mine, what is due, who waits, and the way to each.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { WAIT_MS } from './becomes.mjs';
import { logIn, openContext, signIn } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { violations, violationsInBothSchemes, visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CUSTOMERS = customersOf('home', 881, 882, 883);
const PAUSE_MS = 200;
const HOUR_MS = 3_600_000;

const question = (id) => `Home question ${id}`;

export function home(shared) {
  let boss, agent, admin, page, first, second, third;
  const core = () => shared.stand.core;
  const section = (name) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  const row = (name, id) => section(name).getByRole('listitem').filter({ hasText: question(id) });

  async function call(method, path, data) {
    const answer = await admin.request.fetch(core() + path, { method, data, headers: { origin: core() } });
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()}`);
    return answer.json().catch(() => null);
  }

  async function arrived() {
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await new Promise((done) => setTimeout(done, PAUSE_MS))) {
      const { data } = await call('GET', '/api/ticket/load/-/open/ticket/0?sort=updated');
      const found = CUSTOMERS.map((id) => data.find(({ snippet }) => snippet === question(id)));
      if (found.every((ticket) => ticket !== undefined)) return found;
    }
    throw new Error('not every customer came to the list');
  }

  const give = (ticket, ...participants) => call('PUT', `/api/tickets/${ticket.id}/participants`, { participants });

  before(async () => {
    [boss, agent] = [await openContext(shared.browser), await openContext(shared.browser)];
    [admin, page] = [boss.context, await agent.page()];
    await signIn(admin, core(), 'admin', PASSWORD, { admin: true });
    for (const id of CUSTOMERS) await shared.stand.write(id, question(id));
    [first, second, third] = await arrived();
    await give(first, 'agent3');
    await give(second, 'agent3');
    await logIn(page, core(), 'agent3', PASSWORD);
    await row('Mine', CUSTOMERS[0]).waitFor();
  });
  after(async () => {
    const complaints = [boss, agent].flatMap((context) => [...context.complaints]);
    await boss?.close();
    await agent?.close();
    assert.deepEqual(complaints, []);
  });

  test('what is given to the agent comes by itself, and goes again', async () => {
    await give(third, 'agent3');
    await row('Mine', CUSTOMERS[2]).waitFor();
    await give(third);
    await row('Mine', CUSTOMERS[2]).waitFor({ state: 'detached' });
  });

  test('the customer who wrote last comes first', async () => {
    await shared.stand.write(CUSTOMERS[1], 'And when will it come?');
    await section('Mine').getByRole('listitem').first().getByText('And when will it come?').waitFor();
  });

  test('what is overdue stands before what is due, and says so', async () => {
    await call('PUT', `/api/tickets/${first.id}/appointment`, { at: Date.now() + 20.5 * HOUR_MS });
    await row('Due soon', CUSTOMERS[0]).getByText('Due in 20 h').waitFor();
    await call('PUT', `/api/tickets/${second.id}/appointment`, { at: Date.now() - 3.5 * HOUR_MS });
    await section('Due soon').getByText('Overdue by 3 h').waitFor();
    const due = await section('Due soon').getByRole('time').allTextContents();
    assert.deepEqual(due, ['Appointment: Overdue by 3 h', 'Appointment: Due in 20 h']);
  });

  test('every section is read by everybody, and nothing scrolls sideways', async () => {
    assert.deepEqual(await violationsInBothSchemes(page, AXE), []);
    const before = page.viewportSize();
    for (const width of [360, 390, 768, 1024]) {
      await page.setViewportSize({ width, height: 740 });
      const sideways = await page.evaluate(() =>
        [...document.querySelectorAll('main *')].filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1).map((one) => one.className),
      );
      assert.deepEqual(sideways, [], `${width} pixels`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const [mine, due] = [await section('Mine').boundingBox(), await section('Due soon').boundingBox()];
    assert.ok(due.y >= mine.y + mine.height, 'the sections are stacked on a phone');
    await page.setViewportSize(before);
  });

  test('the keys walk from the first row on, and Enter opens it', async () => {
    await page.keyboard.press('j');
    const number = second.ticket_number;
    await page.waitForFunction((end) => document.activeElement?.getAttribute('href')?.endsWith(end), `/${number}`);
    await page.keyboard.press('j');
    await page.waitForFunction((end) => document.activeElement?.getAttribute('href')?.endsWith(end), `/${first.ticket_number}`);
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${core()}/ticket/${number}`);
    await page.getByRole('log').waitFor();
    await page.goBack();
    await row('Mine', CUSTOMERS[0]).waitFor();
  });

  test('all of a section stands in the list of tickets', async () => {
    await section('Mine').getByRole('link', { name: 'Show all: Mine' }).click();
    await page.waitForURL(`${core()}/ticket?agents=agent3`);
    await page.locator('[data-ticket]').nth(1).waitFor();
    await page.goBack();
    // Cards of what came lie over it.
    await section('Waiting longest').getByRole('link', { name: /^Show all/ }).press('Enter');
    await page.waitForURL(`${core()}/ticket?agents=-&sort=oldest`);
    await page.locator('[data-ticket]').first().waitFor();
    await page.goBack();
    await section('Mine').waitFor();
  });

  test('a list that is not answered is asked for again', async () => {
    agent.allow(/500.*\/api\/ticket\/load\//);
    const mine = (url) => url.pathname.endsWith('/open/ticket/0') && url.searchParams.get('agent') === 'agent3' && !['appt', 'due'].some((name) => url.searchParams.has(name));
    await page.route(mine, (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await section('Mine').getByRole('alert').waitFor();
    await row('Waiting longest', CUSTOMERS[2]).or(section('Waiting longest').getByRole('listitem').first()).first().waitFor();
    assert.deepEqual(await violations(page, AXE), []);
    await page.unroute(mine);
    await section('Mine').getByRole('button', { name: 'Try again' }).click();
    await row('Mine', CUSTOMERS[0]).waitFor();
  });

  test('where nothing waits, home says what to do', async () => {
    await give(first);
    await give(second);
    await section('Mine').getByText('Nothing waits for you').waitFor();
    await section('Due soon').waitFor({ state: 'detached' });
    await section('Mine').getByRole('link', { name: 'Open the one that waits longest' }).press('Enter');
    await page.getByRole('log').waitFor();
    await visit(page, '/');
    await section('Waiting longest').waitFor();
    // What a desk still needs is for those who can do it.
    assert.equal(await page.getByRole('region', { name: 'Set up your desk' }).count(), 0);
    for (const ticket of [first, second]) await call('PUT', `/api/tickets/${ticket.id}/appointment`, { at: null });
  });
}
