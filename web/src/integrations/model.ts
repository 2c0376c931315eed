import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type ApiKey = Schemas['ApiKey'];
export type ApiKeyScope = Schemas['ApiKeyScope'];
export type NewApiKey = Schemas['NewApiKey'];
export type McpSetting = Schemas['McpSetting'];
export type McpState = Schemas['McpState'];
export type Webhook = Schemas['Webhook'];
export type WebhookList = Schemas['WebhookList'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookDeliveries = Schemas['WebhookDeliveries'];
export type NewWebhook = Schemas['NewWebhook'];

export const SCOPES: readonly ApiKeyScope[] = ['read', 'write', 'admin'];

export type HookState = 'on' | 'off' | 'failing' | 'gave_up';

/** What an admin has to know about a webhook first. */
export function stateOf({ enabled, failing_since, gave_up_at }: Webhook): HookState {
  if (!enabled) return gave_up_at == null ? 'off' : 'gave_up';
  return failing_since == null ? 'on' : 'failing';
}

export const TONES: Readonly<Record<HookState, 'good' | 'warn' | 'bad' | undefined>> = {
  on: 'good',
  off: undefined,
  failing: 'warn',
  gave_up: 'bad',
};

/** A body as people read it. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The key of an event's text; in texts a dot parts one key from the next. */
export function eventText(event: string): string {
  return `hook.event.${event.replace('.', '_')}`;
}
