// Wrong logins, places that are not for everybody, and addresses that lead nowhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

export function access(shared) {
  let agent, desk;

  before(async () => {
    agent = await openContext(shared.browser);
    // A refused login and an unknown ticket are what this story asks for.
    agent.allow(/401.*\/api\/auth2$/, /404.*\/api\/ticket\/info\//);
    desk = await agent.page();
  });
  after(() => agent.close());

  test('a wrong password is told, and what was typed is kept', async () => {
    await logIn(desk, shared.stand.core, 'agent3', 'not the password');
    const alert = desk.getByRole('alert');
    await alert.waitFor();
    assert.match((await alert.textContent()) ?? '', /\S/);
    assert.equal(await desk.getByLabel('Username').inputValue(), 'agent3');
  });

  test('a deep link leads through the login to its place', async () => {
    await desk.goto(`${shared.stand.core}/channels`);
    await desk.getByLabel('Username').fill('agent3');
    await desk.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await desk.getByRole('button', { name: 'Log in' }).click();
    await desk.waitForURL(/\/channels$/);
  });

  test('channels are for admins only', async () => {
    await desk.getByText('This place is for admins').waitFor();
    assert.equal(await desk.getByRole('link', { name: /^Channels/ }).count(), 0);
    const answer = await desk.request.get(`${shared.stand.core}/api/channels`);
    assert.equal(answer.status(), 403);
  });

  test('an unknown address has its page', async () => {
    await desk.goto(`${shared.stand.core}/nowhere/at/all`);
    await desk.getByText('The page you have requested was not found.').waitFor();
  });

  test('an unknown ticket is told', async () => {
    await desk.goto(`${shared.stand.core}/ticket/999999`);
    await desk.getByText('Ops! The chat has crashed unexpectedly.').waitFor();
  });

  test('an invalid visitor link is told', async () => {
    const visitor = await openContext(shared.browser);
    const page = await visitor.page();
    await page.goto(`${shared.stand.core}/register/livechat/nosuchtoken`);
    await page.getByText('This link maybe used or deleted.', { exact: false }).waitFor();
    await visitor.close();
  });

  test('signing out in one tab ends the other at once', async () => {
    await desk.goto(`${shared.stand.core}/ticket`);
    await desk.locator('[data-ticket]').first().waitFor();
    const other = await agent.page();
    await other.goto(`${shared.stand.core}/ticket`);
    await other.locator('[data-ticket]').first().waitFor();
    await desk.getByRole('button', { name: /^Account of/ }).click();
    await desk.getByRole('menuitem', { name: 'Log Out' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
    await desk.getByLabel('Username').waitFor();
    await other.getByLabel('Username').waitFor({ timeout: 3_000 });
    const answer = await other.request.get(`${shared.stand.core}/api/channels`);
    assert.equal(answer.status(), 401);
  });

  test('nothing else complained', () => assert.deepEqual(agent.complaints, []));
}
