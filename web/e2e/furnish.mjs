// Fills the demo with a working day, so that the pictures show what the product is for.
import { logIn, openContext } from './browser.mjs';
import { furnishDesk } from './furnishDesk.mjs';
import { lamp } from './pictures.mjs';
import { PASSWORD, TOKEN } from './stand.mjs';

const CUSTOMERS = [
  [101, 'Demo Customer E', 'Hi! My order 20418 arrived with a cracked shade. Can you replace it?'],
  [102, 'Demo Customer F', 'Is the floor lamp in brass still available?'],
  [103, 'Demo Customer G', '请问可以开发票吗？'],
  [104, 'Demo Customer H', 'Which bulb fits the Orbit pendant?'],
  [105, 'Demo Customer I', 'Boleh tukar alamat penghantaran untuk pesanan saya?'],
  [106, 'Demo Customer J', 'Do you deliver to Ipoh on Saturdays?'],
  [107, 'Demo Customer K', 'The invoice shows the wrong company name.'],
  [108, 'Demo Customer L', 'Thank you, it works now!'],
  [109, 'Demo Customer M', 'Can I return a lamp without the box?'],
  [110, 'Demo Customer N', 'How long is the warranty on the desk lamp?'],
];

/** The conversation that is photographed: both sides, a picture, several states. */
async function talk(stand, page) {
  const say = (text, more) => stand.control('/messages', { token: TOKEN, from: { id: 81, first_name: 'Demo Customer A' }, text, ...more });
  const answer = async (text) => {
    await page.getByLabel('Your answer').fill(text);
    await page.getByLabel('Your answer').press('Enter');
    await page.locator('article', { hasText: text }).locator('[aria-label=Sent]').waitFor();
  };
  await page.goto(`${stand.core}/ticket/1`);
  await page.getByRole('log').getByText('Yes please, until Saturday.').waitFor();
  await answer('Done. It is waiting under your name at the counter.');
  await stand.control('/messages', {
    token: TOKEN,
    from: { id: 81, first_name: 'Demo Customer A' },
    caption: 'Does it match this one I already have?',
    photo: { data: lamp().toString('base64'), file_name: 'shelf.png', mime_type: 'image/png' },
  });
  await page.getByRole('log').locator('img').first().waitFor();
  await answer('Yes, that is the same series. The blue is a little deeper in daylight.');
  await say('Perfect, then I will take two.');
  await page.getByRole('log').getByText('Perfect, then I will take two.').waitFor();
}

/** A visitor who waits in the queue. */
async function visit(stand, browser, name, message) {
  const visitor = await openContext(browser, { viewport: { width: 390, height: 844 } });
  const page = await visitor.page();
  await page.goto(stand.visit);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone').fill('+60 12 345 6789');
  await page.getByLabel('Email').fill(`${name.split(' ')[0].toLowerCase()}@example.com`);
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Your queue number is').waitFor();
  return page;
}

/** One chat that is going on, and one visitor who waits. */
async function chats(stand, browser, desk) {
  const page = await visit(stand, browser, 'Demo Visitor A', 'Do you ship to Kuching?');
  await desk.getByRole('button', { name: 'Take one' }).first().click();
  await desk.getByLabel('Your answer').waitFor();
  await page.getByLabel('Write a message').waitFor();
  const turns = [
    [desk, 'Your answer', 'Hello! We do, within three working days.'],
    [page, 'Write a message', 'And can I pay on delivery?'],
    [desk, 'Your answer', 'In Kuching, yes. Shall I note that on the order?'],
    [page, 'Write a message', 'Yes please. Order 20431.'],
  ];
  for (const [who, field, text] of turns) {
    await who.getByLabel(field).fill(text);
    await who.getByLabel(field).press('Enter');
    await (who === desk ? page : desk).getByText(text).first().waitFor();
  }
  await visit(stand, browser, 'Demo Visitor B', 'My voucher does not work.');
}

/** Leaves the agent logged in and the visitors on line: the pictures show a desk at work. */
export async function furnish(stand, browser) {
  for (const [id, first_name, text] of CUSTOMERS) {
    await stand.control('/messages', { token: TOKEN, from: { id, first_name }, text });
  }
  const agent = await openContext(browser);
  const page = await agent.page();
  await logIn(page, stand.core, 'agent1', PASSWORD);
  await page.getByRole('link', { name: /^Tickets/ }).first().click();
  await page.locator('[data-ticket]', { hasText: 'desk lamp?' }).waitFor();
  await talk(stand, page);
  await chats(stand, browser, page);
  await furnishDesk(stand, browser);
}
