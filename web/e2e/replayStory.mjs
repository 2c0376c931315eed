// Replay of routing: tickets are given without asking, an admin replays the days with another strategy and two more
// agents, by keyboard; every decision repeats, the figures stand side by side, and the replay is deleted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { menu } from './dialogs.mjs';
import { violations, violationsInBothSchemes } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CUSTOMERS = customersOf('replay', 891, 892, 893);
const QUEUE = 'Lanterns';
const AGENT = 'Demo Agent Two';
const PHONE = { width: 360, height: 740 };

export function replay(shared) {
  let boss, desk, admin, agent, wide, known, queue;
  const core = () => shared.stand.core;
  const window = () => admin.getByRole('dialog', { name: 'Settings' });
  const rules = () => window().getByRole('group', { name: new RegExp(`^${QUEUE}`) });

  /** A call of the API as the admin, and its answer. */
  async function call(method, path, data) {
    const answer = await admin.request.fetch(core() + path, { method, ...(data === undefined ? {} : { data }), headers: { origin: core() } });
    assert.ok(answer.ok(), `${method} ${path}: ${await answer.text()}`);
    return answer.json();
  }
  const agentNow = async () => (await call('GET', '/api/routing/agents')).find(({ name }) => name === AGENT);
  const setCapacity = (capacity) => call('PUT', `/api/routing/agents/${known.user_id}`, { capacity, chat_capacity: known.chat_capacity, skills: known.skills });

  async function fitsPhone() {
    await admin.setViewportSize(PHONE);
    assert.ok((await admin.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
    assert.deepEqual(await violations(admin, AXE), []);
    await admin.setViewportSize(wide);
  }

  before(async () => {
    [boss, desk] = await Promise.all([openContext(shared.browser), openContext(shared.browser)]);
    [admin, agent] = await Promise.all([boss, desk].map((context) => context.page()));
    wide = admin.viewportSize();
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await logIn(agent, core(), 'agent2', PASSWORD, { at: '/ticket' });
    for (const page of [admin, agent]) await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(async () => {
    const complaints = [boss, desk].flatMap((context) => [...context.complaints]);
    await Promise.all([boss.close(), desk.close()]);
    assert.deepEqual(complaints, []);
  });

  test('a queue that does not ask gives what comes to the agent who is there', async () => {
    known = await agentNow();
    // What the demo gave the agent must not be in the way.
    await setCapacity(100);
    await becomes(async () => (await agentNow()).not_reachable, null);
    const { load } = await agentNow();
    queue = await call('POST', '/api/routing/queues', { name: QUEUE, all_agents: false, agents: [known.user_id], offer_seconds: 0 });
    for (const customer of CUSTOMERS) await shared.stand.write(customer, 'Which lantern is the green one?');
    await becomes(async () => (await agentNow()).load >= load + CUSTOMERS.length, true);
  });

  test('an admin finds the section by the search, and says what would be otherwise, by keyboard', async () => {
    await menu(admin, 'Settings');
    const search = window().getByRole('combobox', { name: 'Search settings' });
    await search.fill('routing replay');
    await admin.getByRole('option', { name: /^Routing replay/ }).first().waitFor();
    await search.press('Enter');
    await window().getByRole('heading', { name: 'Routing replay', exact: true }).first().waitFor();
    await window().getByText('Nothing replayed yet').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await rules().getByRole('button', { name: `${QUEUE} As it is now` }).press('Enter');
    await rules().getByLabel('Who gets the next ticket').selectOption({ label: 'Round robin' });
    await rules().getByText('Round robin', { exact: true }).first().waitFor();
    await window().getByRole('button', { name: 'Add agents' }).press('Enter');
    await window().getByLabel('How many').fill('2');
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
    await fitsPhone();
  });

  test('every decision repeats, and what the changes do stands beside', async () => {
    await window().getByRole('button', { name: 'Replay the last 7 days' }).press('Enter');
    await window().getByRole('heading', { name: 'Replay of the last 7 days' }).waitFor();
    await window().getByText(/decisions? made once more; 0 chose somebody else\./).waitFor();
    await window().getByText(`${QUEUE}: Round robin`, { exact: false }).waitFor();
    const waits = window().getByRole('region', { name: 'Waits by queue' });
    await waits.getByRole('rowheader', { name: QUEUE, exact: true }).waitFor();
    for (const outcome of ['What happened', 'Model, same rules', 'With the changes']) await waits.getByRole('rowheader', { name: outcome }).first().waitFor();
    await window().getByRole('region', { name: 'Agents' }).getByRole('rowheader', { name: 'Added agents' }).waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
    await fitsPhone();
  });

  test('it is found again in the list, and deleted', async () => {
    await window().getByRole('button', { name: 'All replays' }).press('Enter');
    const list = window().getByRole('list', { name: 'Earlier replays' });
    // What was tried is still in the form.
    await rules().getByText('Round robin', { exact: true }).first().waitFor();
    await list.getByRole('button', { name: /^Last 7 days/ }).press('Enter');
    await window().getByRole('button', { name: 'Delete replay' }).press('Enter');
    await admin.getByRole('dialog', { name: 'Delete this replay?' }).getByRole('button', { name: 'Delete replay' }).click();
    await window().getByText('Nothing replayed yet').waitFor();
    await call('DELETE', `/api/routing/queues/${queue.id}`);
    await setCapacity(known.capacity);
  });
}
