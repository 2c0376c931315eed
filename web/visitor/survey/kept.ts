import type { Answers } from './model';

/** What was answered and not sent, kept for this tab: a reload loses nothing. */
const place = (token: string) => `patchbay.survey.${token}`;

export function readKept(token: string): Answers | null {
  try {
    return JSON.parse(sessionStorage.getItem(place(token)) ?? 'null') as Answers | null;
  } catch {
    return null;
  }
}

export function keep(token: string, answers: Answers): void {
  try {
    sessionStorage.setItem(place(token), JSON.stringify(answers));
  } catch {
    // The answers are still on the page; only their copy is missing.
  }
}

export function forget(token: string): void {
  try {
    sessionStorage.removeItem(place(token));
  } catch {
    // There was nothing to forget.
  }
}
