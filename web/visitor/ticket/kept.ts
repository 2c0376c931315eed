import { newKey, NOTHING, type Values } from './model';

/** What was filled in and not sent, kept for this tab: a reload loses no words. */
interface Kept {
  readonly values: Values;
  /** What was tried last, and under which word. */
  readonly tried: { readonly key: string; readonly what: string } | null;
}

const place = (token: string) => `patchbay.new_ticket.${token}`;

export function readKept(token: string): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place(token)) ?? 'null') as Partial<Kept> | null;
    return { values: { ...NOTHING, ...kept?.values }, tried: kept?.tried ?? null };
  } catch {
    return { values: NOTHING, tried: null };
  }
}

export function keep(token: string, kept: Kept): void {
  try {
    sessionStorage.setItem(place(token), JSON.stringify(kept));
  } catch {
    // The words are still in the fields; only their copy is missing.
  }
}

export function forget(token: string): void {
  try {
    sessionStorage.removeItem(place(token));
  } catch {
    // There was nothing to forget.
  }
}

/** The word for a sending: the same for the same content, so that it arrives once, and a new one for other content. */
export function keyFor(tried: Kept['tried'], values: Values, files: readonly File[]): { key: string; what: string } {
  const what = JSON.stringify([values, files.map((file) => [file.name, file.size, file.lastModified])]);
  return tried?.what === what ? tried : { key: newKey(), what };
}
