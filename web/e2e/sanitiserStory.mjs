// Hostile words from outside: tags written as text stand wherever texts stand, and a mail's page runs
// nothing, loads nothing and covers nothing, even if the server had let every trick through.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { asked, logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const [CUSTOMER] = customersOf('sanitiser', 433);
const FIRST = 'canaryword, is anybody there?';
const corpus = JSON.parse(await readFile(new URL('../../core/tests/hostile/mail.json', import.meta.url), 'utf8'));
/** Letters of one text; channels take no more at once. */
const TEXT_MAX = 3500;
const MAILS = 6;

/** The corpus in texts that each begin with a word of their own. */
function texts() {
  const list = [];
  for (const { html } of corpus) {
    if (html.length > TEXT_MAX) continue;
    const last = list.at(-1);
    if (last === undefined || last.length + html.length > TEXT_MAX) list.push(`canaryword ${list.length} ${html}`);
    else list[list.length - 1] = `${last}\n${html}`;
  }
  return list;
}

export function sanitiser(shared) {
  let context, page, ticket;
  const fired = [];
  const own = () => new URL(shared.stand.core).origin;

  const checkCanaries = async () => {
    // Every trick marks the outermost window, too; a frame without scripts can hardly be asked.
    assert.deepEqual([fired, await page.evaluate(() => typeof globalThis.__x)], [[], 'undefined']);
    assert.equal(new URL(page.url()).origin, own());
    assert.equal(context.context.pages().length, 1, 'nothing opened a window');
  };

  before(async () => {
    context = await openContext(shared.browser);
    // What the page's policy holds back is told to the console.
    context.allow(/CSP violation|Content Security Policy|sandboxed|Failed to load resource|uncaught/);
    await context.context.route(
      (url) => url.origin !== own() && /^https?:$/.test(url.protocol),
      (route) => {
        fired.push(`asked for ${route.request().url()}`);
        return route.abort();
      },
    );
    page = await context.page();
    page.on('dialog', (dialog) => {
      fired.push(`dialog ${dialog.message()}`);
      return dialog.dismiss();
    });
    await logIn(page, shared.stand.core, 'admin', PASSWORD, { admin: true, at: '/ticket' });
    await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
    await shared.stand.write(CUSTOMER, FIRST);
    ticket = await asked(page, async (text) => {
      const list = await fetch('/api/ticket/load/-/open/ticket/0').then((answer) => answer.json());
      return list.data.find((one) => one.snippet === text);
    }, FIRST);
  });
  after(() => context?.close());

  test('tags that are words stay words: in the list, the conversation and a card', async () => {
    // Cards and lists show them as they come.
    await page.locator('[data-ticket]', { hasText: FIRST }).first().waitFor();
    const all = texts();
    assert.ok(all.length >= 5);
    for (const text of all) await shared.stand.write(CUSTOMER, text);
    await page.locator('[data-ticket]', { hasText: `canaryword ${all.length - 1}` }).first().waitFor();
    await checkCanaries();
    await visit(page, `/ticket/${ticket.ticket_number}`);
    await page.getByRole('log').getByText(`canaryword ${all.length - 1}`).first().waitFor();
    await checkCanaries();
  });

  test('they stay words where they are quoted and where they are found', async () => {
    const message = page.getByRole('log').locator('article', { hasText: 'canaryword 0' }).first();
    await message.hover();
    await message.getByRole('button', { name: 'Reply to this' }).first().click();
    await page.getByText(/^Replying to/).waitFor();
    await checkCanaries();
    const search = page.getByRole('button', { name: 'Search (/)' }).or(page.getByRole('button', { name: 'Search', exact: true }));
    await search.first().click();
    const field = page.getByRole('search').getByRole('textbox');
    await field.fill('canaryword');
    await field.press('Enter');
    await page.locator('[data-result]', { hasText: 'canaryword' }).first().waitFor();
    await checkCanaries();
    await page.keyboard.press('Escape');
  });

  test('a mail that nobody cleaned runs nothing, loads nothing and covers nothing', async () => {
    // Each of the last messages becomes a mail with a part of the corpus, so that the screen is loaded once.
    const size = Math.ceil(corpus.length / MAILS);
    const mails = new Map();
    await page.route(/\/api\/ticket\/data3?\/\d+\/0/, async (route) => {
      const answer = await route.fetch();
      const days = await answer.json();
      const messages = days.flatMap((day) => day.messages ?? []).filter((one) => one.direction === 'in');
      for (const [at, { id }] of messages.slice(-MAILS).entries()) mails.set(String(id), corpus.slice(at * size, (at + 1) * size));
      for (const one of messages.slice(-MAILS)) Object.assign(one, { type: 'text/html', html_url: `/api/messages/${one.id}/html` });
      await route.fulfill({ response: answer, json: days });
    });
    await page.route(/\/api\/messages\/\d+\/html/, (route) => {
      const id = /\/messages\/(\d+)\//.exec(route.request().url())[1];
      return route.fulfill({ contentType: 'text/html', body: `<!doctype html><p>mail ${id}</p>${mails.get(id).map(({ html }) => html).join('\n')}` });
    });
    await page.goto(`${own()}/ticket/${ticket.ticket_number}`);
    await page.getByRole('log').locator('iframe').nth(MAILS - 1).waitFor();
    assert.equal([...mails.values()].flat().length, corpus.length);
    for (const [at, id] of [...mails.keys()].entries()) {
      const frame = page.getByRole('log').locator('iframe').nth(at);
      await frame.scrollIntoViewIfNeeded();
      await frame.contentFrame().getByText(`mail ${id}`).first().waitFor();
      // What is not held back is asked for at once; a second is long.
      await page.waitForTimeout(1000);
      await checkCanaries();
      const [box, log] = [await frame.boundingBox(), await page.getByRole('log').boundingBox()];
      assert.ok(box.x >= log.x && box.x + box.width <= log.x + log.width + 1, 'the mail stays in its place');
      const top = await page.evaluate(() => {
        const field = document.querySelector('textarea')?.getBoundingClientRect();
        const hit = field && document.elementFromPoint(field.x + field.width / 2, field.y + field.height / 2);
        return hit?.tagName;
      });
      assert.equal(top, 'TEXTAREA', 'the composer can be reached');
    }
  });
}
