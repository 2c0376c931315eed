// Connects {{type}} to the desk.
import {
  type Outbound, type Settings, type Webhook, ask, batch, config, detail, failure, implement, reading, send, text,
  validation,
} from '@patchbay/plugin';
import { type Accepted, toEvents } from './wire.ts';

const SHAPE = { base_url: text('https://api.example.com') };

export const settings = implement<Settings>({
  check(account) {
    const { base_url } = config(account, SHAPE);
    const answer = ask(`${base_url}/v1/me`, { credentials: ['api'] });
    if (!answer.ok) {
      throw answer.refusal('{{id}}');
    }
    return validation({ title: answer.json<{ name?: string } | null>()?.name });
  },
  connect() {},
});

export const webhook = implement<Webhook>({
  handle(_account, { body }) {
    return [null, batch({ events: reading(body, toEvents) })];
  },
});

export const outbound = implement<Outbound>({
  send(account, message) {
    const { base_url } = config(account, SHAPE);
    const answer = send(`${base_url}/v1/messages`, {
      credentials: ['api'],
      json: { key: message.opId, conversation: message.thread, text: message.text },
    });
    if (!answer.ok) {
      throw answer.refusal('{{id}}');
    }
    const id = answer.json<Accepted | null>()?.id;
    if (typeof id !== 'string') {
      // The provider said yes: sending again could double it.
      throw failure.outcomeUnknown(detail('{{id}}.answer', 'The answer names no message.'));
    }
    return { externalIds: [id], status: 'sent', batch: batch() };
  },
});
