import { useState } from 'react';

/** What was typed and not saved, by the form's key: closing a window loses nothing. */
const unsaved = new Map<string, object>();
/** Which form of a section is open, by the section's key. */
const open = new Map<string, unknown>();

const kept = (person: string, key: string) => `patchbay.form.${person}.${key}`;

/** What was typed into a form and not saved; with `person` also before the page was loaded. */
export function readDraft(key: string, person: string | null): unknown {
  const here = unsaved.get(key);
  if (here !== undefined || person === null) return here;
  try {
    return JSON.parse(localStorage.getItem(kept(person, key)) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps what was typed; null forgets it. */
export function keepDraft(key: string, person: string | null, draft: object | null): void {
  if (draft === null) unsaved.delete(key);
  else unsaved.set(key, draft);
  if (person === null) return;
  try {
    if (draft === null) localStorage.removeItem(kept(person, key));
    else localStorage.setItem(kept(person, key), JSON.stringify(draft));
  } catch {
    // It is still in the form; only what would outlive the page is missing.
  }
}

/** Forgets everything that was not saved, for whoever signs in next. */
export function dropDrafts(): void {
  unsaved.clear();
  open.clear();
}

/** What a section has open, which it still has when it is shown again. */
export function useOpenForm<T>(key: string): [T | 'new' | null, (form: T | 'new' | null) => void] {
  const [form, setForm] = useState(() => (open.get(key) ?? null) as T | 'new' | null);
  return [
    form,
    (next) => {
      if (next === null) open.delete(key);
      else open.set(key, next);
      setForm(next);
    },
  ];
}

