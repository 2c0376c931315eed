// The frame: title, about, windows of single tickets, the keys for support, the crash screen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

// The demo's calls have windows of another kind.
const CUSTOMERS = customersOf('shell', 841, 842);
const question = (id) => `Window question ${id}`;

export function shell(shared) {
  let agent, desk;
  const row = (at) => desk.locator('[data-ticket]', { hasText: question(CUSTOMERS[at]) }).getByRole('link');

  before(async () => {
    for (const id of CUSTOMERS) await shared.stand.write(id, question(id));
    agent = await openContext(shared.browser, { acceptDownloads: true });
    // The crash is asked for; the browser and the router both report it.
    agent.allow(/alt\+shift\+c/, /React Router caught/, /error occurred in the <Overlays> component/);
    desk = await agent.page();
    await logIn(desk, shared.stand.core, 'agent2', PASSWORD);
    await desk.getByRole('button', { name: /^Account of/ }).waitFor();
  });
  after(() => agent.close());

  test('the title names the unread total, the admin and the product', async () => {
    await desk.waitForFunction(() => /^(\(\d+\) )?.+ – Patchbay$/.test(document.title));
  });

  test('about opens over the screen and closes', async () => {
    await desk.getByRole('button', { name: /^Account of/ }).click();
    await desk.getByRole('menuitem', { name: 'About' }).click();
    const dialog = desk.getByRole('dialog', { name: 'About' });
    await dialog.getByText('Made by the Patchbay team').waitFor();
    assert.equal(Math.round((await dialog.boundingBox())?.width ?? 0), 500);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(new URL(desk.url()).pathname, '/');
  });

  test('with Alt held a row opens a window of its own, once for each ticket', async () => {
    await visit(desk, '/ticket');
    await row(0).waitFor();
    await row(1).waitFor();
    await desk.keyboard.down('Alt');
    await desk.getByText('Open in a window', { exact: true }).waitFor();
    const [first] = await Promise.all([agent.context.waitForEvent('page'), row(0).click()]);
    await first.waitForURL(/\/popup\/ticket\//);
    await first.getByRole('log').waitFor();
    assert.equal(await first.getByRole('navigation').count(), 0);
    const [second] = await Promise.all([agent.context.waitForEvent('page'), row(1).click()]);
    await second.waitForURL(/\/popup\/ticket\//);
    const held = await first.evaluate(() => performance.timeOrigin);
    await row(0).click();
    await desk.keyboard.up('Alt');
    await desk.getByText('Open in a window', { exact: true }).waitFor({ state: 'hidden' });
    assert.equal(agent.context.pages().length, 3);
    assert.equal(await first.evaluate(() => performance.timeOrigin), held);
    assert.equal(new URL(desk.url()).pathname, '/ticket');
    await first.close();
    await second.close();
  });

  test('an opened ticket is remembered', async () => {
    await row(0).click();
    await desk.getByRole('log').waitFor();
    const path = new URL(desk.url()).pathname;
    assert.match(path, /\/ticket\//);
    await becomes(() => desk.evaluate(() => localStorage.getItem('patchbay.last_ticket')), path);
  });

  test('Esc and a click outside close the menu of the account', async () => {
    const entry = desk.getByRole('menuitem', { name: 'Log Out' });
    for (const close of [() => desk.keyboard.press('Escape'), () => desk.mouse.click(900, 300)]) {
      await desk.getByRole('button', { name: /^Account of/ }).click();
      await entry.waitFor();
      await close();
      await entry.waitFor({ state: 'hidden' });
    }
  });

  test('the support keys cut and mend the socket and save the error log', async () => {
    await desk.keyboard.press('Alt+Shift+KeyD');
    await desk.getByText('You are disconnected.', { exact: false }).waitFor();
    await desk.keyboard.press('Alt+Shift+KeyD');
    await desk.getByText('You are disconnected.', { exact: false }).waitFor({ state: 'hidden' });
    const [file] = await Promise.all([desk.waitForEvent('download'), desk.keyboard.press('Alt+Shift+KeyE')]);
    assert.equal(file.suggestedFilename(), 'error-log.json');
    assert.ok(Array.isArray(JSON.parse(await readFile(await file.path(), 'utf8'))));
    const [line] = await Promise.all([
      desk.waitForEvent('console', (message) => message.text().startsWith('patchbay')),
      desk.keyboard.press('Alt+Shift+KeyV'),
    ]);
    assert.equal(line.type(), 'info');
  });

  test('a test message is sent only after a question', async () => {
    await desk.keyboard.press('Alt+Shift+KeyW');
    const dialog = desk.getByRole('dialog', { name: 'Send a test message' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await desk.getByRole('log').getByText('This is a test message.').count(), 0);
  });

  test('the crash screen apologises, shows details and refreshes', async () => {
    await visit(desk, '/');
    await desk.getByRole('button', { name: /^Account of/ }).waitFor();
    await desk.keyboard.press('Alt+Shift+KeyC');
    await desk.getByText('Patchbay ran into a problem and needs to refresh').waitFor();
    await desk.getByText('We are sorry', { exact: false }).waitFor();
    assert.match((await desk.getByLabel('Error details').textContent()) ?? '', /alt\+shift\+c/);
    await desk.getByRole('button', { name: 'Refresh Now' }).click();
    await desk.getByRole('button', { name: /^Account of/ }).waitFor();
  });

  test('nothing else complained', () => assert.deepEqual(agent.complaints, []));
}
