// The screens on which an admin installs a plugin, for the documentation: a package of a maker nobody has heard of.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKey, renamed } from './pbp.mjs';
import { SCREENS } from './screens.mjs';

const BUNDLED = join(import.meta.dirname, '../../target/plugins/telegram.pbp');
const key = newKey();

async function trust(page, stand) {
  await page.goto(`${stand.core}/plugins/-/keys`);
  const listed = page.getByRole('listitem').getByText('Pigeon Post');
  await page.getByLabel('Public key').waitFor();
  await page.waitForTimeout(500);
  if (await listed.isVisible()) return;
  await page.getByLabel('Whose key it is').fill('Pigeon Post');
  await page.getByLabel('Public key').fill(key.public);
  await page.getByRole('button', { name: 'Trust this key' }).click();
  await listed.waitFor();
  // The word that it was added goes away by itself.
  await page.getByText('The key is trusted from now on.').waitFor({ state: 'detached' });
}

/** By name, as in `SCREENS`; taken in light only. */
export const PLUGIN_SCREENS = {
  async 'plugin-keys'(page, stand) {
    await SCREENS.plugins(page, stand);
    await trust(page, stand);
  },
  async 'plugin-permissions'(page, stand) {
    await SCREENS.plugins(page, stand);
    await trust(page, stand);
    await page.goto(`${stand.core}/plugins/-/install`);
    const buffer = renamed(readFileSync(BUNDLED), '1.0.0', { key });
    await page.locator('input[type=file]').setInputFiles({ name: 'pigeon-1.0.0.pbp', mimeType: 'application/octet-stream', buffer });
    await page.getByRole('button', { name: 'Grant and activate' }).waitFor();
    await page.waitForTimeout(500);
  },
};
