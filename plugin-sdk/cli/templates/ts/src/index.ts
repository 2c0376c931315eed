// Connects {{type}} to the desk.
import {
  type Outbound, type Settings, type Webhook, ask, batch, config, detail, fromUtf8, implement, send, text, validation,
} from '@patchbay/plugin';
import { type Accepted, type Incoming, refusal, toEvent } from './wire.ts';

const SHAPE = { base_url: text('https://api.example.com') };

export const settings = implement<Settings>({
  check(account) {
    const { base_url } = config(account, SHAPE);
    const answer = ask(`${base_url}/v1/me`, { credentials: ['api'] });
    if (!answer.ok) {
      const refused = detail('{{id}}.token', 'The provider does not accept this token.');
      return validation({ problems: { api_token: refused } });
    }
    return validation({ title: answer.json<{ name?: string }>().name });
  },
  connect() {},
});

export const webhook = implement<Webhook>({
  handle(_account, { body }) {
    const incoming = JSON.parse(fromUtf8(body)) as Incoming;
    return [null, batch({ events: [toEvent(incoming)] })];
  },
});

export const outbound = implement<Outbound>({
  send(account, message) {
    const { base_url } = config(account, SHAPE);
    const answer = send(`${base_url}/v1/messages`, {
      credentials: ['api'],
      json: { conversation: message.thread, text: message.text },
    });
    if (!answer.ok) {
      throw refusal(answer.status, answer.text());
    }
    return { externalIds: [answer.json<Accepted>().id], status: 'sent', batch: batch() };
  },
});
