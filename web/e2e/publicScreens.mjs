// What is seen without a session, apart from the login itself; what the demo keeps shut is answered for it.
import { settled } from './browser.mjs';

const answers = (page, address, json, status = 200) => page.route(`**${address}`, (route) => route.fulfill({ status, json }));

async function fillLogin(page, stand) {
  await page.goto(stand.core);
  await page.getByLabel('Username').fill('agent1');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
}

const asked = (id, kind, en, more = {}) => ({ id, kind, look: 'stars', required: false, texts: { en }, choices: [], ...more });

const SURVEY = {
  result: 'success',
  language: 'en',
  words: { en: { title: 'How was our help?', intro: 'Four short questions.', thanks: 'We read every word.' } },
  questions: [
    asked('q1', 'rating', 'How satisfied are you?', { required: true }),
    asked('q2', 'rating', 'How quick were we?', { look: 'faces' }),
    asked('q3', 'choice', 'Is it solved?', { choices: [{ id: 'c1', texts: { en: 'Yes' } }, { id: 'c2', texts: { en: 'Not yet' } }] }),
    asked('q4', 'text', 'What could we do better?'),
  ],
  answers: null,
  answered: false,
  text_max: 2000,
};

/** By name, as in `SCREENS`. */
export const PUBLIC_SCREENS = {
  async 'login-second-factor'(page, stand) {
    await answers(page, '/api/auth2', { result: 'failed', description: '2FA required.' }, 401);
    await fillLogin(page, stand);
    await page.getByLabel(/code/i).waitFor();
    await settled(page);
  },
  async 'login-refused'(page, stand) {
    await answers(page, '/api/auth2', { result: 'failed', description: 'Incorrect username or password.' }, 401);
    await fillLogin(page, stand);
    await page.getByRole('alert').filter({ hasText: /password/i }).waitFor();
    await settled(page);
  },
  async 'password-reset'(page, stand) {
    await answers(page, '/api/password_reset', { available: true });
    await page.goto(`${stand.core}/password_reset`);
    await page.getByLabel('Mail address').waitFor();
    await settled(page);
  },
  async 'password-reset-none'(page, stand) {
    await page.goto(`${stand.core}/password_reset`);
    await page.getByText('Password reset by mail is not set up').waitFor();
    await settled(page);
  },
  async 'password-new'(page, stand) {
    await answers(page, '/api/password_reset/check', { username: 'agent1' });
    await page.goto(`${stand.core}/password_reset#a-link-of-the-demo`);
    await page.getByLabel('New password', { exact: true }).waitFor();
    await settled(page);
  },
  async 'sign-up'(page, stand) {
    await answers(page, '/api/signup', { open: true });
    await page.goto(`${stand.core}/signup`);
    await page.getByRole('textbox').nth(2).waitFor();
    await settled(page);
  },
  async setup(page, stand) {
    await answers(page, '/api/signup', { open: false, begun: false });
    await page.goto(`${stand.core}/setup`);
    await page.getByLabel('Code').waitFor();
    await settled(page);
  },
  async 'new-ticket-form'(page, stand) {
    const shown = { result: 'success', title: '', intro: '', required: ['email'], message_max: 10_000, files_max: 5, file_max_bytes: 20_971_520 };
    await answers(page, '/api/new_ticket/demo', shown);
    await page.goto(`${stand.core}/new_ticket/demo`);
    await page.getByLabel('Message').waitFor();
    await settled(page);
  },
  async 'new-ticket-none'(page, stand) {
    await page.goto(`${stand.core}/new_ticket/nowhere`);
    await page.getByRole('heading', { name: 'This form does not exist' }).waitFor();
    await settled(page);
  },
  async survey(page, stand) {
    await answers(page, '/api/survey/demo', SURVEY);
    await page.goto(`${stand.core}/survey/demo`);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.getByRole('radio', { name: '4 of 5 stars' }).check();
    await settled(page);
  },
  async 'survey-thanks'(page, stand) {
    await answers(page, '/api/survey/demo', { ...SURVEY, answered: true, answers: { q1: 4 } });
    await page.goto(`${stand.core}/survey/demo`);
    await page.getByRole('button', { name: 'Change my answers' }).waitFor();
    await settled(page);
  },
  async 'survey-none'(page, stand) {
    await page.goto(`${stand.core}/survey/nowhere`);
    await page.getByRole('heading', { name: 'This survey does not exist' }).waitFor();
    await settled(page);
  },
  async 'visitor-ended'(page, stand) {
    await page.goto(`${stand.core}/end/livechat`);
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await settled(page);
  },
  async pricing(page, stand) {
    await page.goto(`${stand.core}/pricing`);
    await page.getByRole('heading', { name: 'Enterprise' }).waitFor();
    await settled(page);
  },
  async contact(page, stand) {
    await answers(page, '/api/variant', { ...(await (await fetch(`${stand.core}/api/variant`)).json()), contact_form: 'a-form' });
    await page.goto(`${stand.core}/contact`);
    await page.getByRole('link', { name: 'Write a message' }).waitFor();
    await settled(page);
  },
  async 'contact-form'(page, stand) {
    await page.goto(`${stand.core}/contact`);
    await page.getByRole('button', { name: 'Send message' }).waitFor();
    await settled(page);
  },
  async 'contact-none'(page, stand) {
    await answers(page, '/api/contact', { available: false, message_max: 1 });
    await page.goto(`${stand.core}/contact`);
    await page.getByText('take no messages here').waitFor();
    await settled(page);
  },
};
