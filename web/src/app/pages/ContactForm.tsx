import { Alert, Button, Stack, Textarea, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from '../texts';
import classes from './Public.module.css';

const FIELDS = ['name', 'email', 'message'] as const;
type Field = (typeof FIELDS)[number];

const EMPTY: Record<Field, string> = { name: '', email: '', message: '' };

/** One word for one message, so that a press that is repeated after a lost answer makes no second ticket. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A message to whoever runs the installation. What was typed stays until it is known to be kept. */
export function ContactForm({ most }: { most: number }) {
  const { t } = useTexts();
  const { t: common, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(EMPTY);
  const [tried, setTried] = useState<{ key: string; draft: typeof EMPTY } | null>(null);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [number, setNumber] = useState<number | null>(null);

  function point(wrong: Partial<Record<Field, string>>) {
    setFaults(wrong);
    const first = FIELDS.find((field) => wrong[field] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const website = new FormData(event.currentTarget).get('website');
    const empty = FIELDS.filter((field) => draft[field].trim() === '');
    point(Object.fromEntries(empty.map((field) => [field, t(`contact.missing.${field}`)])));
    setFailure(null);
    if (empty.length > 0) return;
    const attempt = tried?.draft === draft ? tried : { key: newKey(), draft };
    setTried(attempt);
    setBusy(true);
    try {
      const body = { ...draft, language: i18n.language, queue_id: attempt.key, website: typeof website === 'string' ? website : '' };
      const kept = await api.post('/api/contact', { json: body });
      setNumber(kept.ticket_number);
    } catch (thrown) {
      const problem = asProblem(thrown);
      point(Object.fromEntries(FIELDS.filter((field) => problem.fields[field] !== undefined).map((field) => [field, t(`contact.wrong.${field}`)])));
      if (!FIELDS.some((field) => problem.fields[field] !== undefined)) {
        setFailure(problem.code === 'rate_limited' ? t('contact.often') : problemText(problem, common));
      }
    }
    setBusy(false);
  }

  if (number !== null) {
    return (
      <Alert icon={<IconMailCheck size={18} />} variant="light" title={t('contact.sent')} role="status" maw="62ch">
        {t('contact.sent_text', { number, address: draft.email.trim() })}
      </Alert>
    );
  }
  const input = (field: Field) => ({
    name: field,
    label: t(`contact.${field}`),
    value: draft[field],
    error: faults[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [field]: value }));
    },
  });
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={classes['form']}>
      <Stack gap="md">
        <TextInput {...input('name')} autoComplete="name" />
        <TextInput {...input('email')} type="email" autoComplete="email" description={t('contact.email_hint')} />
        <Textarea {...input('message')} autosize minRows={5} maxRows={16} maxLength={most} />
        {/* People neither see nor reach it; a program fills it in. */}
        <div className={classes['trap']} aria-hidden="true">
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        {failure === null ? null : (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={busy}>
          {t('contact.send')}
        </Button>
      </Stack>
    </form>
  );
}
