// Who is there and what they chose to be: the picker, the banner, the panel, statuses of the desk's own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const account = (page) => page.getByRole('button', { name: /^Account of/ });
const banner = (page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Go Online' }) });

async function openPicker(page) {
  await account(page).click();
  await page.getByRole('menuitem', { name: 'My Status' }).click();
  const picker = page.getByRole('dialog', { name: 'My Status' });
  await picker.getByRole('radio', { name: 'Online' }).waitFor();
  return picker;
}

/** Waits until one's own picture carries this status. */
const own = (page, status) => page.locator(`nav [data-status="${status}"]`).waitFor();

export function presence(shared) {
  let agent, first, second, colleague, watching, admin, desk;

  before(async () => {
    agent = await openContext(shared.browser);
    colleague = await openContext(shared.browser);
    admin = await openContext(shared.browser);
    first = await agent.page();
    watching = await colleague.page();
    desk = await admin.page();
    await logIn(first, shared.stand.core, 'agent3', PASSWORD);
    await logIn(watching, shared.stand.core, 'agent2', PASSWORD);
    await logIn(desk, shared.stand.core, 'admin', PASSWORD, { admin: true });
    for (const page of [first, watching, desk]) await account(page).waitFor();
    second = await agent.page();
    await second.goto(shared.stand.core);
    await own(second, 'ONLINE');
  });
  after(async () => {
    for (const context of [agent, colleague, admin]) await context?.close();
  });

  test('an admin adds a status of the desk’s own', async () => {
    await account(desk).click();
    await desk.getByRole('menuitem', { name: 'Settings' }).click();
    await desk.getByRole('button', { name: 'Custom statuses' }).click();
    await desk.getByLabel('New status').fill('Training');
    await desk.getByLabel('New status').press('Enter');
    await desk.getByLabel('Name of Training').waitFor();
    await desk.getByText('TRAINING', { exact: true }).waitFor();
    await desk.getByRole('button', { name: 'Close settings' }).click();
  });

  test('away needs a reason, and shows in every tab and to colleagues at once', async () => {
    await watching.getByRole('button', { name: 'Online users' }).click();
    const row = watching.getByRole('dialog', { name: 'Online users' }).getByRole('button', { name: /Demo Agent Three/ });
    await row.getByText('Online · Active now').waitFor();

    const picker = await openPicker(first);
    const update = picker.getByRole('button', { name: 'Update' });
    await becomes(() => update.isDisabled(), true);
    await picker.getByRole('radio', { name: 'Away' }).click();
    await becomes(() => update.isDisabled(), true);
    await picker.getByLabel('Reason').fill('Errand');
    const [request] = await Promise.all([first.waitForRequest(/\/api\/online_status\/update$/), update.click()]);
    assert.deepEqual(request.postDataJSON(), { status: 'AWAY', reason: 'Errand' });
    for (const tab of [first, second]) {
      await banner(tab).getByText('Errand').waitFor();
      await own(tab, 'AWAY');
    }
    await row.getByText('Away · Active now').waitFor();
  });

  test('it outlives a reload, and any tab leads back', async () => {
    await first.reload();
    await banner(first).getByText('Your status is Away.').waitFor();
    await banner(second).getByRole('button', { name: 'Go Online' }).click();
    for (const tab of [first, second]) {
      await own(tab, 'ONLINE');
      await banner(tab).waitFor({ state: 'hidden' });
    }
  });

  test('the panel has its size, opens a profile, and closes by Esc and a click outside', async () => {
    const panel = watching.getByRole('dialog', { name: 'Online users' });
    const size = await panel.boundingBox();
    assert.deepEqual([Math.round(size?.width ?? 0), Math.round(size?.height ?? 0)], [300, 400]);
    const row = await panel.getByRole('listitem').first().boundingBox();
    assert.equal(Math.round(row?.height ?? 0), 71);
    await watching.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await watching.getByRole('button', { name: 'Online users' }).click();
    await panel.waitFor();
    await watching.mouse.click(900, 300);
    await panel.waitFor({ state: 'hidden' });
    await watching.getByRole('button', { name: 'Online users' }).click();
    await panel.getByRole('button', { name: /Demo Agent Three/ }).click();
    const card = watching.getByRole('dialog', { name: 'Profile' });
    await card.getByText('agent3').waitFor();
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'hidden' });
  });

  test('a status of the desk’s own is chosen and shown by its name', async () => {
    const picker = await openPicker(first);
    await picker.getByRole('radio', { name: 'Training' }).click();
    await picker.getByRole('button', { name: 'Update' }).click();
    await banner(first).getByText('Your status is Training.').waitFor();
    await watching.getByRole('button', { name: 'Online users' }).click();
    const row = watching.getByRole('dialog', { name: 'Online users' }).getByRole('button', { name: /Demo Agent Three/ });
    await row.getByText('Training · Active now').waitFor();
    await banner(first).getByRole('button', { name: 'Go Online' }).click();
    await row.getByText('Online · Active now').waitFor();
    await watching.keyboard.press('Escape');
  });

  test('when the statuses cannot be fetched, an alert says so and the page loads anew', async () => {
    agent.allow(/500.*\/api\/customstatus\/get$/);
    await second.route('**/api/customstatus/get', (route) => route.fulfill({ status: 500, json: {} }));
    await account(second).click();
    await second.getByRole('menuitem', { name: 'My Status' }).click();
    const alert = second.getByRole('dialog', { name: 'Custom statuses' });
    await alert.getByText('Failed to fetch custom status. Reload page to fix it.').waitFor();
    await second.unroute('**/api/customstatus/get');
    await Promise.all([second.waitForEvent('load'), alert.getByRole('button', { name: 'Reload' }).click()]);
    await own(second, 'ONLINE');
  });

  test('the ticket list narrows to labels, and says so in its address', async () => {
    const label = { name: 'Presence story', color: '#2457c5', colorDark: '#8fb2ff', level: 3, sla: 30, isNew: true };
    const headers = { origin: shared.stand.core };
    const post = async (path, data) => {
      const answer = await desk.request.post(`${shared.stand.core}${path}`, { data, headers });
      assert.equal(answer.status(), 200, await answer.text());
      return answer.json();
    };
    const labels = await post('/api/label/update', { labelArray: [label] });
    const { id } = labels.find((one) => one.name === 'Presence story');
    await visit(desk, '/ticket');
    const rows = desk.locator('[data-ticket]');
    await rows.nth(1).waitFor();
    const ticket = Number(await rows.first().getAttribute('data-ticket'));
    await post('/api/ticket/label', { ticket_id: ticket, label: [id] });
    await desk.getByRole('button', { name: 'Filter by labels' }).click();
    await desk.getByRole('menuitemcheckbox', { name: 'Presence story' }).click();
    await desk.waitForFunction(() => document.querySelectorAll('[data-ticket]').length === 1);
    await becomes(() => rows.first().getAttribute('data-ticket'), String(ticket));
    assert.equal(new URL(desk.url()).searchParams.get('labels'), String(id));
    // A ticket that loses the label leaves the list by itself.
    await post('/api/ticket/label', { ticket_id: ticket, label: [] });
    await desk.getByText('No tickets match').waitFor();
    await desk.getByRole('menuitem', { name: 'All labels' }).click();
    await rows.nth(1).waitFor();
    await post('/api/label/update', { labelArray: [], delete: [id] });
  });

  test('nobody complained', () => {
    for (const context of [agent, colleague, admin]) assert.deepEqual(context.complaints, []);
  });
}
