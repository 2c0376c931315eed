// Somebody calls: on the telephone's page a customer rings and talks, beside it the desk's telephones are
// picked up, and the agent's list and ticket tell of it while it happens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, openContext, timed } from './browser.mjs';
import { PASSWORD } from './stand.mjs';
import { exchanges, meet } from './talks.mjs';

// A caller of this story alone.
const CALLER = 351;
const NAME = 'Demo Caller';

export function calls(shared) {
  let agent, customer, desk, phone, office, exchange;

  // Beside a call that is open is the list of calls.
  const called = (text) => desk.locator('[data-call-row]', { hasText: text });
  const ticketsOf = async (text) => new Set(await called(text).evaluateAll((rows) => rows.map((row) => row.getAttribute('href')))).size;
  const listed = (text) => desk.locator('[data-ticket]', { hasText: text });
  const line = (text) => desk.getByRole('log').getByText(text).last().waitFor();
  const state = (words) => phone.locator('#calling').getByRole('status').getByText(words, { exact: true }).waitFor();
  const press = (name) => phone.locator('#calling').getByRole('button', { name, exact: true }).click();
  const pick = (what, extension) => office.getByRole('button', { name: `${what}, extension ${extension}` }).click();

  before(async () => {
    agent = await openContext(shared.browser);
    customer = await openContext(shared.browser);
    [exchange] = await exchanges(shared.stand);
    await meet(shared.stand, exchange, CALLER, NAME);
    // The customer's telephone, and the page wide enough to show those of the desk as well.
    phone = await customer.page();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(exchange.address(CALLER));
    office = await customer.page();
    await office.goto(exchange.address(CALLER));
    desk = await agent.page();
    await logIn(desk, shared.stand.core, 'agent1', PASSWORD, { at: '/ticket' });
    await desk.getByRole('button', { name: /^Account of/ }).first().waitFor();
    await desk.locator('[data-ticket]').first().waitFor();
  });
  after(async () => {
    await agent.close();
    await customer.close();
  });

  /** The entry of the panel while a call rings. */
  const incoming = () => desk.getByRole('link', { name: `Incoming Call ${NAME}` });

  test("the demo's first caller was missed", () => listed(/A call from Demo Customer \w was missed\./).waitFor());

  test('a call is in the list while it rings', async (t) => {
    await state('Not in a call');
    const ms = await timed(desk, `${NAME} is calling.`, '[data-ticket]', () => press('Call'));
    t.diagnostic(`telephone → agent's list: ${ms} ms`);
    await state('Calling…');
    await office.getByRole('button', { name: 'Answer, extension 102' }).waitFor();
    await incoming().waitFor();
    await desk.getByRole('button', { name: 'Decline', exact: true }).waitFor();
  });

  test('its ticket tells who answered, and what happens meanwhile', async () => {
    await listed(`${NAME} is calling.`).getByRole('link').click();
    await line(`${NAME} is calling.`);
    await pick('Answer', '101');
    await line(`The call with ${NAME} was answered at extension 101.`);
    await incoming().waitFor({ state: 'detached' });
    await state('Talking');
    await pick('Hold', '101');
    await line(`The call with ${NAME} is on hold.`);
    await state('On hold');
    await pick('Resume', '101');
    await line(`The call with ${NAME} goes on.`);
  });

  test('it tells how long they talked, and plays the recording', async () => {
    await press('Hang up');
    await line(/ ended after 0:\d\d minutes\./);
    await line(`The call with ${NAME} was recorded.`);
    const recording = desk.getByRole('log').locator('audio');
    assert.equal(await recording.count(), 1);
    await recording.evaluate((audio) => {
      audio.muted = true;
      return audio.play();
    });
    await desk.waitForFunction(() => {
      const audio = document.querySelector('[role=log] audio');
      return audio.duration > 0 && audio.currentTime > 0;
    });
  });

  test('a call in vain is in the same ticket', async () => {
    await press('Call');
    await line(`${NAME} is calling.`);
    await state('Calling…');
    await press('Hang up');
    await line(`A call from ${NAME} was missed.`);
    await state('Not in a call');
    await called(NAME).first().getByText('Missed', { exact: true }).waitFor();
    assert.equal(await ticketsOf(NAME), 1);
  });

  test('a telephone of the desk calls the customer', async () => {
    await pick('Call customer', '102');
    await line(`Calling ${NAME} at extension 102.`);
    await state('Ringing');
    await press('Accept');
    await line(`The call with ${NAME} was answered at extension 102.`);
    await pick('Hang up', '102');
    await desk.getByRole('log').locator('audio').nth(1).waitFor();
  });

  test('the agent calls back from the ticket, and steers the call there', async () => {
    const bar = (name) => desk.getByRole('button', { name, exact: true });
    await bar('Call the customer…').click();
    await desk.getByLabel('Extension of your telephone').fill('101');
    await desk.getByRole('dialog').getByRole('button', { name: 'Call', exact: true }).click();
    await line(`Calling ${NAME} at extension 101.`);
    await pick('Answer', '101');
    await state('Ringing');
    await press('Accept');
    await desk.getByText(`On the phone with ${NAME}, extension 101`).waitFor();
    await bar('Hold').click();
    await state('On hold');
    await desk.getByText(`${NAME} is on hold`, { exact: true }).waitFor();
    await bar('Resume').click();
    await state('Talking');
    await bar('Hang up').click();
    await state('Not in a call');
    await bar('Call the customer…').waitFor();
  });

  test('who hides their number is nobody known', async () => {
    await phone.getByLabel('Hide my number').check();
    await press('Call');
    await called('Withheld number').first().getByText('Ongoing', { exact: true }).waitFor();
    await press('Hang up');
    assert.equal(await ticketsOf(NAME), 1);
  });

  test('nothing complained', () => {
    assert.deepEqual(agent.complaints, []);
    assert.deepEqual(customer.complaints, []);
  });
}
