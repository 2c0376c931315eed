import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { openDialog } from './dialog';
import { problemText } from './ErrorPlace';

export interface DraftForm<T> {
  draft: T;
  dirty: boolean;
  busy: boolean;
  /** What is wrong, by the field's name. */
  faults: Readonly<Record<string, string>>;
  /** What is wrong with no field in particular. */
  failure: string | null;
  form: RefObject<HTMLFormElement | null>;
  change: (part: Partial<T>) => void;
  /** Runs the call; resolves with its answer, or null after showing why not. */
  send: <R>(run: () => Promise<R>, faults?: Record<string, string>) => Promise<R | null>;
  /** Leaves at once when nothing was typed, and asks otherwise. */
  leave: (go: () => void) => void;
}

/** What somebody types into a form: it stays until it is saved, and a refusal is put beside its field. */
export function useDraft<T extends object>(initial: T): DraftForm<T> {
  const { t } = useTranslation();
  const [first] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const dirty = JSON.stringify(first) !== JSON.stringify(draft);

  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  function change(part: Partial<T>) {
    setDraft((now) => ({ ...now, ...part }));
    const names = Object.keys(part);
    const stays = (field: string) => !names.some((name) => field === name || field.startsWith(`${name}.`));
    if (Object.keys(faults).some((field) => !stays(field))) {
      setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => stays(field))));
    }
  }

  async function send<R>(run: () => Promise<R>, own: Record<string, string> = {}): Promise<R | null> {
    setFailure(null);
    setFaults(own);
    if (Object.keys(own).length > 0) return null;
    setBusy(true);
    try {
      return await run();
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      setFailure(problemText(problem, t));
      return null;
    } finally {
      setBusy(false);
    }
  }

  function leave(go: () => void) {
    if (!dirty) {
      go();
      return;
    }
    openDialog({ title: t('draft.title'), text: t('draft.text'), confirm: { label: t('draft.discard'), danger: true, run: go } });
  }

  return { draft, dirty, busy, faults, failure, form, change, send, leave };
}
