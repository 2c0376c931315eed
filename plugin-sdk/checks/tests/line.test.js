// LINE, by LINE's own library: its signatures, its client, its types.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';

import { HTTPFetchError, messagingApi, validateSignature } from '@line/bot-sdk';

import { listen } from '../src/ear.js';
import { fixtures, typed } from '../src/fixtures.js';
import { host } from '../src/host.js';
import { start } from '../src/simulator.js';
import { mismatches } from '../src/types.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const TOKEN = 'line-test-token';
// JSON has no dates; the library's generator wrote one all the same.
const TYPES = `import type { messagingApi, webhook } from '@line/bot-sdk';
type Tested = Omit<messagingApi.TestWebhookEndpointResponse, 'timestamp'> & { timestamp: string };`;

// What a fixture has on purpose and no version of the library knows; a file always has a name there.
const MADE_UP = ['message_of_unknown_kind', 'unknown_kind', 'unreadable', 'webhook/file_unnamed', 'webhook/unknown'];

const simulator = await start(after);
const ear = await listen(after);
const origin = await host(after, `${simulator.base}/line`);
const dataOrigin = await host(after, `${simulator.base}/line/data`);
const client = (token, baseURL) => new messagingApi.MessagingApiClient({ channelAccessToken: token, baseURL });
const api = client(TOKEN, origin);
const files = new messagingApi.MessagingApiBlobClient({ channelAccessToken: TOKEN, baseURL: dataOrigin });
await api.setWebhookEndpoint({ endpoint: `${ear.base}/in` });

const text = (text) => [{ type: 'text', text }];
const writes = async (message) => {
  await simulator.ann('line', 'main', message);
  return ear.next();
};
const event = async (message) => JSON.parse((await writes(message)).body).events[0];
const refused = (call, status, message) =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof HTTPFetchError, error);
    assert.equal(error.status, status);
    assert.match(JSON.parse(error.body).message, message);
    return true;
  });

test('LINE: the library accepts the signature of what the simulator posts', async () => {
  for (const words of ['Hello', 'สวัสดี 📦 "\\u00e9" é']) {
    const { body, headers } = await writes({ text: words });
    const signature = headers['x-line-signature'];
    assert.equal(JSON.parse(body).events[0].message.text, words);
    assert.equal(validateSignature(body, SECRET, signature), true);
    assert.equal(validateSignature(`${body} `, SECRET, signature), false);
    assert.equal(validateSignature(body.toString().replace('user', 'User'), SECRET, signature), false);
    assert.equal(validateSignature(body, SECRET.replace('0', '1'), signature), false);
  }
});

test('LINE: the library reads every kind of webhook the simulator posts', async () => {
  const order = (what, body) => simulator.order(`providers/line/${what}`, { account: 'main', user: 7, ...body });
  const values = [];
  const heard = async (name) => {
    values.push({ name, type: 'webhook.CallbackRequest', value: JSON.parse((await ear.next()).body) });
  };
  const first = await simulator.ann('line', 'main', { text: 'Hello' });
  await heard('text');
  for (const kind of ['photo', 'video', 'audio', 'document', 'sticker']) {
    await simulator.ann('line', 'main', { [kind]: true });
    await heard(kind);
  }
  await simulator.ann('line', 'main', { text: 'That one', reply_to: first.message_id });
  await heard('reply');
  const location = { latitude: 3.1, longitude: 101.7, name: 'Shop', address: 'Jalan 1' };
  await simulator.ann('line', 'main', { location });
  await heard('location');
  await order('delete', { message_id: first.message_id });
  await heard('unsend');
  await order('block', { blocked: true });
  await heard('unfollow');
  await order('block', { blocked: false });
  await heard('follow');
  await order('event', { type: 'join', source: { type: 'group' } });
  await heard('join');
  await api.pushMessage({
    to: values[0].value.events[0].source.userId,
    messages: [{ ...text('Yes?')[0], quickReply: { items: [{ type: 'action', action: { type: 'postback', label: 'Yes', data: 'yes' } }] } }],
  });
  const message = (await simulator.phone('line', 'main')).at(-1);
  await order('press', { message_id: message.message_id, data: 'yes' });
  await heard('postback');
  assert.deepEqual(mismatches(TYPES, values), {});
});

test('LINE: the library reads the fixtures of the plugin', () => {
  const values = fixtures('line').map((one) => ({ ...one, type: 'webhook.CallbackRequest' }));
  assert.ok(values.length > 35, `${values.length}`);
  const found = mismatches(TYPES, values);
  assert.deepEqual(Object.keys(found).sort(), MADE_UP, JSON.stringify(found, null, 2));
});

test('LINE: the library knows every request of the plugin', () => {
  const values = typed('line', [
    [/.*\/message\/push$/, 'messagingApi.PushMessageRequest'],
    [/.*\/message\/reply$/, 'messagingApi.ReplyMessageRequest'],
    [/.*\/chat\/markAsRead$/, 'messagingApi.MarkMessagesAsReadByTokenRequest'],
    [/.*\/chat\/loading\/start$/, 'messagingApi.ShowLoadingAnimationRequest'],
    [/^PUT .*\/webhook\/endpoint$/, 'messagingApi.SetWebhookEndpointRequest'],
  ]);
  assert.ok(values.length >= 7, `${values.length}`);
  assert.deepEqual(mismatches(TYPES, values), {});
});

test("LINE: the library's client sends what the phone shows", async () => {
  const { replyToken, source, message } = await event({ text: 'Is it on its way?' });
  const key = randomUUID();
  const pushed = await api.pushMessage({ to: source.userId, messages: text('Soon') }, key);
  const quote = [{ type: 'text', text: 'On Thursday', quoteToken: message.quoteToken }];
  const replied = await api.replyMessage({ replyToken, messages: quote });
  const [, soon, thursday] = (await simulator.phone('line', 'main')).slice(-3);
  assert.deepEqual([soon.text, soon.id], ['Soon', pushed.sentMessages[0].id]);
  assert.deepEqual([thursday.text, thursday.id], ['On Thursday', replied.sentMessages[0].id]);
  await api.markMessagesAsReadByToken({ markAsReadToken: message.markAsReadToken });
  await api.showLoadingAnimation({ chatId: source.userId, loadingSeconds: 5 });
  const answers = [
    ['messagingApi.PushMessageResponse', pushed],
    ['messagingApi.ReplyMessageResponse', replied],
    ['messagingApi.UserProfileResponse', await api.getProfile(source.userId)],
    ['messagingApi.BotInfoResponse', await api.getBotInfo()],
    ['messagingApi.GetWebhookEndpointResponse', await api.getWebhookEndpoint()],
    ['Tested', await api.testWebhookEndpoint()],
    ['messagingApi.MessageQuotaResponse', await api.getMessageQuota()],
    ['messagingApi.QuotaConsumptionResponse', await api.getMessageQuotaConsumption()],
  ];
  await ear.next();
  assert.equal(answers[2][1].displayName, 'Ann');
  const values = answers.map(([type, value]) => ({ name: type, type, value }));
  assert.deepEqual(mismatches(TYPES, values), {});
  // The same retry key is the same message.
  await refused(api.pushMessage({ to: source.userId, messages: text('Soon') }, key), 409, /already accepted/);
});

test("LINE: the library's client fetches what the customer sent", async () => {
  const picture = await event({ photo: { content: 'not really a picture', mime_type: 'image/png' } });
  const { httpResponse, body } = await files.getMessageContentWithHttpInfo(picture.message.id);
  const pieces = [];
  for await (const piece of body) pieces.push(piece);
  assert.equal(Buffer.concat(pieces).toString(), 'not really a picture');
  assert.equal(httpResponse.headers.get('content-type'), 'image/png');
  await simulator.order('providers/line/prepare', { times: 1 });
  const film = await event({ video: true });
  const state = () => files.getMessageContentTranscodingByMessageId(film.message.id);
  assert.deepEqual([await state(), await state()], [{ status: 'processing' }, { status: 'succeeded' }]);
});

test("LINE: the library's client understands every refusal", async () => {
  const { replyToken, source } = await event({ text: 'Hello?' });
  const to = source.userId;
  await refused(client('another', origin).getBotInfo(), 401, /Authentication failed/);
  await refused(api.pushMessage({ to, messages: text('x'.repeat(5001)) }), 400, /1 error/);
  await refused(api.pushMessage({ to: 'U0', messages: text('Hi') }), 400, /'to'/);
  await refused(api.pushMessage({ to, messages: [] }), 400, /error/);
  await refused(api.getProfile(to.replace(/.$/, (last) => (last === 'f' ? 'e' : 'f'))), 404, /Not found/);
  await api.replyMessage({ replyToken, messages: text('Yes?') });
  await refused(api.replyMessage({ replyToken, messages: text('Again') }), 400, /Invalid reply token/);
  await simulator.order('providers/line/faults', { does: 'push', status: 429, times: 1 });
  await refused(api.pushMessage({ to, messages: text('Hi') }), 429, /rate limit/);
});
