// The provider's JSON and what it means: pure, so that fixtures test it.
import { type PluginFailure, type wit, detail, event, failure } from '@patchbay/plugin';

/** One webhook request. */
export interface Incoming {
  id: string;
  conversation: string;
  sender: { id: string; name?: string };
  sent_at_ms: number;
  text?: string;
}

/** What the provider answers to a sent message. */
export interface Accepted {
  id: string;
}

export function toEvent(incoming: Incoming): wit.effects.Event {
  return event.message({
    externalId: incoming.id,
    thread: incoming.conversation,
    channel: '{{channel}}',
    from: { externalId: incoming.sender.id, displayName: incoming.sender.name },
    atMs: incoming.sent_at_ms,
    text: incoming.text,
  });
}

/** What a refused request means. The host acts on the case. */
export function refusal(status: number, said: string): PluginFailure {
  const what = (message: string) => detail(`{{id}}.${status}`, message, said);
  if (status === 401 || status === 403) {
    return failure.authExpired(what('The API token was refused.'));
  }
  if (status === 429) {
    return failure.rateLimited(what('The provider asked for fewer requests.'));
  }
  return status >= 500
    ? failure.retryable(what('The provider has trouble.'))
    : failure.permanent(what('The provider refused the message.'));
}
