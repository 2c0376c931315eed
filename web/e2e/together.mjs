// Stories told one after the other to the same running demo, in one browser.
import { after, afterEach, before, describe } from 'node:test';
import { launch, tellPages } from './browser.mjs';
import { startStand } from './stand.mjs';

const LIMIT_MS = 1_500_000;

/**
 * The stories by their titles. A story mostly waits for one page, so each file of stories has a desk and
 * a browser of its own and the runner tells two files at a time.
 */
export function together(title, stories) {
  /** What the stories share; filled before the first of them. */
  const shared = {};
  describe(title, { timeout: LIMIT_MS }, () => {
    before(async () => {
      shared.stand = await startStand();
      shared.browser = await launch();
    });
    after(async () => {
      await shared.browser?.close();
      await shared.stand?.stop();
    });
    afterEach(async (test) => {
      if (test.error !== null && test.error !== undefined) await tellPages(test.name);
    });
    for (const [name, story] of Object.entries(stories)) describe(name, () => story(shared));
  });
}
