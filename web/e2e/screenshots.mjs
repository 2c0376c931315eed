// Writes pictures from the running demo: light, dark, and on a phone.
//
//   npm run screenshots                        the pictures of docs/screenshots
//   npm run screenshots -- tickets             one of them
//   npm run screenshots -- --out DIR           every place and dialog, at every variant, into DIR
//   npm run screenshots -- --out DIR plans     those whose name begins so
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launch, openContext } from './browser.mjs';
import { furnish } from './furnish.mjs';
import { at, enter, go, HOSTS, leave, PEOPLE, PLACES } from './places.mjs';
import { PLUGIN_SCREENS } from './pluginPictures.mjs';
import { SCREENS } from './screens.mjs';
import { startStand } from './stand.mjs';

const DOCS = resolve(import.meta.dirname, '../../docs/screenshots');
const DESK = { viewport: { width: 1440, height: 900 } };
const KINDS = {
  light: { ...DESK, colorScheme: 'light' },
  dark: { ...DESK, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true },
};

const given = process.argv.slice(2);
const flag = given.indexOf('--out');
const everything = flag >= 0;
const out = everything ? resolve(given[flag + 1] ?? '.') : DOCS;
const wanted = everything ? given.toSpliced(flag, 2) : given;
const isWanted = (name) => wanted.length === 0 || wanted.some((start) => name === start || (everything && name.startsWith(start)));

function fail(name, error) {
  process.exitCode = 1;
  console.error(`${name}: ${error}`);
}

async function take(page, name) {
  const file = join(out, `${name}.png`);
  const bytes = await page.screenshot({ caret: 'hide' });
  await writeFile(file, bytes);
  console.log(`${file} ${Math.ceil(bytes.length / 1024)} KB`);
}

/** The pictures of the documentation. */
async function documented(stand, browser, kind, options) {
  const screens = kind === 'light' ? { ...SCREENS, ...PLUGIN_SCREENS } : SCREENS;
  for (const [name, open] of Object.entries(screens)) {
    if (!isWanted(name)) continue;
    const context = await openContext(browser, { ...options, reducedMotion: 'reduce' });
    try {
      const page = await context.page();
      await open(page, stand);
      await take(page, `${name}-${kind}`);
      for (const complaint of context.complaints) console.error(`  complained: ${complaint}`);
    } catch (error) {
      fail(`${name}-${kind}`, error);
    }
    await context.close();
  }
}

/** Every place as one kind of person; a place the admin has seen is not taken again. */
async function walked(stand, browser, kind, options, variant, who) {
  const places = PLACES.filter(
    ({ name, only, path }) =>
      isWanted(name) && (variant === 'all-in-one' || path === '/') && (who === 'admin' ? (only?.includes(who) ?? true) : only?.includes(who) && !only.includes('admin')),
  );
  if (places.length === 0) return;
  const context = await openContext(browser, { ...options, reducedMotion: 'reduce' });
  const page = await enter(context, at(stand.core, variant), who);
  for (const place of places) {
    const name = `${place.name}-${variant}-${kind}`;
    try {
      await go(page, place);
      await page.waitForTimeout(400);
      await take(page, name);
      await leave(page, place);
    } catch (error) {
      fail(name, error);
      await page.goto(at(stand.core, variant));
    }
  }
  await context.close();
}

async function login(stand, browser, kind, options, variant) {
  if (!isWanted('login')) return;
  const context = await openContext(browser, { ...options, reducedMotion: 'reduce' });
  const page = await context.page();
  await page.goto(at(stand.core, variant));
  await page.getByLabel('Username').waitFor();
  await page.waitForTimeout(400);
  await take(page, `login-${variant}-${kind}`);
  await context.close();
}

const stand = await startStand();
const browser = await launch();
try {
  await furnish(stand, browser);
  await mkdir(out, { recursive: true });
  for (const [kind, options] of Object.entries(KINDS)) {
    if (!everything) {
      await documented(stand, browser, kind, options);
      continue;
    }
    for (const variant of Object.keys(HOSTS)) {
      await login(stand, browser, kind, options, variant);
      for (const who of Object.keys(PEOPLE)) await walked(stand, browser, kind, options, variant, who);
    }
  }
} finally {
  await browser.close();
  await stand.stop();
}
