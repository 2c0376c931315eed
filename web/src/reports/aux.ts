/** Time in each status, by person. */
import type { AuxRow } from './model';

/** A status that somebody was in. */
export interface AuxStatus {
  code: string;
  /** Empty for a status that every account has. */
  alternate: string;
}

/** Those that every account has, in the order in which they are chosen. */
const OWN_ORDER = ['ONLINE', 'AWAY', 'BUSY', 'MEAL_BREAK', 'WASHROOM', 'PRAYER', 'OFFLINE'];

function place({ code }: AuxStatus): number {
  const at = OWN_ORDER.indexOf(code);
  return at === -1 ? OWN_ORDER.length : at;
}

/** The columns: every status that somebody was in, an account's own behind those that all have. */
export function auxStatuses(people: readonly AuxRow[]): AuxStatus[] {
  const found = new Map<string, AuxStatus>();
  for (const { code, alternate } of people.flatMap(({ statuses }) => statuses)) found.set(code, { code, alternate });
  return [...found.values()].sort((one, other) => place(one) - place(other) || one.alternate.localeCompare(other.alternate));
}

/** Seconds in one status, or in all of them. */
export function secondsIn({ statuses }: AuxRow, code?: string): number {
  return statuses.reduce((sum, status) => (code === undefined || status.code === code ? sum + status.seconds : sum), 0);
}

/** The same of everybody. */
export function secondsOfAll(people: readonly AuxRow[], code?: string): number {
  return people.reduce((sum, person) => sum + secondsIn(person, code), 0);
}

/** h:mm:ss; hours go on counting beyond a day. */
export function spanOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
