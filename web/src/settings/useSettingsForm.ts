import { toastSuccess } from '../ui/toast';
import { useDraft, type DraftForm } from '../ui/useDraft';

/** What is wrong, by field. */
type Faults = Partial<Record<string, string>>;

interface SettingsFormOptions<T, R> {
  /** Under which the draft is kept, for each known thing by itself. */
  name: string;
  /** Null for a new one; absent where there is only one. */
  known?: { id: number | string } | null;
  initial: T;
  /** Fields that may be neither blank nor empty, with what is said otherwise. */
  required?: Partial<Record<keyof T & string, string>>;
  /** What else keeps it from being sent, by field. */
  validate?: (values: T) => Faults;
  save: (values: T) => Promise<R>;
  /** What is said of it once it is saved. */
  saved?: string | ((values: T) => string);
  done?: (answer: R) => void;
}

/** A form of the settings: a draft that is checked, sent, and put away once it is saved. */
export interface SettingsFormState<T> extends DraftForm<T> {
  submit: () => void;
}

const isEmpty = (value: unknown) => (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

function missing(values: object, required: Faults): Faults {
  const entered = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(Object.entries(required).filter(([name]) => isEmpty(entered.get(name))));
}

const told = (faults: Faults) => Object.fromEntries(Object.entries(faults).flatMap(([field, words]) => (words === undefined ? [] : [[field, words]])));

/** What somebody types about a thing of the settings, until it is saved. */
export function useSettingsForm<T extends object, R>(options: SettingsFormOptions<T, R>): SettingsFormState<T> {
  const { name, known, initial, required = {}, validate, save, saved, done } = options;
  const form = useDraft<T>(known === undefined ? name : `${name}-${known?.id ?? 'new'}`, initial);
  const { draft, send } = form;

  async function submit(): Promise<void> {
    const answer = await send(async () => ({ is: await save(draft) }), told({ ...missing(draft, required), ...validate?.(draft) }));
    if (answer === null) return;
    if (saved !== undefined) toastSuccess(typeof saved === 'string' ? saved : saved(draft));
    done?.(answer.is);
  }

  return { ...form, submit: () => void submit() };
}
