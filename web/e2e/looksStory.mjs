// Accessibility in both colour schemes, and no sideways scrolling on the narrowest phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { openContext } from './browser.mjs';
import { violationsInBothSchemes } from './places.mjs';
import { PUBLIC_SCREENS } from './publicScreens.mjs';
import { SCREENS } from './screens.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const NARROW_PX = 360;
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
  for (const [name, go] of Object.entries({ ...SCREENS, ...PUBLIC_SCREENS })) {
    test(`${name} serves everybody, light and dark, down to ${NARROW_PX} pixels`, async () => {
      const context = await openContext(shared.browser, { colorScheme: 'light', bypassCSP: true });
      context.allow(...(EXPECTED[name] ?? []));
      const wide = await context.page();
      await go(wide, shared.stand);
      const found = await violationsInBothSchemes(wide, AXE, null);
      assert.deepEqual(context.complaints, []);
      await context.close();
      assert.deepEqual(found, []);
      // Loaded in the dark: the first picture, and what a page complains of then.
      const narrow = await openContext(shared.browser, { colorScheme: 'dark', viewport: { width: NARROW_PX, height: 740 } });
      narrow.allow(...(EXPECTED[name] ?? []));
      const page = await narrow.page();
      await go(page, shared.stand);
      assert.equal(await width(page), NARROW_PX);
      assert.deepEqual(narrow.complaints, []);
      await narrow.close();
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
