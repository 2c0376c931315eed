// X, by X's own library: its client and the shapes it declares. It has nothing for signatures, so
// the answer to the challenge below is our own.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';

import { ApiError, Client } from '@xdevplatform/xdk';

import { listen } from '../src/ear.js';
import { typed } from '../src/fixtures.js';
import { start } from '../src/simulator.js';
import { mismatches } from '../src/types.js';

const TOKEN = 'x-test-token';
const SECRET = 'consumer_secret_demo';
const TYPES = "import type { Schemas } from '@xdevplatform/xdk';";

const simulator = await start(after);
const ear = await listen(after);
const baseUrl = `${simulator.base}/x`;
const api = new Client({ baseUrl, accessToken: TOKEN });
const app = new Client({ baseUrl, bearerToken: `${TOKEN}-app` });
const { data: me } = await api.users.getMe();

const writes = (message) => simulator.ann('x', 'main', message);
// What X's documentation shows and the library's types do not know, or name differently.
const disputed = new Set(['editHistoryTweetIds', 'referencedTweets']);
const fits = (answers) => {
  const values = answers.map(([type, value]) => {
    const kept = JSON.parse(JSON.stringify(value), (name, one) => (disputed.has(name) ? undefined : one));
    return { name: type, type: `Schemas.${type}`, value: kept };
  });
  assert.deepEqual(mismatches(TYPES, values), {});
};
const refused = (call, status, detail) =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof ApiError, error);
    assert.equal(error.status, status, JSON.stringify(error.data));
    assert.match(error.data.detail, detail);
    return true;
  });

// The library writes names in its own way.
const camel = (value) => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(camel);
  const name = (key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [name(key), camel(one)]));
};

test('X: the library knows every request of the plugin', () => {
  const values = typed('x', [
    [/.*\/dm_conversations\/[-\d]+\/messages$/, 'Schemas.CreateDirectMessagesByConversationIdRequest'],
    [/.*\/2\/tweets$/, 'Schemas.CreatePostsRequest'],
    [/.*\/2\/webhooks$/, 'Schemas.CreateWebhooksRequest'],
    [/.*\/activity\/subscriptions$/, 'Schemas.CreateActivitySubscriptionRequest'],
  ]);
  assert.ok(values.length >= 10, `${values.length}`);
  // X's documentation names these kinds of events, the types do not: the plugin asks for them, and
  // goes on where it is refused.
  const kinds = ['post.reply.create', 'post.quote.create', 'oauth.revoke'];
  const known = values.filter(({ value }) => !kinds.includes(value.event_type));
  assert.deepEqual(mismatches(TYPES, known.map((one) => ({ ...one, value: camel(one.value) }))), {});
  assert.equal(values.length - known.length, kinds.length);
});

test("X: the library's client sends and lists direct messages as the phone shows them", async () => {
  const { id } = await writes({ text: 'Is it on its way?' });
  const first = await api.directMessages.getEvents({ dmEventFields: ['id', 'text', 'created_at', 'sender_id', 'dm_conversation_id'] });
  assert.deepEqual([first.data[0].id, first.data[0].text], [id, 'Is it on its way?']);
  const ann = first.data[0].senderId;
  const sent = await api.directMessages.createByParticipantId(ann, { text: 'On Thursday' });
  const shown = (await simulator.phone('x', 'main')).at(-1);
  assert.deepEqual([shown.text, shown.id], ['On Thursday', sent.data.dmEventId]);
  const conversation = first.data[0].dmConversationId;
  assert.equal(sent.data.dmConversationId, conversation);
  const more = await api.directMessages.createByConversationId(conversation, { text: 'At noon' });
  const page = await api.directMessages.getEventsByConversationId(conversation, { maxResults: 2 });
  assert.deepEqual(page.data.map((one) => one.text), ['At noon', 'On Thursday']);
  const rest = await api.directMessages.getEventsByConversationId(conversation, { maxResults: 2, paginationToken: page.meta.nextToken });
  assert.deepEqual(rest.data.map((one) => one.text), ['Is it on its way?']);
  const gone = await api.directMessages.deleteEvents(more.data.dmEventId);
  assert.equal(gone.data.deleted, true);
  fits([
    ['GetDirectMessagesEventsResponse', first],
    ['CreateDirectMessagesByParticipantIdResponse', sent],
    ['CreateDirectMessagesByConversationIdResponse', more],
    ['GetDirectMessagesEventsByConversationIdResponse', page],
    ['DeleteDirectMessagesEventsResponse', gone],
  ]);
});

test("X: the library's client reads mentions and answers them", async () => {
  const { id } = await writes({ text: '@main where is it?' });
  const mentions = await api.users.getMentions(me.id);
  assert.deepEqual([mentions.data[0].id, mentions.data[0].text], [id, '@main where is it?']);
  const answer = await api.posts.create({ text: 'On its way', reply: { inReplyToTweetId: id } });
  const shown = (await simulator.phone('x', 'main')).at(-1);
  assert.deepEqual([shown.text, shown.id], ['On its way', answer.data.id]);
  const own = await api.users.getPosts(me.id);
  assert.equal(own.data[0].id, answer.data.id);
  const gone = await api.posts.delete(answer.data.id);
  assert.equal(gone.data.deleted, true);
  fits([
    ['GetUsersMeResponse', await api.users.getMe()],
    ['GetUsersMentionsResponse', mentions],
    ['GetUsersPostsResponse', own],
    ['CreatePostsResponse', answer],
    ['DeletePostsResponse', gone],
  ]);
});

test("X: the library's client registers a webhook and subscribes to it", async () => {
  ear.answer = ({ method, address }) => {
    if (method !== 'GET') return { status: 200, body: '' };
    const token = new URL(address).searchParams.get('crc_token');
    const response_token = `sha256=${createHmac('sha256', SECRET).update(token).digest('base64')}`;
    return { status: 200, body: JSON.stringify({ response_token }) };
  };
  const hook = await app.webhooks.create({ url: `${ear.base}/in` });
  assert.equal((await ear.next()).method, 'GET');
  const id = hook.data?.id ?? hook.id;
  const listed = await app.webhooks.get();
  assert.deepEqual(listed.data.map((one) => one.id), [id]);
  const valid = await app.webhooks.validate(id);
  await ear.next();
  const body = { eventType: 'dm.received', filter: { userId: me.id }, webhookId: id, tag: 'desk' };
  const subscription = await api.activity.createSubscription(body);
  const subscriptions = await app.activity.getSubscriptions();
  await writes({ text: 'By webhook' });
  const event = JSON.parse((await ear.next()).body);
  assert.equal(event.data.event_type, 'dm.received');
  assert.equal(event.data.payload.direct_message_events[0].message_create.message_data.text, 'By webhook');
  fits([
    ['CreateWebhooksResponse', hook],
    ['GetWebhooksResponse', listed],
    ['ValidateWebhooksResponse', valid],
    // The documentation has the subscription itself in `data`, the types one level further down, and
    // a `meta` that they do not know.
    ['CreateActivitySubscriptionResponse', { data: { subscription: subscription.data } }],
    ['GetActivitySubscriptionsResponse', { data: subscriptions.data }],
  ]);
  const gone = await app.webhooks.delete(id);
  assert.equal(gone.data.deleted, true);
});

test("X: the library's client understands every refusal", async () => {
  const other = new Client({ baseUrl, accessToken: 'another' });
  await refused(other.users.getMe(), 401, /Unauthorized/);
  await refused(api.users.getMentions('1'), 404, /Could not find/);
  await refused(api.directMessages.createByParticipantId('1', { text: 'Hi' }), 404, /./);
  await refused(api.directMessages.createByParticipantId('5000007', {}), 400, /./);
  await refused(app.webhooks.create({ url: 'http://desk.test/in' }), 400, /UrlValidationFailed/);
  await simulator.order('providers/x/faults', { does: 'dm', status: 429, times: 1 });
  await refused(api.directMessages.createByParticipantId('5000007', { text: 'Hi' }), 429, /./);
});
