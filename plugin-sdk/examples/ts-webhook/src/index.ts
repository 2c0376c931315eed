// Acme Chat, a messenger that does not exist, on the desk.
import {
  type Outbound, type Settings, type Webhook, ask, batch, config, detail, failure, implement, reading, send, text,
  validation,
} from '@patchbay/plugin';
import { type Accepted, type Me, toEvents } from './wire.ts';

const SHAPE = { base_url: text('https://api.example.com') };

export const settings = implement<Settings>({
  check(account) {
    const { base_url } = config(account, SHAPE);
    const answer = ask(`${base_url}/v1/me`, { credentials: ['api'] });
    if (answer.status === 401 || answer.status === 403) {
      const refused = detail('acme.token', 'Acme Chat does not accept this token.');
      return validation({ problems: { api_token: refused } });
    }
    if (!answer.ok) {
      throw answer.refusal('acme');
    }
    const me = answer.json<Me | null>();
    return validation({ title: me?.name, ...(me?.id && { facts: { Account: me.id } }) });
  },

  connect(account, webhookUrl) {
    const { base_url } = config(account, SHAPE);
    const answer = send(`${base_url}/v1/webhook`, {
      method: 'PUT',
      credentials: ['api', 'webhook'],
      json: { url: webhookUrl, secret: '{credential:webhook}' },
    });
    if (!answer.ok) {
      throw answer.refusal('acme');
    }
  },
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
      headers: { 'Idempotency-Key': message.opId },
      json: { conversation: message.thread, text: message.text, reply_to: message.replyTo ?? undefined },
    });
    if (!answer.ok) {
      throw answer.refusal('acme');
    }
    const id = answer.json<Accepted | null>()?.id;
    if (typeof id !== 'string') {
      // Acme Chat said yes: sending again could double it.
      throw failure.outcomeUnknown(detail('acme.answer', 'The answer names no message.'));
    }
    return { externalIds: [id], status: 'sent', batch: batch() };
  },
});
