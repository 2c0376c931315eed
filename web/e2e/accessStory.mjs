// Wrong logins, places that are not for everybody, and addresses that lead nowhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logInByForm, openContext, signIn } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

export function access(shared) {
  let agent, desk;

  before(async () => {
    agent = await openContext(shared.browser);
    // A refused login, an unknown ticket and a colleague's are what this story asks for.
    agent.allow(/401.*\/api\/auth2$/, /40[34].*\/api\/ticket\/info\//);
    desk = await agent.page();
  });
  after(() => agent.close());

  test('a wrong password is told, and what was typed is kept', async () => {
    await logInByForm(desk, shared.stand.core, 'agent3', 'not the password');
    const alert = desk.getByRole('alert');
    await alert.waitFor();
    assert.match((await alert.textContent()) ?? '', /\S/);
    await becomes(() => desk.getByLabel('Username').inputValue(), 'agent3');
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

  test('a section of the settings has an address, over the screen one comes from', async () => {
    await desk.goto(`${shared.stand.core}/ticket?filter=all`);
    await desk.locator('[data-ticket]').first().waitFor();
    await desk.evaluate(() => document.querySelector('[data-ticket]').setAttribute('data-kept', ''));
    await desk.getByRole('button', { name: /^Account of/ }).click();
    await desk.getByRole('menuitem', { name: 'Settings' }).click();
    const window = desk.getByRole('dialog', { name: 'Settings' });
    await window.getByRole('button', { name: 'Appearance', exact: true }).click();
    await desk.waitForURL(`${shared.stand.core}/settings/appearance`);
    const search = window.getByRole('combobox', { name: 'Search settings' });
    await search.fill('signatures');
    await window.getByRole('option', { name: /^Signatures/ }).waitFor();
    await search.press('Enter');
    await desk.waitForURL(`${shared.stand.core}/settings/signatures`);
    await window.getByRole('heading', { name: 'Signatures' }).waitFor();
    await desk.goBack();
    await window.getByRole('heading', { name: 'Appearance' }).waitFor();
    await desk.goBack();
    await desk.goBack();
    await window.waitFor({ state: 'hidden' });
    assert.equal(desk.url(), `${shared.stand.core}/ticket?filter=all`);
    assert.ok((await desk.locator('[data-ticket][data-kept]').count()) > 0, 'the list was drawn anew');
  });

  test('a link to a section opens it, says that it is for admins, or that there is none', async () => {
    await desk.goto(`${shared.stand.core}/settings/appearance`);
    const window = desk.getByRole('dialog', { name: 'Settings' });
    await window.getByRole('heading', { name: 'Appearance' }).waitFor();
    await desk.reload();
    await window.getByRole('heading', { name: 'Appearance' }).waitFor();
    await desk.goto(`${shared.stand.core}/settings/users`);
    await window.getByText('You do not have the permission for this section').waitFor();
    await desk.goto(`${shared.stand.core}/settings/nowhere`);
    await window.getByText('There is no section at this address').waitFor();
    await desk.keyboard.press('Escape');
    await window.waitFor({ state: 'hidden' });
    await desk.waitForURL(`${shared.stand.core}/`);
  });

  test('an unknown address has its page', async () => {
    await desk.goto(`${shared.stand.core}/nowhere/at/all`);
    await desk.getByText('The page you have requested was not found.').waitFor();
  });

  test('an unknown ticket is told', async () => {
    await desk.goto(`${shared.stand.core}/ticket/999999`);
    await desk.getByText('Ops! The chat has crashed unexpectedly.').waitFor();
  });

  test('a ticket that others have taken is refused, and the way leads home', async () => {
    const boss = await openContext(shared.browser);
    const admin = boss.context;
    await signIn(admin, shared.stand.core, 'admin', PASSWORD, { admin: true });
    const data = { name: 'Demo Customer', message: 'Not for everybody', assignee: ['agent2'], queue_id: 'access-story' };
    const answer = await admin.request.post(`${shared.stand.core}/api/tickets`, { data, headers: { origin: shared.stand.core } });
    const { id } = await answer.json();
    await boss.close();
    await desk.goto(`${shared.stand.core}/ticket/${id}`);
    const dialog = desk.getByRole('dialog', { name: 'Access denied' });
    await dialog.getByText('You cannot read this conversation.').waitFor();
    await desk.waitForURL(`${shared.stand.core}/`);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
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
