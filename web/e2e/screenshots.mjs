// Takes every screen and dialog of the running demo: light, dark, and on a phone.
//
//   npm run screenshots                        all of them, into docs/screenshots
//   npm run screenshots -- plans settings      those whose name begins so
//   npm run screenshots -- --out DIR           into another folder
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { launch, logIn } from './browser.mjs';
import { camera, contextOf, KINDS } from './camera.mjs';
import { furnish } from './furnish.mjs';
import { at, enter, go, HOSTS, leave, PEOPLE, PLACES } from './places.mjs';
import { PLUGIN_SCREENS } from './pluginPictures.mjs';
import { PUBLIC_SCREENS } from './publicScreens.mjs';
import { SCREENS } from './screens.mjs';
import { PASSWORD, startStand } from './stand.mjs';

const DOCS = resolve(import.meta.dirname, '../../docs/screenshots');
const given = process.argv.slice(2);
const flag = given.indexOf('--out');
const out = flag >= 0 ? resolve(given[flag + 1] ?? '.') : DOCS;
const wanted = flag >= 0 ? given.toSpliced(flag, 2) : given;
const isWanted = (name) => wanted.length === 0 || wanted.some((start) => name.startsWith(start));

const ALONE = {
  ...SCREENS,
  ...PUBLIC_SCREENS,
  async crash(page, stand) {
    await logIn(page, stand.core, 'agent1', PASSWORD);
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
    await page.keyboard.press('Alt+Shift+KeyC');
    await page.getByRole('button', { name: 'Refresh Now' }).waitFor();
  },
};

function fail(name, error) {
  process.exitCode = 1;
  console.error(`${name}: ${error}`);
}

const take = camera(out);

/** Screens that need a browser of their own. */
async function alone(stand, browser, kind, options) {
  const screens = kind === 'light' ? { ...ALONE, ...PLUGIN_SCREENS } : ALONE;
  for (const [name, open] of Object.entries(screens)) {
    if (!isWanted(name)) continue;
    const context = await contextOf(browser, options);
    try {
      const page = await context.page();
      await open(page, stand);
      await take(page, `${name}-${kind}`);
    } catch (error) {
      fail(`${name}-${kind}`, error);
    }
    await context.close();
  }
}

/** Whether this person's picture of the place is taken: once for everybody, as whoever may first. */
function isTheirs({ name, only }, who) {
  if (Object.hasOwn(ALONE, name)) return false;
  const [first] = only ?? Object.keys(PEOPLE);
  return first === who;
}

/** Every other place and dialog, by one person in one browser. */
async function walked(stand, browser, kind, options, who) {
  const places = PLACES.filter((place) => isWanted(place.name) && isTheirs(place, who));
  if (places.length === 0) return;
  const context = await contextOf(browser, options);
  const page = await enter(context, stand.core, who);
  for (const place of places) {
    try {
      await go(page, place);
      await page.waitForTimeout(400);
      // What is still on its way is waited for, so that its place is not photographed empty.
      await page.waitForLoadState('networkidle');
      await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' });
      await take(page, `${place.name}-${kind}`);
      await leave(page, place);
    } catch (error) {
      fail(`${place.name}-${kind}`, error);
      await page.goto(stand.core);
    }
  }
  await context.close();
}

/** The other host names: their login and home, as the rest is the same. */
async function variants(stand, browser, kind, options) {
  for (const variant of Object.keys(HOSTS).filter((name) => name !== 'all-in-one' && isWanted(`variant-${name}`))) {
    const context = await contextOf(browser, options);
    try {
      const page = await context.page();
      await page.goto(at(stand.core, variant));
      await page.getByLabel('Username').waitFor();
      await page.waitForTimeout(400);
      await take(page, `variant-${variant}-login-${kind}`);
      await page.close();
      const home = await enter(context, at(stand.core, variant), 'admin');
      await home.getByRole('heading', { level: 1 }).waitFor();
      await home.waitForTimeout(400);
      await take(home, `variant-${variant}-home-${kind}`);
    } catch (error) {
      fail(`variant-${variant}-${kind}`, error);
    }
    await context.close();
  }
}

const stand = await startStand();
const browser = await launch();
try {
  await furnish(stand, browser);
  await mkdir(out, { recursive: true });
  for (const [kind, options] of Object.entries(KINDS)) {
    await alone(stand, browser, kind, options);
    for (const who of Object.keys(PEOPLE)) await walked(stand, browser, kind, options, who);
    await variants(stand, browser, kind, options);
  }
} finally {
  await browser.close();
  await stand.stop();
}
