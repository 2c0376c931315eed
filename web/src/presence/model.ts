/** What somebody can choose to be. Offline is not chosen: it is what one is without a socket. */
export const STATUSES = ['ONLINE', 'AWAY', 'BUSY', 'MEAL_BREAK', 'WASHROOM', 'PRAYER'] as const;
export const REASON_MAX = 200;

/** How a status looks. */
export type Tone = 'online' | 'away' | 'busy' | 'offline';

export function toneOf(status: string): Tone {
  if (status === 'ONLINE') return 'online';
  if (status === 'OFFLINE') return 'offline';
  return status === 'BUSY' ? 'busy' : 'away';
}

export function needsReason(status: string): boolean {
  return status === 'AWAY' || status === 'BUSY';
}

interface Chosen {
  code: string;
  reason: string;
}

/** Update is possible when something changes and nothing is missing. */
export function canUpdate(now: Chosen, wanted: Chosen): boolean {
  const reason = wanted.reason.trim();
  if (needsReason(wanted.code) && reason === '') return false;
  return wanted.code !== now.code || (needsReason(wanted.code) && reason !== now.reason);
}

/** After how many minutes without a touch one is away, for people. */
export function minutesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60));
}

/** How long ago, as a key with its count: seconds, minutes, hours, days and weeks; `now` up to five seconds. */
export function agoOf(thenS: number, nowS: number): { unit: 'now' | 'second' | 'minute' | 'hour' | 'day' | 'week'; count: number } {
  const past = Math.max(0, Math.floor(nowS - thenS));
  if (past <= 5) return { unit: 'now', count: 0 };
  if (past < 60) return { unit: 'second', count: past };
  if (past < 3_600) return { unit: 'minute', count: Math.floor(past / 60) };
  if (past < 86_400) return { unit: 'hour', count: Math.floor(past / 3_600) };
  if (past < 604_800) return { unit: 'day', count: Math.floor(past / 86_400) };
  return { unit: 'week', count: Math.floor(past / 604_800) };
}

const PLACE: Record<Tone, number> = { online: 0, busy: 1, away: 1, offline: 2 };

interface Listed {
  status: string;
  name: string;
  ts: number;
}

/** Who is there first, by name; of those who are gone the last one first. */
export function byPresence(a: Listed, b: Listed): number {
  const apart = PLACE[toneOf(a.status)] - PLACE[toneOf(b.status)];
  if (apart !== 0) return apart;
  const gone = toneOf(a.status) === 'offline' ? b.ts - a.ts : 0;
  return gone === 0 ? a.name.localeCompare(b.name) : gone;
}
