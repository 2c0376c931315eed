/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Field, Notice } from '../screens/parts';
import { Heading, placeStyles } from '../screens/Place';
import { fill } from '../texts';
import { sendForm, type Sent } from './api';
import { FilePicker } from './FilePicker';
import { forget, keep, keyFor, readKept } from './kept';
import { FIELDS, isNeeded, maxOf, wrongs, type FieldName, type FormRules, type Wrong, type Wrongs } from './model';
import { t } from './texts';
import styles from './ticket.module.css';

interface Props {
  readonly token: string;
  readonly rules: FormRules;
  readonly onSent: (number: number) => void;
  readonly onShut: (kind: 'closed' | 'unknown') => void;
}

const INPUTS: Readonly<Record<FieldName, { label: string; type?: 'tel' | 'email'; complete?: string; lines?: true }>> = {
  name: { label: t.name, complete: 'name' },
  email: { label: t.email, type: 'email', complete: 'email' },
  phone: { label: t.phone, type: 'tel', complete: 'tel' },
  title: { label: t.subject },
  message: { label: t.message, lines: true },
};

/** What went wrong with no field in particular. */
function failureOf(sent: Sent): string {
  switch (sent.kind) {
    case 'tooOften':
      return fill(t.tooOften, { minutes: Math.max(1, Math.ceil(sent.seconds / 60)) });
    case 'tooLarge':
      return t.filesTooLarge;
    case 'offline':
      return t.offline;
    case 'wrong':
      return t.wrong;
    default:
      return t.notSent;
  }
}

export function TicketForm({ token, rules, onSent, onShut }: Props) {
  const [kept] = useState(() => readKept(token));
  const [values, setValues] = useState(kept.values);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Wrongs>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const triedRef = useRef(kept.tried);
  const busyRef = useRef(false);
  // Only a refusal takes the focus; whoever types stays where they are. It is a state of its own, because
  // an effect of what was typed may run as late as the answer that refuses it.
  const [refusal, setRefusal] = useState<Wrongs>({});
  const found = wrongs(values, files.length, rules);
  const busy = part !== null;

  useEffect(() => {
    focusFirst(formRef.current, refusal);
  }, [refusal]);

  const change = (field: FieldName, text: string) => {
    const next = { ...values, [field]: text };
    setValues(next);
    setRefused((old) => ({ ...old, [field]: undefined }));
    keep(token, { values: next, tried: triedRef.current });
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // A second press while the first is on its way is the same wish.
    if (busyRef.current) return;
    setLeft(new Set([...FIELDS, 'file']));
    setFailure(null);
    if (Object.keys(found).length > 0) {
      focusFirst(formRef.current, found);
      return;
    }
    const trap = formRef.current?.querySelector<HTMLInputElement>('[name="website"]')?.value ?? '';
    triedRef.current = keyFor(triedRef.current, values, files);
    keep(token, { values, tried: triedRef.current });
    busyRef.current = true;
    setPart(0);
    const sent = await sendForm(token, triedRef.current.key, values, trap, files, setPart);
    busyRef.current = false;
    setPart(null);
    if (sent.kind === 'sent') {
      forget(token);
      onSent(sent.number);
      return;
    }
    if (sent.kind === 'closed' || sent.kind === 'unknown') {
      onShut(sent.kind);
      return;
    }
    setFailure(failureOf(sent));
    if (sent.kind !== 'wrong') return;
    const wrong = Object.fromEntries(sent.fields.map((field) => [field, 'check' as const]));
    setRefused(wrong);
    setRefusal(wrong);
  };

  const shown = (field: FieldName | 'file'): string | null => {
    const wrong: Wrong | undefined = refused[field] ?? (left.has(field) ? found[field] : undefined);
    if (wrong === undefined) return null;
    return wrong === 'tooLong' && field !== 'file' ? fill(t.tooLong, { number: maxOf(field, rules) }) : t[wrong];
  };

  const label = (field: FieldName): string => {
    const { label: text } = INPUTS[field];
    // One of both is needed, so neither is called optional.
    const free = !isNeeded(field, rules) && (field === 'title' || rules.required.includes('email') || rules.required.includes('phone'));
    return free ? fill(t.optional, { label: text }) : text;
  };

  return (
    <form ref={formRef} class={placeStyles['stack']} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <div>
        <Heading>{rules.title === '' ? t.title : rules.title}</Heading>
        <p class={styles['intro']}>{rules.intro === '' ? t.intro : rules.intro}</p>
      </div>
      {FIELDS.map((field) => {
        const { type, complete, lines } = INPUTS[field];
        return (
          <Field
            key={field}
            name={field}
            label={label(field)}
            value={values[field]}
            problem={shown(field)}
            required={isNeeded(field, rules)}
            onInput={(text) => change(field, text)}
            onLeave={() => {
              if (values[field] !== '') setLeft((old) => new Set([...old, field]));
            }}
            {...(type ? { type } : {})}
            {...(complete ? { autoComplete: complete } : {})}
            {...(lines ? { lines } : {})}
          />
        );
      })}
      {rules.filesMax > 0 && (
        <FilePicker files={files} rules={rules} needed={rules.required.includes('file')} problem={shown('file')} onFiles={setFiles} />
      )}
      {/* People neither see nor reach it; a program fills it in. */}
      <div class={styles['trap']} aria-hidden="true">
        <label>
          Website
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div role="alert">{failure !== null && <Notice>{failure}</Notice>}</div>
      <Button kind="primary" wide submit disabled={busy}>
        {part === null ? t.send : files.length > 0 && part < 1 ? fill(t.sendingPart, { percent: Math.floor(part * 100) }) : t.sending}
      </Button>
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, wrong: Wrongs): void {
  const first = [...FIELDS, 'file' as const].find((field) => wrong[field] !== undefined);
  if (first === undefined) return;
  form?.querySelector<HTMLElement>(first === 'file' ? '[data-field="file"] button' : `[name="${first}"]`)?.focus();
}
