// An admin installs a plugin nobody has heard of, reads its sheet, updates it, rolls back and uninstalls it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { newKey, renamed } from './pbp.mjs';
import { visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const BUNDLED = join(import.meta.dirname, '../../target/plugins/telegram.pbp');

export function plugins(shared) {
  const key = newKey();
  let admin, desk, bundled;
  const list = () => desk.getByRole('navigation', { name: 'Installed plugins' });
  const install = async () => {
    // From another screen, so that nothing is left of what was chosen before.
    await visit(desk, '/plugins');
    await desk.locator('input[type=file]').waitFor({ state: 'detached' });
    await visit(desk, '/plugins/-/install');
  };
  const upload = async (version, how) => {
    await install();
    const buffer = renamed(bundled, version, how);
    await desk.locator('input[type=file]').setInputFiles({ name: `pigeon-${version}.pbp`, mimeType: 'application/octet-stream', buffer });
  };
  const grant = async (name) => {
    await desk.getByRole('button', { name }).click();
    await desk.waitForURL(/\/plugins\/pigeon$/);
  };

  before(async () => {
    bundled = readFileSync(BUNDLED);
    admin = await openContext(shared.browser);
    desk = await admin.page();
    await logIn(desk, shared.stand.core, 'admin', PASSWORD, { admin: true });
    await desk.getByRole('link', { name: /^Plugins/ }).first().click();
  });
  after(() => admin.close());

  test('what came with the program is listed, with its health', async () => {
    await list().getByRole('link', { name: /Telegram/ }).waitFor();
    await list().getByText('Came with Patchbay').first().waitFor();
  });

  test('what is no package is refused with a reason', async () => {
    admin.allow(/4\d\d.*\/api\/plugin-packages/);
    await install();
    await desk.locator('input[type=file]').setInputFiles({ name: 'x.pbp', mimeType: 'application/octet-stream', buffer: Buffer.from('not a zip') });
    await desk.getByRole('alert').getByText(/package/i).first().waitFor();
  });

  test('so is a package that nobody signed', async () => {
    await upload('1.0.0');
    await desk.getByRole('alert').getByText(/sign/i).first().waitFor();
  });

  test('a key is trusted', async () => {
    await visit(desk, '/plugins/-/keys');
    await desk.getByLabel('Whose key it is').fill('Pigeon Post');
    await desk.getByLabel('Public key').fill(key.public);
    await desk.getByRole('button', { name: 'Trust this key' }).click();
    await desk.getByRole('listitem').getByText('Pigeon Post').waitFor();
  });

  test('a sheet says what it asks for before anything runs', async () => {
    await upload('1.0.0', { key });
    await desk.getByRole('heading', { name: /Carrier pigeon 1\.0\.0/ }).waitFor();
    await desk.getByText('Signed by Pigeon Post').first().waitFor();
    await desk.getByText('api.telegram.org', { exact: true }).waitFor();
    await desk.getByText('Asks the provider for news at intervals').waitFor();
    assert.equal(await list().getByRole('link', { name: /Carrier pigeon/ }).count(), 0);
    await grant('Grant and activate');
    await list().getByRole('link', { name: /Carrier pigeon/ }).waitFor();
  });

  test('its channel can be connected without anything having been told to the screens', async () => {
    await desk.goto(`${shared.stand.core}/channels/add`);
    await desk.getByRole('link', { name: /^Carrier pigeon/ }).click();
    await desk.getByLabel('Bot token').waitFor();
  });

  test('an update shows what is new in it', async () => {
    await upload('1.1.0', { key, change: (manifest) => manifest.replace('cpu_ms = 500', 'cpu_ms = 700') });
    await desk.getByText('This version asks for more than the one that is running').waitFor();
    await desk.getByText('700 ms of processor time').first().waitFor();
    await grant('Grant and update');
    await desk.getByText('Version 1.1.0', { exact: true }).waitFor();
  });

  test('it is rolled back', async () => {
    await desk.getByRole('tab', { name: 'Versions' }).click();
    await desk.getByRole('button', { name: 'Roll back' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await desk.getByText('Version 1.0.0', { exact: true }).waitFor();
  });

  test('an admin switches it off for the team', async () => {
    await desk.getByRole('tab', { name: 'Overview' }).click();
    await desk.getByRole('switch', { name: /^On for your team/ }).click({ force: true });
    await list().getByRole('link', { name: /Carrier pigeon.*Switched off/ }).waitFor();
  });

  test('it is uninstalled by its name', async () => {
    await desk.getByRole('button', { name: 'Uninstall…' }).click();
    const dialog = desk.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Uninstall', exact: true });
    await becomes(() => confirm.isDisabled(), true);
    await dialog.getByRole('textbox').fill('Carrier pigeon');
    await confirm.click();
    await list().getByRole('link', { name: /Carrier pigeon/ }).waitFor({ state: 'detached' });
  });

  // The page of a plugin that somebody uninstalls looks once more, and is told that it is gone.
  const gone = (text) => text.includes('404') && text.endsWith('/api/plugins/pigeon');
  test('nothing else complained', () =>
    assert.deepEqual(
      admin.complaints.filter((text) => !gone(text)),
      [],
    ));
}
