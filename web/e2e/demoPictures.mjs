// Plays the demo on an empty folder: a customer writes on the page of each network, or calls, an agent
// answers all of them from one inbox, and both sides are photographed: light, dark, and on a phone.
//
//   npm run demo-pictures                      all of them, into docs/screenshots/demo
//   npm run demo-pictures -- line email        these networks only
//   npm run demo-pictures -- --out DIR         into another folder
//
// Ends with an error when an answer does not reach its customer.
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { launch, logIn, openContext } from './browser.mjs';
import { camera, contextOf, KINDS } from './camera.mjs';
import { lamp } from './pictures.mjs';
import { PASSWORD, startStand } from './stand.mjs';
import { answer, exchanges, meet, phones, say, sees, show, take as takeUp } from './talks.mjs';

const DOCS = resolve(import.meta.dirname, '../../docs/screenshots/demo');
const given = process.argv.slice(2);
const flag = given.indexOf('--out');
const out = flag >= 0 ? resolve(given[flag + 1] ?? '.') : DOCS;
const wanted = flag >= 0 ? given.toSpliced(flag, 2) : given;
const isWanted = (id) => wanted.length === 0 || wanted.includes(id);

const FIRST_CUSTOMER = 401;
const FIRST_CALLER = 451;
const VISITOR = 'livechat';
/** By network: what the customer writes, and what the agent answers. */
const TALKS = {
  telegram: ['Hi! Does this shade fit the Orbit pendant?', 'It does. Shall I put one aside for you?'],
  'graph-email': ['Subject: Order 20418\nGood morning,\nthe shade of my lamp arrived cracked. Could you send another one?', 'A new shade is on its way and arrives on Thursday.'],
  email: ['Subject: Invoice 1107\nHello,\nthe invoice names our old company. Could you write it anew?', 'Of course. The corrected invoice follows within the hour.'],
  line: ['Is this one still in stock?', 'Two are left. Shall I keep one for you?'],
  sms: ['Is order 20431 ready to be picked up?', 'It is. We are open until 20:00 today.'],
  x: ['Which bulb goes into this one?', 'An E27 of up to 40 W. A warm white one looks best.'],
  whatsapp: ['Boleh tukar lampu ini dengan yang biru?', 'Boleh. Bawa sahaja ke kedai dengan resitnya.'],
  facebook: ['Do you deliver to Ipoh on Saturdays?', 'Yes, between 9 and 13. The van is free above RM 300.'],
  instagram: ['Love this one! Is there a smaller size?', 'There is: 28 cm, in the same blue.'],
  chatbot: ['I would like to talk to a person about this lamp.', 'Here I am. What is the matter with it?'],
};
const spoken = (id) => TALKS[id] ?? [`Hello from ${id}, a café in Kuching.`, `Welcome, customer of ${id}.`];
const line = (text) => text.split('\n').at(-1);

async function settled(page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
}

/** One network: the customer writes and shows a picture, the agent answers, the customer reads it. */
async function talk(stand, browser, desk, phone, user) {
  const [question, reply] = spoken(phone.id);
  await meet(stand, phone, user, `Demo Customer ${String.fromCharCode(65 + (user - FIRST_CUSTOMER))}`);
  const customer = await openContext(browser, { viewport: { width: 390, height: 844 } });
  const page = await customer.page();
  await page.goto(phone.address(user));
  await say(page, question);
  await takeUp(desk, line(question));
  if (await show(page, lamp())) await sees(desk);
  await answer(desk, reply);
  await page.locator('#messages').getByText(reply).first().waitFor();
  if (customer.complaints.length > 0) throw new Error(customer.complaints.join('\n'));
  await customer.close();
  return { id: phone.id, page: phone.address(user), ticket: new URL(desk.url()).pathname, reply };
}

/** The page of a shop's visitors; it stays open, as the visit is this browser's. */
async function visit(stand, browser, desk) {
  const visitor = await contextOf(browser, { viewport: { width: 390, height: 844 } });
  const page = await visitor.page();
  await page.goto(stand.visit);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name').fill('Demo Visitor A');
  await page.getByLabel('Phone').fill('+60 12 345 6789');
  await page.getByLabel('Email').fill('visitor@example.com');
  await page.getByLabel('Message').fill('Do you ship to Kuching?');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Your queue number is').waitFor();
  await desk.getByRole('button', { name: 'Take one' }).first().click();
  await desk.waitForURL(/\/livechat\/.+/);
  const ticket = new URL(desk.url()).pathname;
  const field = page.getByLabel('Write a message');
  await field.fill('It is for the lamp on this picture.');
  await field.press('Enter');
  await desk.getByRole('log').getByText('It is for the lamp on this picture.').waitFor();
  await page.locator('input[type=file]').first().setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: lamp() });
  await page.getByText('shelf.png').first().waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await sees(desk);
  const reply = 'We do, within three working days.';
  await answer(desk, reply);
  await page.getByText(reply).first().waitFor();
  await desk.goto(`${stand.core}/ticket`);
  return { id: VISITOR, open: page, ticket, reply };
}

/** Somebody calls, and a telephone of the desk is picked up; they talk as long as pictures are taken. */
async function ring(stand, browser, desk, exchange, user) {
  const name = 'Demo Caller';
  await meet(stand, exchange, user, name);
  const customer = await openContext(browser);
  const page = await customer.page();
  await page.goto(exchange.address(user));
  await page.locator('#calling').getByRole('button', { name: 'Call', exact: true }).click();
  await takeUp(desk, `${name} is calling.`);
  await page.getByRole('button', { name: 'Answer, extension 101' }).click();
  const reply = `The call with ${name} was answered at extension 101.`;
  await desk.getByRole('log').getByText(reply).first().waitFor();
  if (customer.complaints.length > 0) throw new Error(customer.complaints.join('\n'));
  await customer.close();
  return { id: exchange.id, page: exchange.address(user), ticket: new URL(desk.url()).pathname, reply, shows: 'Talking' };
}

async function photograph(stand, browser, take, done) {
  for (const [kind, options] of Object.entries(KINDS)) {
    const context = await contextOf(browser, options);
    const desk = await context.page();
    await logIn(desk, stand.core, 'agent1', PASSWORD);
    await desk.getByRole('button', { name: /^Account of/ }).first().waitFor();
    await desk.goto(`${stand.core}/ticket`);
    await desk.locator('[data-ticket]').first().waitFor();
    await settled(desk);
    await take(desk, `inbox-${kind}`);
    for (const { id, page, open, ticket, reply, shows } of done) {
      await desk.goto(stand.core + ticket);
      await desk.getByRole('log').getByText(reply).first().waitFor();
      await settled(desk);
      await take(desk, `ticket-${id}-${kind}`);
      const customer = open ?? (await context.page());
      if (page === undefined) {
        await customer.setViewportSize(options.viewport);
        await customer.emulateMedia({ colorScheme: options.colorScheme });
      } else {
        await customer.goto(page);
        const there = shows === undefined ? customer.locator('#messages').getByText(reply) : customer.locator('#calling').getByText(shows, { exact: true });
        await there.first().waitFor();
      }
      await settled(customer);
      await take(customer, `customer-${id}-${kind}`);
      if (page !== undefined) await customer.close();
    }
    const index = await context.page();
    await index.goto(stand.simulator);
    await settled(index);
    await take(index, `simulator-${kind}`);
    await context.close();
  }
}

const stand = await startStand();
const browser = await launch();
try {
  await mkdir(out, { recursive: true });
  const agent = await contextOf(browser, {});
  const desk = await agent.page();
  await logIn(desk, stand.core, 'agent1', PASSWORD);
  await desk.getByRole('link', { name: /^Tickets/ }).first().click();
  await desk.locator('[data-ticket]').first().waitFor();
  const done = [];
  if (isWanted(VISITOR)) done.push(await visit(stand, browser, desk));
  for (const [place, phone] of (await phones(stand)).entries()) {
    if (!isWanted(phone.id)) continue;
    done.push(await talk(stand, browser, desk, phone, FIRST_CUSTOMER + place));
    console.log(`${phone.id}: asked and answered`);
  }
  for (const [place, exchange] of (await exchanges(stand)).entries()) {
    if (!isWanted(exchange.id)) continue;
    done.push(await ring(stand, browser, desk, exchange, FIRST_CALLER + place));
    console.log(`${exchange.id}: called and answered`);
  }
  if (agent.complaints.length > 0) throw new Error(agent.complaints.join('\n'));
  await photograph(stand, browser, camera(out), done);
} catch (error) {
  process.exitCode = 1;
  console.error(error, stand.output().slice(-3000));
} finally {
  await browser.close();
  await stand.stop();
}
