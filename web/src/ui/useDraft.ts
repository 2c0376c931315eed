import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { openDialog } from './dialog';
import { keepDraft, readDraft } from './drafts';
import { problemText } from './ErrorPlace';

export { dropDrafts, useOpenForm } from './drafts';

/** A form whose draft is kept: what is in it, what is wrong with it, and the ways out. */
export interface DraftForm<T> {
  draft: T;
  dirty: boolean;
  busy: boolean;
  /** What is wrong, by the field's name. */
  faults: Readonly<Record<string, string>>;
  /** What is wrong with no field in particular. */
  failure: string | null;
  form: RefObject<HTMLFormElement | null>;
  /** What the input of a field needs: its value or tick, what is wrong with it, and what to do when it changes. */
  input: UseFormReturnType<T>['getInputProps'];
  change: (part: Partial<T>) => void;
  /** Runs the call; resolves with its answer, or null after showing why not. */
  send: <R>(run: () => Promise<R>, faults?: Record<string, string>) => Promise<R | null>;
  /** Leaves at once when nothing was typed, and asks otherwise. */
  leave: (go: () => void) => void;
  /** Back to how it was. */
  reset: () => void;
}

/** Whether a refusal of the field is one of these fields, or of something within them. */
function isOf(field: string, names: readonly string[]): boolean {
  return names.some((name) => field === name || field.startsWith(`${name}.`));
}

/** The names of what is different now. */
function changedNames(values: object, before: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    JSON.stringify(old.get(name)) === JSON.stringify(value) ? [] : [name],
  );
}

/** Refusals are words; where one is something else it cannot be shown beside a field. */
function wordsOf(errors: FormErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).flatMap(([field, error]) => (typeof error === 'string' ? [[field, error]] : [])));
}

/**
 * What somebody types into a form: it stays until it is saved, and a refusal is put beside its field.
 * With `person` the browser keeps it for them as well, so that it outlives the page.
 */
export function useDraft<T extends object>(key: string, initial: T, person: string | null = null): DraftForm<T> {
  const { t } = useTranslation();
  const [first] = useState(initial);
  const [begun] = useState<T>(() => (readDraft(key, person) ?? initial) as T);
  const fields = useForm<T>({
    initialValues: begun,
    // What is wrong with other fields stays to be read.
    clearInputErrorOnChange: false,
    onValuesChange: (values, before) => {
      keepDraft(key, person, values);
      settle(changedNames(values, before));
    },
  });
  const { values: draft, errors, submitting: busy } = fields;
  const faults = useMemo(() => wordsOf(errors), [errors]);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Only what came of sending takes the focus; whoever types stays where they are.
  const wasSent = useRef(false);
  const dirty = JSON.stringify(first) !== JSON.stringify(draft);

  useEffect(() => {
    if (!wasSent.current) return;
    wasSent.current = false;
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  /** What was typed into is no longer wrong, as far as anybody knows. */
  function settle(names: readonly string[]): void {
    if (!Object.keys(faults).some((field) => isOf(field, names))) return;
    fields.setErrors(Object.fromEntries(Object.entries(faults).filter(([field]) => !isOf(field, names))));
  }

  const forget = () => keepDraft(key, person, null);

  async function send<R>(run: () => Promise<R>, own: Record<string, string> = {}): Promise<R | null> {
    setFailure(null);
    wasSent.current = true;
    fields.setErrors(own);
    if (Object.keys(own).length > 0) return null;
    fields.setSubmitting(true);
    try {
      const answer = await run();
      forget();
      return answer;
    } catch (thrown) {
      const problem = asProblem(thrown);
      wasSent.current = true;
      fields.setErrors(problem.fields);
      setFailure(problemText(problem, t));
      return null;
    } finally {
      fields.setSubmitting(false);
    }
  }

  function leave(go: () => void) {
    const drop = () => {
      forget();
      go();
    };
    if (!dirty) {
      drop();
      return;
    }
    openDialog({ title: t('draft.title'), text: t('draft.text'), confirm: { label: t('draft.discard'), danger: true, run: drop } });
  }

  function reset() {
    fields.setValues(first);
    forget();
    fields.clearErrors();
    setFailure(null);
  }

  return { draft, dirty, busy, faults, failure, form, input: fields.getInputProps, change: fields.setValues, send, leave, reset };
}
