/** What the page at the end of a sign-in tells. */
export interface Told {
  channelId: number;
  name: string;
  ok: boolean;
  error: string | null;
}

/** Reads the page's message; anything else that reaches this window is null. */
export function readTold(data: unknown): Told | null {
  if (typeof data !== 'object' || data === null) return null;
  const said = data as Record<string, unknown>;
  if (said['type'] !== 'patchbay-oauth' || typeof said['ok'] !== 'boolean') return null;
  return {
    channelId: typeof said['channel_id'] === 'number' ? said['channel_id'] : 0,
    name: typeof said['name'] === 'string' ? said['name'] : '',
    ok: said['ok'],
    error: typeof said['error'] === 'string' ? said['error'] : null,
  };
}
