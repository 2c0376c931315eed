// A thread of five thousand messages: how soon it is open, and whether it keeps pace with the wheel.
// The figures are printed. What fails is far above them, so that a busy machine passes; work of the
// main thread is measured in its own time, which other programs do not stretch.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { openTimed, quantile, restUntilOlder, scrollUp, worked } from './longThread.mjs';
import { PASSWORD } from './stand.mjs';

const CLIENT = 'Threads';
const MESSAGES = 5_000;
/** Tickets made first, so that there is a list; the long one is the next. */
const OTHERS = 12;
const ROUNDS = 8;
const STRETCHES = 5;
const STRETCH_PX = 12_000;
/** Pixels a second, as a hand at a wheel in a hurry. */
const SPEED = 2_400;
/** After this the parts of the workspace that are fetched when nothing happens have come. */
const QUIET_MS = 3_000;

const figure = (value) => value.toFixed(1);
const load = () => readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');

export function longThread(shared) {
  let context, page;

  before(async () => {
    await shared.stand.generate(CLIENT, OTHERS, OTHERS * 5);
    await shared.stand.generate(CLIENT, 1, MESSAGES);
    context = await openContext(shared.browser, { isIdle: true });
    page = await context.page();
    await logIn(page, shared.stand.core, `admin@${CLIENT}`, PASSWORD, { admin: true });
    await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(() => context?.close());

  test('it opens before anybody waits', async (t) => {
    const [times, work] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      // A new page each time: what was open before would be there at once.
      await page.goto(`${shared.stand.core}/ticket?filter=all`);
      await page.locator('[data-ticket]').first().waitFor();
      await page.waitForTimeout(QUIET_MS);
      const { result, cpu } = await worked(page, () => openTimed(page, OTHERS + 1));
      times.push(result);
      work.push(cpu);
    }
    t.diagnostic(
      `open: best ${figure(Math.min(...times))} p50 ${figure(quantile(times, 0.5))} max ${figure(Math.max(...times))} ms; ` +
        `main thread p50 ${figure(quantile(work, 0.5))} ms; load ${load()}`,
    );
    assert.ok(quantile(times, 0.5) < 2_000, `opening takes ${times.map(figure).join(', ')} ms`);
    assert.ok(Math.min(...work) < 450, `opening works for ${work.map(figure).join(', ')} ms`);
  });

  test('older pages come without stopping the wheel', async (t) => {
    const count = () => page.getByRole('log').locator('article').count();
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      const had = await count();
      const { result, cpu } = await worked(page, () => scrollUp(page, STRETCH_PX, SPEED));
      const pages = ((await count()) - had) / 30;
      const { frames, tasks, moves } = result;
      t.diagnostic(
        `frames ${frames.length}: p50 ${figure(quantile(frames, 0.5))} p95 ${figure(quantile(frames, 0.95))} max ${figure(Math.max(...frames))} ms, ` +
          `${frames.filter((ms) => ms > 25).length} late; long tasks ${tasks.length}, longest ${figure(Math.max(0, ...tasks))} ms; ` +
          `${pages} pages, main thread ${figure(cpu / frames.length)} ms a frame; moved ${figure(Math.min(...moves))} to ${figure(Math.max(...moves))} px; load ${load()}`,
      );
      assert.ok(pages >= 3, `only ${pages} pages came`);
      assert.ok(quantile(frames, 0.5) < 34, `half the frames take ${figure(quantile(frames, 0.5))} ms and more`);
      assert.ok(cpu / frames.length < 16, `a frame takes ${figure(cpu / frames.length)} ms of work`);
      // Up means that everything moves down: a page that comes in above must not push or pull.
      assert.ok(Math.min(...moves) > -4, `moved back by ${figure(Math.min(...moves))} px`);
    }
  });

  test('a page that comes in moves nothing of what is read', async () => {
    for (let round = 0; round < 3; round += 1) {
      const moved = await restUntilOlder(page);
      assert.ok(Math.abs(moved) <= 1, `moved by ${figure(moved)} px`);
    }
  });

  test('nothing else complained', () => assert.deepEqual(context.complaints, []));
}
