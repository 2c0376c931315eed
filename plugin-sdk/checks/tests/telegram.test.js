// Telegram, by a client library of others: its calls, its webhook, its types.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';

import { Bot, GrammyError, InputFile, webhookCallback } from 'grammy';

import { listen } from '../src/ear.js';
import { fixtures, typed as requests } from '../src/fixtures.js';
import { start } from '../src/simulator.js';
import { mismatches } from '../src/types.js';

const TOKEN = '123456:test-token';
const SECRET = 'only-telegram-knows';
const TYPES = "import type { ApiMethods, ChatFullInfo, File, Message, Update, UserFromGetMe, UserProfilePhotos, WebhookInfo } from 'grammy/types';";

// What a fixture has on purpose and no version of the library knows.
const MADE_UP = ['webhook/unknown'];

const PICTURE = readFileSync(new URL('../../simulator/src/phone/assets/sample.png', import.meta.url));

const simulator = await start(after);
const ear = await listen(after);
const order = (what, body) => simulator.order(`telegram/${what}`, body);
await order('bots', { token: TOKEN, username: 'desk_bot', first_name: 'Desk' });
const client = (token) => new Bot(token, { client: { apiRoot: `${simulator.base}/telegram` } });
const { api } = client(TOKEN);
await order('limits', { enabled: false, chat_per_second: 1, chat_burst: 20, bot_per_second: 30, bot_burst: 60 });

const writes = (message) => order('messages', { token: TOKEN, from: { id: 7, first_name: 'Ann' }, ...message });
const updates = async () => {
  const found = await api.getUpdates();
  if (found.length) await api.getUpdates({ offset: found.at(-1).update_id + 1 });
  return found;
};
const phone = async () => (await simulator.order(`telegram/chats/${TOKEN}?user=7`)).chats[0].messages;
const typed = (type) => (value, n) => ({ name: `${type} ${n ?? ''}`.trim(), type, value: answered(value) });
// An answered message has no answer of its own; the types say so by asking for `undefined`.
const answered = (value) => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(answered);
  const all = Object.entries(value).map(([key, one]) => [
    key,
    key === 'reply_to_message' ? { ...answered(one), reply_to_message: undefined } : answered(one),
  ]);
  return Object.fromEntries(all);
};
const fits = (values) => assert.deepEqual(mismatches(TYPES, values), {});
const refused = (call, code, description, retryAfter) =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof GrammyError, error);
    assert.equal(error.error_code, code, error.description);
    assert.match(error.description, description);
    assert.equal(error.parameters.retry_after, retryAfter);
    return true;
  });

test('Telegram: the library reads every kind of update the simulator has', async () => {
  const { message_id } = await writes({ text: '/start campaign https://desk.test' });
  for (const kind of ['photo', 'video', 'audio', 'voice', 'document', 'animation', 'sticker', 'video_note']) {
    await writes({ [kind]: true, caption: kind === 'photo' ? 'See https://desk.test' : undefined });
  }
  const place = { latitude: 3.1, longitude: 101.7 };
  await writes({ location: place });
  await writes({ venue: { location: place, title: 'Shop', address: 'Jalan 1' } });
  await writes({ contact: { phone_number: '+60123456789', first_name: 'Ann', user_id: 7 } });
  await writes({ text: 'That one', reply_to: message_id });
  await order('edit', { token: TOKEN, user: 7, message_id, text: 'Changed' });
  await api.getUpdates({ allowed_updates: ['message', 'edited_message', 'callback_query', 'message_reaction', 'my_chat_member'], limit: 1 });
  await order('react', { token: TOKEN, user: 7, message_id, emoji: '👍' });
  await order('react', { token: TOKEN, user: 7, message_id, emoji: '' });
  const keys = { reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] } };
  const asked = await api.sendMessage(7, 'Yes?', keys);
  await order('press', { token: TOKEN, user: 7, message_id: asked.message_id, data: 'yes' });
  await order('block', { token: TOKEN, user: 7, blocked: true });
  await order('block', { token: TOKEN, user: 7, blocked: false });
  const found = await updates();
  assert.equal(found.length, 19);
  fits(found.map(typed('Update')));
});

test('Telegram: the library reads the fixtures of the plugin', () => {
  const values = fixtures('telegram').map(({ name, value }) => ({ ...typed('Update')(value), name }));
  assert.ok(values.length > 40, `${values.length}`);
  const found = mismatches(TYPES, values);
  assert.deepEqual(Object.keys(found).sort(), MADE_UP, JSON.stringify(found, null, 2));
});

test('Telegram: the library knows every request of the plugin', () => {
  const values = requests('telegram', [[/^POST .*\/(\w+)$/, "Parameters<ApiMethods['$1']>[0]"]]);
  assert.ok(values.length >= 5, `${values.length}`);
  // A method without parameters takes an empty object as well as none.
  fits(values.filter(({ value }) => Object.keys(value).length > 0));
});

test("Telegram: the library's client sends what the phone shows", async () => {
  const { message_id } = await writes({ text: 'Is it on its way?' });
  const answers = [];
  const sent = async (call) => {
    const message = await call;
    answers.push(message);
    const shown = (await phone()).at(-1);
    assert.deepEqual([shown.message_id, shown.from], [message.message_id, 'bot']);
    return shown;
  };
  const reply_parameters = { message_id };
  const text = await sent(api.sendMessage(7, '<b>Soon</b> &amp; whole', { parse_mode: 'HTML', reply_parameters }));
  assert.deepEqual([text.text, text.reply_to], ['Soon & whole', message_id]);
  assert.deepEqual(text.entities, [{ offset: 0, length: 4, type: 'bold' }]);
  const file = (name) => new InputFile(name.endsWith('.png') ? PICTURE : Buffer.from('the bytes'), name);
  assert.equal((await sent(api.sendPhoto(7, file('a.png'), { caption: 'A lamp' }))).caption, 'A lamp');
  const document = await sent(api.sendDocument(7, file('a.pdf')));
  assert.equal(document.file.file_name, 'a.pdf');
  assert.equal((await sent(api.sendVideo(7, file('a.mp4')))).kind, 'video');
  assert.equal((await sent(api.sendAudio(7, file('a.mp3')))).kind, 'audio');
  assert.equal((await sent(api.sendVoice(7, file('a.ogg')))).kind, 'voice');
  assert.equal((await sent(api.sendLocation(7, 3.1, 101.7))).kind, 'location');
  assert.equal((await sent(api.sendVenue(7, 3.1, 101.7, 'Shop', 'Jalan 1'))).kind, 'venue');
  assert.equal((await sent(api.sendContact(7, '+60123456789', 'Shop'))).kind, 'contact');
  const album = await api.sendMediaGroup(7, [
    { type: 'photo', media: file('1.png'), caption: 'Both' },
    { type: 'photo', media: file('2.png') },
  ]);
  assert.equal(new Set(album.map((one) => one.media_group_id)).size, 1);
  const first = answers[0];
  const edited = await api.editMessageText(7, first.message_id, 'On Thursday');
  assert.equal(await api.deleteMessage(7, answers[1].message_id), true);
  assert.equal(await api.sendChatAction(7, 'typing'), true);
  assert.equal(await api.setMessageReaction(7, message_id, [{ type: 'emoji', emoji: '👍' }]), true);
  const shown = await phone();
  assert.equal(shown.find((one) => one.message_id === first.message_id).text, 'On Thursday');
  assert.equal(shown.find((one) => one.message_id === answers[1].message_id).deleted, true);
  fits([...answers, ...album, edited].map(typed('Message')));
});

test("Telegram: the library's client asks who and what is there", async () => {
  await writes({ document: { content: 'what Ann sent', file_name: 'note.txt' } });
  const { message } = (await updates()).at(-1);
  const file = await api.getFile(message.document.file_id);
  const bytes = await fetch(`${simulator.base}/telegram/file/bot${TOKEN}/${file.file_path}`);
  assert.equal(await bytes.text(), 'what Ann sent');
  const me = await api.getMe();
  assert.equal(me.username, 'desk_bot');
  const chat = await api.getChat(7);
  assert.equal(chat.first_name, 'Ann');
  fits([
    typed('UserFromGetMe')(me),
    typed('ChatFullInfo')(chat),
    typed('File')(file),
    typed('UserProfilePhotos')(await api.getUserProfilePhotos(7)),
  ]);
});

test("Telegram: the library's webhook takes what the simulator posts, with its secret and no other", async () => {
  const said = [];
  const receive = (secretToken) => {
    const bot = client(TOKEN);
    bot.on('message:text', (context) => said.push(context.message.text));
    return webhookCallback(bot, 'std/http', { secretToken });
  };
  const options = { secret_token: SECRET, allowed_updates: ['message', 'callback_query'], max_connections: 5 };
  assert.equal(await api.setWebhook(`${ear.base}/in`, options), true);
  await writes({ text: 'By webhook' });
  const { body, headers } = await ear.next();
  const request = () => new Request('https://desk.test/in', { method: 'POST', body, headers });
  const info = await api.getWebhookInfo();
  assert.deepEqual([info.url, info.max_connections], [`${ear.base}/in`, 5]);
  fits([typed('WebhookInfo')(info), typed('Update')(JSON.parse(body))]);
  assert.equal((await receive(SECRET)(request())).status, 200);
  assert.deepEqual(said, ['By webhook']);
  assert.equal((await receive('another')(request())).status, 401);
  assert.deepEqual(said, ['By webhook']);
  await refused(api.getUpdates(), 409, /webhook is active/);
  assert.equal(await api.deleteWebhook(), true);
});

test("Telegram: the library's client understands every refusal", async () => {
  await refused(client('1:another').api.getMe(), 401, /Unauthorized/);
  await refused(api.sendMessage(8, 'Hi'), 400, /chat not found/);
  await refused(api.sendMessage(7, ' '), 400, /text is empty/);
  await refused(api.sendMessage(7, 'x'.repeat(4097)), 400, /too long/);
  await refused(api.sendMessage(7, '<b>open', { parse_mode: 'HTML' }), 400, /can't parse entities/);
  await refused(api.sendMessage(7, 'Hi', { reply_parameters: { message_id: 99_999 } }), 400, /replied not found/);
  await refused(api.sendPhoto(7, 'no-such-file'), 400, /file/);
  await refused(api.raw.getMyCommands(), 404, /method not found/);
  await refused(api.setWebhook('http://desk.test/in'), 400, /bad webhook/i);
  await order('faults', { method: 'sendMessage', status: 429, retry_after: 3, times: 1 });
  await refused(api.sendMessage(7, 'Hi'), 429, /retry after 3/, 3);
  await order('block', { token: TOKEN, user: 7, blocked: true });
  await refused(api.sendMessage(7, 'Hi'), 403, /blocked by the user/);
});
