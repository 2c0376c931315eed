// Two people of one desk: what one does to the other's tickets shows up at once, and stays to be read.
/* global count, showing -- the push worker's own, where it is asked */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { asked, logIn, openContext, signIn } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const [CUSTOMER] = customersOf('notification', 861);

export function notifications(shared) {
  let admin, agent, desk, ticket;

  const participants = async (names) => {
    const options = { data: { participants: names }, headers: { origin: shared.stand.core } };
    return (await admin.context.request.put(`${shared.stand.core}/api/tickets/${ticket.id}/participants`, options)).status();
  };
  const bell = () => desk.getByRole('button', { name: /^Notifications/ });
  const panel = () => desk.getByRole('dialog', { name: 'Notifications' });
  const item = () => panel().getByRole('listitem');

  before(async () => {
    admin = await openContext(shared.browser);
    agent = await openContext(shared.browser);
    // A browser without a push service says so once the permission is there.
    agent.allow(/Push API/);
    desk = await agent.page();
    await signIn(admin.context, shared.stand.core, 'admin', PASSWORD, { admin: true });
    await logIn(desk, shared.stand.core, 'agent3', PASSWORD);
    await desk.getByRole('button', { name: /^Account of/ }).waitFor();
    await shared.stand.write(CUSTOMER, 'Who takes care of this?');
    ticket = await asked(desk, async () => {
      const list = await fetch('/api/ticket/load/-/open/ticket/0').then((answer) => answer.json());
      return list.data.find((one) => one.snippet === 'Who takes care of this?');
    });
  });
  after(() => Promise.all([admin.close(), agent.close()]));

  test('who is put onto a ticket sees a card and a dot at once', async () => {
    assert.equal(await desk.locator('[data-bell-dot]').count(), 0);
    assert.equal(await participants(['agent3']), 200);
    const card = desk.locator('[data-card]');
    await card.getByText(`#${ticket.ticket_number}`, { exact: false }).waitFor();
    await desk.locator('[data-bell-dot]').waitFor();
    await card.getByRole('button', { name: 'View' }).click();
    await desk.waitForURL(`**/ticket/${ticket.ticket_number}`);
    await card.waitFor({ state: 'hidden' });
    await visit(desk, '/');
    await bell().waitFor();
  });

  test('the panel is 400 by 600, opens on SLA, and a tab is read when it opens', async () => {
    await bell().click();
    const box = await panel().boundingBox();
    assert.deepEqual([box?.width, box?.height], [400, 600]);
    await panel().getByText('No Notification').waitFor();
    await panel().getByText('Its empty for now...').waitFor();
    await panel().locator('[data-dot=system]').waitFor();
    const [read] = await Promise.all([
      desk.waitForRequest('**/api/notification/read'),
      panel().getByRole('tab', { name: /^System/ }).click(),
    ]);
    assert.equal(read.postDataJSON().category, 'system');
    await item().getByText(`Demo Admin assigned ticket #${ticket.ticket_number} to you.`).waitFor();
    await panel().locator('[data-dot=system]').waitFor({ state: 'hidden' });
    assert.equal(await desk.locator('[data-bell-dot]').count(), 0);
  });

  test('what comes while it is open is on top; the close button removes for good', async () => {
    assert.equal(await participants([]), 200);
    await item().first().getByText("You're not longer a participant in this conversation.").waitFor();
    assert.equal(await desk.locator('[data-card]').count(), 0);
    const [answer] = await Promise.all([
      desk.waitForResponse('**/api/notification/remove'),
      item().first().getByRole('button', { name: /^Close:/ }).click(),
    ]);
    assert.equal((await answer.json()).result, 'success');
    await desk.waitForFunction(() => document.querySelectorAll('[data-notice]').length === 1);
  });

  test('Esc and a click outside close it', async () => {
    await desk.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    await bell().click();
    await item().first().waitFor();
    assert.equal(await panel().getByText('New', { exact: true }).count(), 0);
    await desk.mouse.click(1_200, 300);
    await panel().waitFor({ state: 'hidden' });
  });

  test('eleven are ten and Show More', async () => {
    for (let round = 0; round < 5; round += 1) {
      assert.equal(await participants(['agent3']), 200);
      assert.equal(await participants([]), 200);
    }
    await asked(desk, async () => {
      const rest = await fetch('/api/notification/get?type=system&offset=10').then((answer) => answer.json());
      return rest.length === 1;
    });
    await desk.locator('[data-card]').nth(2).waitFor();
    assert.equal(await desk.locator('[data-card]').count(), 3);
    await desk.reload();
    await bell().click();
    await panel().getByRole('tab', { name: /^System/ }).click();
    await panel().getByRole('button', { name: 'Show More' }).click();
    await desk.waitForFunction(() => document.querySelectorAll('[data-notice]').length === 11);
    assert.equal(await panel().getByRole('button', { name: 'Show More' }).count(), 0);
  });

  test('the sound is kept as yes or no', async () => {
    await panel().getByRole('button', { name: 'Sound on' }).click();
    await becomes(() => desk.evaluate(() => localStorage.getItem('patchbay.notification_sound')), 'no');
    await panel().getByRole('button', { name: 'Sound off' }).click();
    await becomes(() => desk.evaluate(() => localStorage.getItem('patchbay.notification_sound')), 'yes');
    await desk.keyboard.press('Escape');
  });

  test('what was turned off in the settings is not told', async () => {
    await bell().click();
    await panel().getByRole('button', { name: 'Notification settings' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Settings' });
    await dialog.getByLabel('I am put onto a ticket').uncheck();
    await desk.getByText('Settings updated').waitFor();
    await desk.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await participants(['agent3']), 200);
    assert.equal(await participants([]), 200);
    await desk.locator('[data-card]').getByText('You got removed!').waitFor();
    assert.equal(await desk.locator('[data-card]').count(), 1);
    await desk.locator('[data-card]').getByRole('button', { name: 'Close', exact: true }).click();
  });

  test('the worker shows what is pushed while nobody looks, three at most', async () => {
    await agent.context.grantPermissions(['notifications'], { origin: shared.stand.core });
    await desk.evaluate(() => navigator.serviceWorker.register('/push-worker.js').then(() => navigator.serviceWorker.ready));
    const blank = await agent.page();
    const tools = await agent.context.newCDPSession(blank);
    const found = new Promise((done) => {
      tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find((one) => one.scopeURL.startsWith(shared.stand.core));
        if (ours !== undefined) done(ours.registrationId);
      });
    });
    await tools.send('ServiceWorker.enable');
    const registrationId = await found;
    await desk.goto('about:blank');
    for (let id = 1; id <= 4; id += 1) {
      const notice = { id, type: 'assigned', title: 'New', body: `Ticket ${id}`, channel: 'ticket', ticket_number: String(id) };
      const data = JSON.stringify(notice);
      await tools.send('ServiceWorker.deliverPushMessage', { origin: shared.stand.core, registrationId, data });
    }
    // Asked of the worker itself: a page that finds no push service here takes the worker away again.
    // Asked once, when all was shown: Chromium drops what is written down but not yet on the screen
    // whenever somebody asks for the list.
    const worker = () => agent.context.serviceWorkers().find((one) => one.url().endsWith('/push-worker.js'));
    await becomes(() => worker()?.evaluate(() => count), 4);
    const shown = await worker().evaluate(async () => {
      await showing;
      const list = await self.registration.getNotifications();
      return list.map((one) => [one.body, one.data.path, one.actions.map((act) => act.action).join()]);
    });
    assert.deepEqual(shown.sort(), [2, 3, 4].map((id) => [`Ticket ${id}`, `/ticket/${id}`, 'view,close']));
    await desk.goto(shared.stand.core);
    await desk.evaluate(() => navigator.serviceWorker.getRegistration('/push-worker.js').then((one) => one?.unregister()));
    await blank.close();
  });

  test('nothing complained', () => assert.deepEqual([...admin.complaints, ...agent.complaints], []));
}
