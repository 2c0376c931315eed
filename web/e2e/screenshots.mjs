// Takes every screen and dialog of the running demo: light, dark, and on a phone.
//
//   npm run screenshots                        all of them, into docs/screenshots
//   npm run screenshots -- plans settings      those whose name begins so
//   npm run screenshots -- --out DIR           into another folder
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launch, logIn, openContext } from './browser.mjs';
import { furnish } from './furnish.mjs';
import { at, enter, go, HOSTS, leave, PEOPLE, PLACES } from './places.mjs';
import { PLUGIN_SCREENS } from './pluginPictures.mjs';
import { PUBLIC_SCREENS } from './publicScreens.mjs';
import { SCREENS } from './screens.mjs';
import { PASSWORD, startStand } from './stand.mjs';

const DOCS = resolve(import.meta.dirname, '../../docs/screenshots');
/** Small text stays sharp at this quality, and a picture takes about 20 KB. */
const QUALITY = 80;
const DESK = { viewport: { width: 1280, height: 800 } };
const KINDS = {
  light: { ...DESK, colorScheme: 'light' },
  dark: { ...DESK, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light', hasTouch: true },
};

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

/** A browser that was asked about its notifications before: the question would lie over everything. */
async function contextOf(browser, options) {
  const context = await openContext(browser, { ...options, reducedMotion: 'reduce' });
  await context.context.addInitScript(() => localStorage.setItem('patchbay.browser_notifications', 'disabled'));
  return context;
}

async function take(page, name) {
  // Nothing is under the pointer.
  await page.mouse.move(0, 0);
  const tools = await page.context().newCDPSession(page);
  const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await tools.detach();
  const bytes = Buffer.from(data, 'base64');
  await writeFile(join(out, `${name}.webp`), bytes);
  console.log(`${name} ${Math.ceil(bytes.length / 1024)} KB`);
}

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
