/** The plans by their number, and what each includes. `null` is without a limit. */
export interface Plan {
  number: number;
  /** Key of the name. */
  name: string;
  /** Alerts about late answers in a month. */
  alerts: number | null;
  emailAccounts: number | null;
  /** Chats at the same time. */
  chats: number | null;
  /** Gigabytes of files. */
  storage: number | null;
}

/** What can be chosen; a trial has no card of its own. */
export const PLANS: readonly Plan[] = [
  { number: 1, name: 'plans.starter', alerts: 100, emailAccounts: 5, chats: 5, storage: 1 },
  { number: 2, name: 'plans.basic', alerts: 300, emailAccounts: 10, chats: 10, storage: 3 },
  { number: 3, name: 'plans.pro', alerts: 500, emailAccounts: 15, chats: 15, storage: 5 },
  { number: 4, name: 'plans.enterprise', alerts: null, emailAccounts: null, chats: null, storage: null },
];

/** Key of a plan's name. */
export function planName(number: number): string {
  if (number === 0) return 'plans.trial';
  return PLANS.find((plan) => plan.number === number)?.name ?? 'plans.unknown';
}
