// Fills what admins keep, so that the settings are photographed with something in them.
import { logIn, openContext } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

const DAY_MS = 86_400_000;
const WEEKDAYS = [1, 2, 3, 4, 5];

const LABELS = [
  { name: 'Urgent', color: '#b3261e', colorDark: '#ff8a80', level: 90, sla: 15 },
  { name: 'Refund', color: '#8a5300', colorDark: '#f0b95a', level: 50, sla: 60 },
  { name: 'Delivery', color: '#2457c5', colorDark: '#8fb2ff', level: 30, sla: 120 },
  { name: 'Question', color: '#2c7a3f', colorDark: '#7fd397', level: 10, sla: 240 },
];

const REPLIES = [
  { title: 'Good day', shortcut: 'good-day', text: 'Good day {{contact.name}}, thank you for writing. This is about ticket #{{ticket.number}}.', shared: true },
  { title: 'Where is my order?', shortcut: 'order', text: 'Parcels inside the city take one working day, elsewhere three.', shared: true },
  { title: 'Opening times', shortcut: 'open', text: 'The shop is open from Monday to Saturday, 10:00 to 19:00.', shared: true },
  { title: 'My sign-off', shortcut: 'bye', text: 'Have a good day!\n{{agent.name}}', shared: false },
];

/** Calls of one signed-in person; what is refused is an error. */
function callsOf(page, core) {
  return async (method, path, data) => {
    const answer = await page.request.fetch(core + path, { method, data, headers: { origin: core } });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json().catch(() => null);
  };
}

async function words(call) {
  for (const reply of REPLIES) await call('POST', '/api/replies', reply);
  await call('PUT', '/api/signatures', { signatures: [{ channel: '', text: 'Demo Admin\nDemo shop', enabled: true }] });
  for (const alternate of ['Training', 'Stocktaking']) await call('POST', '/api/custom_statuses', { alternate });
}

async function times(call) {
  const weekly = [...WEEKDAYS.map((day) => ({ day, from: '09:00', to: '18:00' })), { day: 6, from: '10:00', to: '14:00' }];
  await call('POST', '/api/hours', { name: 'Shop', zone: 'Asia/Kuala_Lumpur', weekly, default: true });
  await call('POST', '/api/hours', { name: 'Night line', zone: 'UTC', weekly: WEEKDAYS.map((day) => ({ day, from: '20:00', to: '02:00' })), default: false });
  await call('POST', '/api/holidays', { name: 'Stocktaking', date: '2031-06-30', yearly: false, calendar_id: null });
  await call('POST', '/api/holidays', { name: 'New Year', date: '2031-01-01', yearly: true, calendar_id: null });
  // Planned, so that it is listed without lying over every other picture.
  const from = Date.now() + 7 * DAY_MS;
  await call('POST', '/api/announcements', { text: 'The shop moves on Monday: no parcels leave before noon.', level: 'warning', link: null, from, until: from + DAY_MS });
}

async function people(call) {
  const { data: users } = await call('GET', '/api/users?search=&from=0');
  const [one, two, three] = ['agent1', 'agent2', 'agent3'].map((name) => users.find((user) => user.username === name).id);
  await call('POST', '/api/departments', { name: 'Sales', members: [one, two] });
  await call('POST', '/api/departments', { name: 'Repairs', members: [three] });
  const away = await call('POST', '/api/users', { username: 'agent4', name: 'Demo Agent Four', type: 'agent', password: PASSWORD });
  await call('PUT', `/api/users/${away.id}/enabled`, { enabled: false });
}

async function forms(call) {
  const shown = { title: 'Write to the lamp shop', intro: 'We answer on working days.', required: ['email'] };
  await call('POST', '/api/ticket-forms', { name: 'Website', ...shown });
}

/** A survey that is sent by hand, so that closing a ticket writes to nobody; one customer has answered it. */
async function surveys(call) {
  const texts = (en, ms) => ({ en, ms });
  const survey = await call('POST', '/api/surveys', {
    name: 'After a sale',
    automatic: false,
    words: {
      en: { title: 'How was our help?', intro: 'Three short questions.', invite: 'Please tell us how it was:', thanks: 'We read every word.' },
      ms: { title: 'Bagaimana bantuan kami?', invite: 'Sila beritahu kami:' },
    },
    questions: [
      { kind: 'rating', look: 'faces', required: true, texts: texts('How satisfied are you?', 'Sejauh mana anda berpuas hati?') },
      { kind: 'choice', texts: texts('Is it solved?', 'Sudah selesai?'), choices: [{ texts: texts('Yes', 'Ya') }, { texts: texts('Not yet', 'Belum') }] },
      { kind: 'text', texts: texts('What could we do better?', 'Apa yang boleh kami perbaiki?') },
    ],
  });
  const { data: info } = await call('GET', '/api/ticket/info/-/1');
  await call('POST', `/api/tickets/${info.id}/survey`, { survey_id: survey.id, queue_id: 'furnish-survey' });
  const days = await call('GET', `/api/ticket/data/${info.id}/0`);
  const sent = days.flatMap((day) => day.messages).findLast(({ message }) => message.includes('/survey/'));
  const token = /\/survey\/([\w-]+)/.exec(sent.message)[1];
  await call('POST', `/api/survey/${token}`, { answers: { q1: 4, q2: 'c1', q3: 'The lamp came quickly, but the box was open.' } });
}

/** What the desk asks of each ticket, and what the first one has of it. */
async function fields(call) {
  const order = await call('POST', '/api/custom-fields', { kind: 'text', label: 'Order number', help: 'As it stands on the bill.', required: false });
  const choices = ['Missing part', 'Broken', 'Late', 'Question'].map((label) => ({ label }));
  const reason = await call('POST', '/api/custom-fields', { kind: 'choice', label: 'Reason', choices });
  const parts = ['Lamp', 'Shade', 'Cable', 'Switch'].map((label) => ({ label }));
  const which = await call('POST', '/api/custom-fields', { kind: 'multi_choice', label: 'Parts', choices: parts });
  await call('POST', '/api/custom-fields', { kind: 'date', label: 'Bought on' });
  await call('POST', '/api/custom-fields', { kind: 'checkbox', label: 'Replacement sent' });
  const { data: info } = await call('GET', '/api/ticket/info/-/1');
  for (const [field, value] of [[order, 'A-1042'], [reason, 1], [which, [1, 3]]]) {
    await call('PUT', `/api/tickets/${info.id}/fields/${field.id}`, { value });
  }
}

/** Labels and colleagues on tickets; who is put on is told of it by the bell. */
async function tickets(call, byAgent) {
  const labels = await call('POST', '/api/label/update', { labelArray: LABELS.map((label) => ({ ...label, isNew: true })) });
  const id = (name) => labels.find((label) => label.name === name).id;
  const { data } = await call('GET', '/api/ticket/load/-/open/ticket/0');
  const marks = [['Urgent', 'Refund'], ['Question'], ['Delivery'], [], ['Question'], ['Refund'], ['Delivery', 'Question']];
  for (const [at, names] of marks.entries()) {
    if (data[at] !== undefined && names.length > 0) await call('POST', '/api/ticket/label', { ticket_id: data[at].id, label: names.map(id) });
  }
  // One related to two others, one of them spam of a blocked sender: neither is among those that are photographed.
  for (const other of data.slice(6, 8)) await call('POST', `/api/tickets/${data[0].id}/links`, { to: other.id });
  const nuisance = data.findLast(({ ticket_number }) => String(ticket_number) !== '1');
  await call('PUT', `/api/tickets/${nuisance.id}/block`, { reason: 'Advertising' });
  await call('PUT', `/api/tickets/${nuisance.id}/spam`, { spam: true });
  for (const ticket of data.slice(2, 5)) await byAgent('PUT', `/api/tickets/${ticket.id}/participants`, { participants: ['admin', 'agent2'] });
}

/** What the desk does by itself, with a run to look at, and what agents do with one click. */
async function rules(call) {
  const labels = await call('GET', '/api/label/get');
  const label = (name) => String(labels.find((one) => one.name === name).id);
  await call('POST', '/api/rules', {
    name: 'Refunds are urgent',
    when: 'opened',
    all: [{ field: 'text', is: 'contains', value: 'refund' }],
    then: [{ do: 'label_add', value: label('Refund') }, { do: 'severity', value: 'H' }, { do: 'note', value: 'Look at the order before you answer.' }],
  });
  await call('POST', '/api/rules', {
    name: 'Nobody answered for a day',
    when: 'since_customer',
    minutes: 1440,
    all: [{ field: 'answered', is: 'is_not', value: 'yes' }, { field: 'status', is: 'is', value: '0' }],
    any: [{ field: 'hours', is: 'is', value: 'open' }, { field: 'severity', is: 'is', value: 'H' }],
    then: [{ do: 'label_add', value: label('Urgent') }],
  });
  await call('POST', '/api/macros', {
    name: 'Take it and say so',
    then: [{ do: 'assignee', value: 'me' }, { do: 'reply', value: 'Hello {{contact.name}}, I am looking at it.' }, { do: 'status', value: '1' }],
  });
  await call('POST', '/api/macros', { name: 'Nothing to do', then: [{ do: 'status', value: '3' }] });
  await call('POST', '/api/tickets', { name: 'Demo Customer', message: 'I would like a refund for order 1042.', queue_id: 'furnish-refund' });
}

/** The admin's context stays open: a picture of the desk shows somebody at it. */
export async function furnishDesk(stand, browser) {
  const [boss, agent] = [await openContext(browser), await openContext(browser)];
  const [admin, colleague] = [await boss.page(), await agent.page()];
  await logIn(admin, stand.core, 'admin', PASSWORD, { admin: true });
  await logIn(colleague, stand.core, 'agent2', PASSWORD);
  for (const page of [admin, colleague]) await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  const call = callsOf(admin, stand.core);
  await words(call);
  await times(call);
  await people(call);
  await forms(call);
  await tickets(call, callsOf(colleague, stand.core));
  await surveys(call);
  await fields(call);
  await rules(call);
}
