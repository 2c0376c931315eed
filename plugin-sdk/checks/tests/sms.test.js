// SMS, by the provider's own library: its signatures and its client.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import twilio from 'twilio';

import { listen } from '../src/ear.js';
import { start } from '../src/simulator.js';

const OURS = '+15005550001';
const ANN = '+15005560007';
const TOKEN = '12345';
const REAL = 'https://api.twilio.com';

// The library knows only the provider's own host.
class Here extends twilio.RequestClient {
  request(options) {
    assert.ok(options.uri.startsWith(REAL), options.uri);
    return super.request({ ...options, uri: options.uri.replace(REAL, `${simulator.base}/sms`) });
  }
}

const simulator = await start(after);
const ear = await listen(after);
const [{ sid }] = await simulator.order('providers/sms/sids');
const client = (token) => twilio(sid, token, { httpClient: new Here() });
const api = client(TOKEN);
const [number] = await api.incomingPhoneNumbers.list({ phoneNumber: OURS });
// With a port and a key: the address is signed to the letter.
const hook = `${ear.base}/in?key=a%2Bb%27c&n=1`;

const form = (heard) => Object.fromEntries(new URLSearchParams(heard.body.toString()));
const signed = (heard, fields = form(heard), token = TOKEN, address = heard.address) =>
  twilio.validateRequest(token, heard.headers['x-twilio-signature'], address, fields);
const writes = async (message) => {
  await simulator.ann('sms', 'main', message);
  return ear.next();
};
const send = (more) => api.messages.create({ to: ANN, from: OURS, body: 'Hello', ...more });
const refused = (call, status, code) =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof twilio.RestException, error);
    assert.deepEqual([error.status, error.code], [status, code], error.message);
    assert.match(error.moreInfo, new RegExp(`/errors/${code}$`));
    return true;
  });

test("SMS: the library's client tells the number where to call", async () => {
  const told = await api.incomingPhoneNumbers(number.sid).update({ smsUrl: hook, smsMethod: 'POST' });
  assert.deepEqual([told.smsUrl, told.phoneNumber], [hook, OURS]);
  assert.deepEqual(await api.incomingPhoneNumbers.list({ phoneNumber: '+15005550009' }), []);
  const account = await api.api.v2010.accounts(sid).fetch();
  assert.deepEqual([account.sid, account.status], [sid, 'active']);
});

test('SMS: the library accepts the signature of what the simulator posts', async () => {
  for (const message of [{ text: 'Hello' }, { text: 'café & more = 好 📦 + %2B' }, { text: 'STOP' }, { text: 'START' }, { photo: true }]) {
    const heard = await writes(message);
    assert.equal(heard.address, hook);
    assert.equal(form(heard).Body, message.text ?? '');
    assert.equal(signed(heard), true, JSON.stringify(message));
    assert.equal(signed(heard, { ...form(heard), Body: 'tampered' }), false);
    assert.equal(signed(heard, { ...form(heard), More: '1' }), false);
    assert.equal(signed(heard, form(heard), '54321'), false);
    assert.equal(signed(heard, form(heard), TOKEN, `${hook}0`), false);
  }
});

test("SMS: the library's client sends what the phone shows, and hears what became of it", async () => {
  const report = `${ear.base}/report?of=1`;
  const sent = await send({ body: 'It is on its way 📦', statusCallback: report });
  assert.equal(sent.status, 'queued');
  assert.deepEqual([sent.to, sent.from, sent.body], [ANN, OURS, 'It is on its way 📦']);
  assert.ok(!Number.isNaN(sent.dateCreated.getTime()), 'the library reads its date');
  for (const status of ['sent', 'delivered']) {
    const heard = await ear.next();
    assert.equal(heard.address, report);
    assert.equal(signed(heard), true);
    assert.deepEqual([form(heard).MessageSid, form(heard).MessageStatus], [sent.sid, status]);
  }
  const shown = (await simulator.phone('sms', 'main')).at(-1);
  assert.deepEqual([shown.text, shown.id], ['It is on its way 📦', sent.sid]);
  const again = await api.messages(sent.sid).fetch();
  assert.deepEqual([again.status, again.errorCode, again.direction], ['delivered', null, 'outbound-api']);
  const listed = await api.messages.list({ to: ANN, limit: 1 });
  assert.deepEqual(listed.map((one) => one.sid), [sent.sid]);
});

test("SMS: the library's client pages through what was sent", async () => {
  for (const body of ['one', 'two', 'three']) await send({ body });
  const bodies = (await api.messages.list({ to: ANN, limit: 3, pageSize: 2 })).map((one) => one.body);
  assert.deepEqual(bodies, ['three', 'two', 'one']);
  const today = await api.messages.list({ to: ANN, dateSentAfter: new Date(Date.now() - 86_400_000), limit: 1 });
  assert.equal(today.length, 1);
  assert.deepEqual(await api.messages.list({ to: '+15005569999' }), []);
});

test("SMS: the library's client understands every refusal", async () => {
  await refused(client('wrong').messages.list(), 401, 20003);
  await refused(send({ to: '12' }), 400, 21211);
  await refused(send({ from: '+15005550009' }), 400, 21606);
  await refused(send({ body: 'x'.repeat(1601) }), 400, 21617);
  await refused(send({ body: '' }), 400, 21602);
  await refused(api.messages('SM0').fetch(), 404, 20404);
  await writes({ text: 'STOP' });
  await refused(send(), 400, 21610);
  await writes({ text: 'START' });
  await simulator.order('providers/sms/faults', { does: 'send', status: 429, times: 1 });
  await refused(send(), 429, 20429);
  await simulator.order('providers/sms/fail', { code: 30003, times: 1 });
  const lost = await api.messages((await send()).sid).fetch();
  assert.deepEqual([lost.status, lost.errorCode], ['undelivered', 30003]);
});

test("SMS: the library's client fetches the picture that a customer sent", async () => {
  const fields = form(await writes({ photo: true }));
  assert.equal(fields.NumMedia, '1');
  const media = await api.messages(fields.MessageSid).media.list();
  assert.deepEqual(media.map((one) => [one.contentType, one.parentSid]), [['image/png', fields.MessageSid]]);
});
