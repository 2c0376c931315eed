// Reports by mail: an admin schedules one by keyboard, sees when it goes out, is told that nothing can be sent here, and deletes it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { settings } from './dialogs.mjs';
import { violations, violationsInBothSchemes } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const NAME = 'Week of the team';

export function scheduledReports(shared) {
  let context, admin;
  const core = () => shared.stand.core;
  const window = () => admin.getByRole('dialog', { name: 'Settings' });
  const list = () => window().getByRole('list', { name: 'Scheduled reports' });

  before(async () => {
    context = await openContext(shared.browser);
    admin = await context.page();
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await admin.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(async () => {
    const complaints = [...context.complaints];
    await context.close();
    assert.deepEqual(complaints, []);
  });

  test('an admin schedules a report by keyboard', async () => {
    await settings(admin, 'Scheduled reports');
    await window().getByText('No scheduled reports yet').waitFor();
    await window().getByText('This installation sends no mail').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await window().getByRole('button', { name: 'New schedule' }).focus();
    await admin.keyboard.press('Enter');
    const name = window().getByLabel('Name', { exact: true });
    await name.waitFor();
    await name.press('Enter');
    await window().getByText('Enter a name.').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await name.fill(NAME);
    await name.press('Enter');
    await list().getByText('Monday at 08:00', { exact: false }).waitFor();
    await list().getByText('Reply and resolution times by day, last 7 days').waitFor();
    await list().getByText('Not sent yet').waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
  });

  test('it is switched off, cannot be sent without a mail server, and is deleted', async () => {
    await list().getByRole('switch', { name: `Enable ${NAME}` }).press('Space');
    await list().getByText('Off', { exact: true }).waitFor();
    context.allow(/409.*\/api\/report\/schedules\//);
    await list().getByRole('button', { name: `Send ${NAME} now` }).click();
    await admin.getByRole('alert').getByText('This installation sends no mail: its operator', { exact: false }).waitFor();
    await list().getByRole('button', { name: `Delete ${NAME}` }).click();
    await admin.getByRole('button', { name: 'Delete schedule' }).click();
    await window().getByText('No scheduled reports yet').waitFor();
  });
}
