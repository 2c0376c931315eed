// WhatsApp, Messenger and Instagram, by a library that others wrote for the Cloud API: the signature
// that all three share, and WhatsApp's client. No library has more for the other two.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { GraphApiError, WhatsAppClient } from '@kapso/whatsapp-cloud-api';
import { normalizeWebhook, verifySignature } from '@kapso/whatsapp-cloud-api/server';

import { listen } from '../src/ear.js';
import { start } from '../src/simulator.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const NUMBER = '106540352242922';
const CUSTOMER = '16505550007';
const ACCOUNTS = { whatsapp: NUMBER, facebook: '104001000000001', instagram: '178414000000001' };

const simulator = await start(after);
const ear = await listen(after);
for (const [id, key] of Object.entries(ACCOUNTS)) {
  await simulator.order(`providers/${id}/accounts`, { key, webhook: `${ear.base}/${id}` });
}
const client = (accessToken) =>
  new WhatsAppClient({ accessToken, baseUrl: `${simulator.base}/whatsapp`, graphVersion: 'v25.0' });
const api = client('EAA-whatsapp-test-token');

const writes = async (id, message) => {
  await simulator.ann(id, ACCOUNTS[id], message);
  return ear.next();
};
const read = (heard) => normalizeWebhook(JSON.parse(heard.body));
const to = { phoneNumberId: NUMBER, to: `+${CUSTOMER}` };
const phone = async () => (await simulator.phone('whatsapp', NUMBER)).at(-1);
// Sent, and what became of it: two reports.
const sends = async (call) => {
  const sent = await call;
  const ids = [sent.messages[0].id, sent.messages[0].id];
  const told = [read(await ear.next()).statuses[0], read(await ear.next()).statuses[0]];
  assert.deepEqual(told.map((one) => one.id), ids);
  assert.deepEqual(told.map((one) => one.status), ['sent', 'delivered']);
  const shown = await phone();
  assert.equal(shown.id, ids[0]);
  return shown;
};
const refused = (call, httpStatus, code, category) =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof GraphApiError, error);
    assert.deepEqual([error.httpStatus, error.code, error.category], [httpStatus, code, category], error.message);
    assert.ok(error.fbtraceId, 'the trace id');
    return true;
  });

const accepts = (id) => async () => {
  for (const text of ['Hello', 'สวัสดี 📦 "é" /']) {
    const { url, body, headers } = await writes(id, { text });
    assert.equal(url, `/${id}`);
    const signed = (rawBody, appSecret = SECRET) =>
      verifySignature({ appSecret, rawBody, signatureHeader: headers['x-hub-signature-256'] });
    assert.equal(signed(body), true);
    assert.equal(signed(`${body} `), false);
    // Meta signs the escaped form, so the same JSON written differently is another body.
    const written = JSON.stringify(JSON.parse(body));
    assert.equal(signed(written), text === 'Hello');
    assert.equal(signed(body, SECRET.replace('0', '1')), false);
  }
};
test('WhatsApp: the library accepts the signature of what the simulator posts', accepts('whatsapp'));
test('Facebook: the library accepts the signature of what the simulator posts', accepts('facebook'));
test('Instagram: the library accepts the signature of what the simulator posts', accepts('instagram'));

test('WhatsApp: the library reads every kind of message the simulator posts', async () => {
  const kinds = [
    [{ text: 'Hello' }, (one) => assert.equal(one.text.body, 'Hello')],
    [{ photo: true, text: 'look' }, (one) => assert.equal(one.image.caption, 'look')],
    [{ video: true }, (one) => assert.ok(one.video.id)],
    [{ voice: true }, (one) => assert.ok(one.audio.id)],
    [{ document: true }, (one) => assert.equal(one.document.filename, 'document.txt')],
    [{ sticker: true }, (one) => assert.ok(one.sticker.id)],
    [{ location: { latitude: 3.1, longitude: 101.7 } }, (one) => assert.equal(one.location.latitude, 3.1)],
    [{ contact: { first_name: 'Bob', phone_number: '+60 12' } }, (one) => assert.equal(one.contacts[0].phones[0].waId, '6012')],
  ];
  for (const [message, check] of kinds) {
    const webhook = read(await writes('whatsapp', message));
    assert.equal(webhook.object, 'whatsapp_business_account');
    assert.equal(webhook.phoneNumberId, NUMBER);
    assert.equal(webhook.contacts[0].waId, CUSTOMER);
    const [one] = webhook.messages;
    assert.deepEqual([one.from, one.kapso.direction], [CUSTOMER, 'inbound']);
    assert.ok(Number(one.timestamp) > 1_700_000_000);
    check(one);
  }
});

test("WhatsApp: the library's client sends what the phone shows", async () => {
  const { id } = read(await writes('whatsapp', { text: 'Is it on its way?' })).messages[0];
  const text = await sends(api.messages.sendText({ ...to, body: 'Soon', contextMessageId: id }));
  assert.equal(text.text, 'Soon');
  const asked = { ...to, bodyText: 'Which?', buttons: [{ id: 'a', title: 'This' }, { id: 'b', title: 'That' }] };
  const shown = await sends(api.messages.sendInteractiveButtons(asked));
  assert.equal(shown.reply_markup.inline_keyboard.flat().length, 2);
  await simulator.order('providers/whatsapp/press', { account: NUMBER, user: 7, message_id: shown.message_id, data: 'b' });
  assert.deepEqual(read(await ear.next()).messages[0].interactive.buttonReply, { id: 'b', title: 'That' });
  const location = { latitude: 3.1, longitude: 101.7, name: 'Shop', address: 'Jalan 1' };
  assert.equal((await sends(api.messages.sendLocation({ ...to, location }))).location.latitude, 3.1);
  const contacts = [{ name: { formattedName: 'Bob', firstName: 'Bob' }, phones: [{ phone: '+6012' }] }];
  await sends(api.messages.sendContacts({ ...to, contacts }));
  await sends(api.messages.sendTemplate({ ...to, template: { name: 'hello_world', language: { code: 'en_US' } } }));
  const file = new Blob(['the bytes'], { type: 'application/pdf' });
  const media = await api.media.upload({ phoneNumberId: NUMBER, type: 'application/pdf', file, fileName: 'a.pdf' });
  const document = await sends(api.messages.sendDocument({ ...to, document: { id: media.id, filename: 'a.pdf', caption: 'Yours' } }));
  assert.deepEqual([document.file.file_name, document.text], ['a.pdf', 'Yours']);
  assert.deepEqual(await api.messages.markRead({ phoneNumberId: NUMBER, messageId: id }), { success: true });
});

test("WhatsApp: the library's client fetches what the customer sent", async () => {
  const content = 'not really a document';
  const message = read(await writes('whatsapp', { document: { content, mime_type: 'application/pdf' } })).messages[0];
  const about = await api.media.get({ mediaId: message.document.id, phoneNumberId: NUMBER });
  assert.deepEqual([about.mimeType, Number(about.fileSize)], ['application/pdf', content.length]);
  const bytes = await api.media.download({ mediaId: message.document.id, phoneNumberId: NUMBER, auth: 'always' });
  assert.equal(Buffer.from(bytes).toString(), content);
});

test("WhatsApp: the library's client understands every refusal", async () => {
  const text = (more) => ({ ...to, body: 'Hi', ...more });
  await refused(client('another').messages.sendText(text()), 401, 190, 'authorization');
  await refused(api.messages.sendText(text({ body: 'x'.repeat(4097) })), 400, 131009, 'parameter');
  await refused(api.messages.sendImage({ ...to, image: { id: '404' } }), 400, 131009, 'parameter');
  const none = { name: 'none', language: { code: 'en_US' } };
  await refused(api.messages.sendTemplate({ ...to, template: none }), 404, 132001, 'template');
  await simulator.order('providers/whatsapp/faults', { does: 'send', status: 400, description: '130429', times: 1 });
  await refused(api.messages.sendText(text()), 400, 130429, 'throttling');
  // Outside the window the message is taken, and fails by webhook.
  await simulator.order('providers/whatsapp/close-window', { account: NUMBER, user: 7 });
  const late = await api.messages.sendText(text());
  const [status] = read(await ear.next()).statuses;
  assert.deepEqual([status.id, status.status, status.errors[0].code], [late.messages[0].id, 'failed', 131047]);
});
