/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import { emptyFields, FORM_FIELDS, type FormField, type FormValues } from '../queue/prefill';
import { fill, t } from '../texts';
import type { Identity } from '../transport/wire';
import { Button, Dialog, Field, Notice } from './parts';
import { Heading, placeStyles } from './Place';

export interface ContactFormProps {
  readonly values: FormValues;
  readonly online: boolean;
  readonly busy: boolean;
  readonly clientName: string;
  readonly termsUrl: string | null;
  readonly offlineMessage: string | null;
  /** What the visitor's site vouches for, which is shown and not asked. */
  readonly identity: Identity | null;
  readonly note: string | null;
  readonly onChange: (values: FormValues) => void;
  readonly onSubmit: () => void;
}

const INPUTS: Readonly<Record<FormField, { label: string; type?: 'tel' | 'email'; complete?: string; lines?: true }>> = {
  name: { label: t.name, complete: 'name' },
  phone: { label: t.phone, type: 'tel', complete: 'tel' },
  email: { label: t.email, type: 'email', complete: 'email' },
  message: { label: t.message, lines: true },
};

function isVouchedFor(identity: Identity | null, field: FormField): boolean {
  return identity !== null && field !== 'message' && identity[field] !== '';
}

export function ContactForm(props: ContactFormProps) {
  const { values, online, busy, onChange, onSubmit } = props;
  const [left, setLeft] = useState<ReadonlySet<FormField>>(new Set());
  const formRef = useRef<HTMLFormElement>(null);
  const empty = emptyFields(values);

  const submit = (event: Event) => {
    event.preventDefault();
    setLeft(new Set(FORM_FIELDS));
    const [first] = empty;
    if (first === undefined) onSubmit();
    else formRef.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return (
    <form ref={formRef} class={placeStyles['stack']} noValidate onSubmit={submit}>
      <Heading>{t.title}</Heading>
      {!online && <Notice>{props.offlineMessage ?? t.offline}</Notice>}
      {props.note !== null && <p class={placeStyles['dim']}>{props.note}</p>}
      {FORM_FIELDS.map((field) => {
        const { label, type, complete, lines } = INPUTS[field];
        return (
          <Field
            key={field}
            name={field}
            label={label}
            value={values[field]}
            problem={left.has(field) && empty.includes(field) ? t.empty : null}
            onInput={(value) => onChange({ ...values, [field]: value })}
            onLeave={() => setLeft((old) => new Set([...old, field]))}
            {...(type ? { type } : {})}
            {...(complete ? { autoComplete: complete } : {})}
            {...(lines ? { lines } : {})}
            readOnly={isVouchedFor(props.identity, field)}
          />
        );
      })}
      <Button kind="primary" wide submit disabled={busy}>
        {busy ? t.sending : online ? t.connect : t.submit}
      </Button>
      {online && <Terms clientName={props.clientName} url={props.termsUrl} />}
    </form>
  );
}

/** The terms line; where the client has no page of its own the link says what is kept. */
function Terms({ clientName, url }: { clientName: string; url: string | null }) {
  const [open, setOpen] = useState(false);
  const [before, after] = t.terms.split('{terms}');
  const show = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <p class={placeStyles['fine']}>
      {before}
      {url === null ? (
        <a href="#terms" onClick={show}>
          {t.termsWord}
        </a>
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t.termsWord}
        </a>
      )}
      {after}
      {open && (
        <Dialog
          title={t.termsTitle}
          onClose={() => setOpen(false)}
          actions={
            <Button kind="primary" onClick={() => setOpen(false)}>
              {t.close}
            </Button>
          }
        >
          <p style={{ textAlign: 'left' }}>{fill(t.termsBody, { client: clientName })}</p>
        </Dialog>
      )}
    </p>
  );
}
