import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';

/** What a form of a public page asks for, what is missing or wrong of it, and what became of it. */
export interface Fields<F extends string> {
  draft: Record<F, string>;
  set: (field: F, value: string) => void;
  /** The properties that every field of text has. */
  input: (field: F) => { value: string; error: string | undefined; onChange: (event: { currentTarget: { value: string } }) => void };
  faults: Partial<Record<F, string>>;
  /** What went wrong that belongs to no field. */
  failure: string | null;
  busy: boolean;
  submit: (event: SubmitEvent) => void;
}

interface Options<F extends string> {
  empty: Record<F, string>;
  /** What each field without words is told by; a field that may stay empty has none. */
  missing: Partial<Record<F, string>>;
  /** What somebody is told who tried too often. */
  often: string;
  /** Sends it; the answer is what is told where it worked and the page stays. */
  send: (draft: Record<F, string>) => Promise<string | null>;
}

/** A form of a public page: what is missing is said at once, what is refused under its field. */
export function useFields<F extends string>({ empty, missing, often, send }: Options<F>): Fields<F> {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Partial<Record<F, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const set = (field: F, value: string) => setDraft((before) => ({ ...before, [field]: value }));

  async function trySending(): Promise<void> {
    const needed = Object.entries<string | undefined>(missing).filter(([field]) => draft[field as F].trim() === '');
    setFaults(Object.fromEntries(needed) as Partial<Record<F, string>>);
    setFailure(null);
    if (needed.length > 0) return;
    setBusy(true);
    try {
      setFailure(await send(draft));
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields as Partial<Record<F, string>>);
      if (Object.keys(problem.fields).length === 0) {
        setFailure(problem.code === 'rate_limited' ? often : problemText(problem, t));
      }
    }
    setBusy(false);
  }

  return {
    draft,
    set,
    input: (field) => ({ value: draft[field], error: faults[field], onChange: (event) => set(field, event.currentTarget.value) }),
    faults,
    failure,
    busy,
    submit: (event) => {
      event.preventDefault();
      void trySending();
    },
  };
}
