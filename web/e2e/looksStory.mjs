// Accessibility in both colour schemes, and no sideways scrolling on the narrowest phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { openContext } from './browser.mjs';
import { violations, violationsInBothSchemes } from './places.mjs';
import { PUBLIC_SCREENS } from './publicScreens.mjs';
import { INSIDERS, SCREENS } from './screens.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** What a screen complains about because it shows just that. */
const REFUSED = [/401.*\/api\/auth2$/];
const EXPECTED = {
  'login-second-factor': REFUSED,
  'login-refused': REFUSED,
  'new-ticket-none': [/404.*\/api\/new_ticket\/nowhere$/],
  'survey-none': [/404.*\/api\/survey\/nowhere$/],
};

function width(page) {
  return page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));
}

export function looks(shared) {
  /** By who goes there: a browser with one page, which loads each screen anew. A browser for each screen cost more than the screen. */
  const browsers = {};
  after(() => Promise.all(Object.values(browsers).map((context) => context.close())));

  async function pageFor(who) {
    browsers[who] ??= await openContext(shared.browser);
    const { context, page } = browsers[who];
    return context.pages()[0] ?? page();
  }

  /** Loads the screen as whoever never was there gets it. */
  async function load(page, go, viewport, colorScheme) {
    await page.unrouteAll();
    if (page.context() === browsers.stranger?.context) await page.context().clearCookies();
    if (page.url().startsWith('http')) {
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      // What was there before is not drawn once more in the other size.
      await page.goto('about:blank');
    }
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await go(page, shared.stand);
  }

  for (const [name, go] of Object.entries({ ...SCREENS, ...PUBLIC_SCREENS })) {
    test(`${name} serves everybody, light and dark, down to ${PHONE.width} pixels`, async () => {
      const who = INSIDERS[name] ?? 'stranger';
      const page = await pageFor(who);
      const isExpected = (text) => (EXPECTED[name] ?? []).some((pattern) => pattern.test(text));
      const complaints = () => browsers[who].complaints.splice(0).filter((text) => !isExpected(text));
      await load(page, go, DESK, 'light');
      assert.deepEqual(await violationsInBothSchemes(page, AXE, null), []);
      assert.deepEqual(complaints(), []);
      // Loaded in the dark: the first picture, and what a page complains of then.
      await load(page, go, PHONE, 'dark');
      assert.equal(await width(page), PHONE.width);
      // A finger needs the room that a pointer does, and a phone has less of it.
      assert.deepEqual(await violations(page, AXE, ['target-size']), []);
      assert.deepEqual(complaints(), []);
    });
  }

  test('colours change at once for who asks for less motion', async () => {
    const context = await openContext(shared.browser, { colorScheme: 'light', reducedMotion: 'reduce' });
    for (const name of ['login', 'tickets']) {
      const page = await context.page();
      await SCREENS[name](page, shared.stand);
      const kept = await page.evaluate(() => {
        const all = [...document.body.querySelectorAll('*')];
        const colours = () => all.map((one) => getComputedStyle(one).color);
        const before = colours();
        document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
        const first = colours();
        const differ = (from) => colours().filter((colour, at) => colour !== from[at]).length;
        const changed = differ(before);
        return new Promise((done) => setTimeout(() => done({ changed, late: differ(first) }), 1_000));
      });
      assert.equal(kept.late, 0, `${name}: ${kept.late} elements change their colour later`);
      assert.ok(kept.changed > 0, `${name} has no dark colours`);
      await page.close();
    }
    await context.close();
  });
}
