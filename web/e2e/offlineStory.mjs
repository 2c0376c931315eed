// What arrives while the line is down appears afterwards, each message once, and the draft is kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext, signIn } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { openLine } from './line.mjs';
import { PASSWORD } from './stand.mjs';

const [CUSTOMER, NEWCOMER] = customersOf('offline', 82, 990);
const OPENING = 'My parcel says delivered, but nothing is here.';

export function offline(shared) {
  let agent, desk, line;
  const articles = () => desk.locator('[role=log] article');
  const texts = () => articles().evaluateAll((all) => all.map((one) => one.textContent ?? ''));

  before(async () => {
    line = await openLine(shared.stand.core);
    agent = await openContext(shared.browser, { isIdle: true });
    desk = await agent.page();
    await logIn(desk, line.url, 'agent1', PASSWORD, { at: '/ticket' });
    // The demo's last customers may come meanwhile, and move the row from under a click.
    await desk.locator('[data-ticket]', { hasText: OPENING }).getByRole('link').press('Enter');
    await desk.getByRole('log').getByText(OPENING).waitFor();
  });
  after(async () => {
    await agent.close();
    line.close();
  });

  test('exactly the missed messages appear, and the draft is kept', async (t) => {
    const before = await articles().count();
    await desk.getByLabel('Your answer').fill('I am looking into');
    agent.allow(/net::ERR_(EMPTY_RESPONSE|CONNECTION_|SOCKET_)/);
    line.cut();
    await desk.getByText('No connection.', { exact: false }).first().waitFor();
    const missed = Array.from({ length: 8 }, (_, n) => `Missed message number ${n + 1}.`);
    for (const text of missed) await shared.stand.write(CUSTOMER, text);
    await shared.stand.write(NEWCOMER, 'A new customer meanwhile.');
    await desk.getByLabel('Your answer').pressSequentially(' it.');
    assert.equal(await articles().count(), before, 'the line was not down');

    const begun = Date.now();
    line.mend();
    await desk.getByRole('log').getByText(missed.at(-1)).waitFor({ timeout: 40_000 });
    t.diagnostic(`back on line → complete: ${Date.now() - begun} ms`);
    await desk.locator('[data-ticket]', { hasText: 'A new customer meanwhile.' }).waitFor();
    await becomes(() => desk.getByLabel('Your answer').inputValue(), 'I am looking into it.');

    const now = await texts();
    assert.equal(now.length, before + missed.length);
    const order = missed.map((text) => now.findIndex((shown) => shown.includes(text)));
    assert.deepEqual(order, [...order].sort((a, b) => a - b));
    for (const text of missed) assert.equal(now.filter((shown) => shown.includes(text)).length, 1, text);
  });

  test('the draft outlives a reload, and is sent once', async () => {
    await desk.reload();
    await desk.getByRole('log').getByText(OPENING).waitFor();
    await becomes(() => desk.getByLabel('Your answer').inputValue(), 'I am looking into it.');
    await desk.getByLabel('Your answer').press('Enter');
    await desk.locator('article', { hasText: 'I am looking into it.' }).locator('[aria-label=Sent]').waitFor();
    assert.equal(await desk.locator('article', { hasText: 'I am looking into it.' }).count(), 1);
  });

  test('what was done at the last moment is done, although the page was left with it', async () => {
    const boss = await openContext(shared.browser);
    await signIn(boss.context, shared.stand.core, 'admin', PASSWORD, { admin: true });
    const banner = (text) => desk.getByRole('status').filter({ hasText: text });
    const [first, second] = ['The lift is out of order.', 'Tea is at four.'];
    const headers = { origin: shared.stand.core };
    const made = [];
    for (const text of [first, second]) {
      const data = { text, level: 'info', link: '', from: null, until: null };
      const answer = await boss.context.request.post(`${shared.stand.core}/api/announcements`, { data, headers });
      made.push((await answer.json()).id);
      await banner(text).waitFor();
    }
    line.hold(/^POST \/api\/announcements\/\d+\/dismiss /);
    const loaded = desk.waitForEvent('load');
    await banner(first).getByRole('button', { name: 'Dismiss announcement' }).evaluate((button) => {
      button.click();
      globalThis.location.reload();
    });
    await loaded;
    await desk.getByRole('log').getByText(OPENING).waitFor();
    // The new page has the banner still: the call of the old one is on its way.
    await banner(first).waitFor();
    assert.equal(line.held(), 1, 'the call ended with its page');
    line.release();
    await banner(first).waitFor({ state: 'detached' });
    assert.equal(await banner(second).count(), 1);
    for (const id of made) assert.ok((await boss.context.request.delete(`${shared.stand.core}/api/announcements/${id}`, { headers })).ok());
    await banner(second).waitFor({ state: 'detached' });
    await boss.close();
  });

  test('five hundred missed messages come once each, in order', async (t) => {
    const crowd = Array.from({ length: 25 }, (_, n) => 3001 + n);
    const rounds = Array.from({ length: 20 }, (_, n) => n + 1);
    const text = (customer, round) => `Crowd ${customer}, line ${round}.`;
    const got = [];
    const numbers = [];
    desk.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const frame = JSON.parse(String(payload));
        if (typeof frame.seq === 'number') numbers.push(frame.seq);
        const said = frame.event === 'newMessage' ? frame.data.message.message : '';
        if (said.startsWith('Crowd ')) got.push(said);
      }),
    );
    line.cut();
    await desk.getByText('No connection.', { exact: false }).first().waitFor();
    for (const round of rounds) {
      await Promise.all(crowd.map((customer) => shared.stand.write(customer, text(customer, round))));
    }
    assert.deepEqual(got, [], 'the line was not down');

    const begun = Date.now();
    line.mend();
    const wanted = crowd.length * rounds.length;
    while (got.length < wanted && Date.now() - begun < 60_000) await desk.waitForTimeout(100);
    t.diagnostic(`${got.length} missed messages, ${numbers.length} events, ${Date.now() - begun} ms after the line was back`);
    for (const customer of crowd) {
      const own = got.filter((said) => said.startsWith(`Crowd ${customer},`));
      assert.deepEqual(own, rounds.map((round) => text(customer, round)));
    }
    assert.ok(numbers.every((number, at) => at === 0 || number > numbers[at - 1]), 'events came twice or out of order');

    const last = crowd.at(-1);
    await desk.goto(`${line.url}/ticket`);
    await desk.locator('[data-ticket]', { hasText: text(last, 20) }).getByRole('link').first().click();
    await desk.getByRole('log').getByText(text(last, 20)).waitFor();
    // What fits on a screen is drawn first, what is above it in the frames after.
    await desk.getByRole('log').getByText(text(last, 1)).waitFor({ state: 'attached' });
    const shown = (await texts()).filter((one) => one.includes(`Crowd ${last},`));
    assert.equal(shown.length, rounds.length);
  });

  test('what is sent meanwhile waits, and goes out by itself', async () => {
    line.cut();
    await desk.getByText('No connection.', { exact: false }).first().waitFor();
    await desk.getByLabel('Your answer').fill('Written without a line.');
    await desk.getByLabel('Your answer').press('Enter');
    await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const sent = desk.locator('article', { hasText: 'Written without a line.' });
    await sent.getByText('It goes out by itself when the line is back.', { exact: false }).waitFor();
    line.mend();
    await sent.locator('[aria-label=Sent]').waitFor({ timeout: 40_000 });
    assert.equal(await sent.count(), 1);
  });

  test('nothing else complained', () => assert.deepEqual(agent.complaints, []));
}
