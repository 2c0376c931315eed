import { Alert, Anchor, Button, Code, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { useProduct } from '../../api/variant';
import { ErrorPlace, problemText } from '../../ui/ErrorPlace';
import { logIn } from '../login';
import { PublicPage } from '../PublicPage';
import { useTexts } from './texts';

const FIELDS = ['client', 'username', 'email', 'password'] as const;
type Field = (typeof FIELDS)[number];
/** What whoever runs the server types there. */
const FIRST_USER = 'patchbay user create --client NAME \\\n  --username NAME --type admin';

const EMPTY: Record<Field, string> = { client: '', username: '', email: '', password: '' };

/** A new client on trial, with its first admin, who is logged in at once. */
export function SignupPage() {
  const { t } = useTexts();
  const product = useProduct();
  const state = useQuery({ queryKey: ['sign-up'], queryFn: () => api.get('/api/signup'), retry: false });
  return (
    <PublicPage title={t('title', { product })} text={t('text')}>
      {state.error !== null ? (
        <ErrorPlace compact problem={asProblem(state.error)} title={t('failed')} onRetry={() => void state.refetch()} />
      ) : state.data === undefined ? (
        <Skeleton height={240} role="progressbar" aria-label={t('loading')} />
      ) : state.data.open ? (
        <SignupForm />
      ) : (
        <Stack gap="md">
          {state.data.begun ? (
            <Alert icon={<IconDoorOff size={18} />} color="gray" variant="light" title={t('closed')}>
              {t('closed_text')}
            </Alert>
          ) : (
            <Alert icon={<IconDoorOff size={18} />} color="gray" variant="light" title={t('not_begun')}>
              {t('not_begun_text')}
              <Code block mt="xs">
                {FIRST_USER}
              </Code>
            </Alert>
          )}
          {state.data.begun ? (
            <Anchor component={Link} to="/contact" size="sm">
              {t('contact')}
            </Anchor>
          ) : null}
          <Back />
        </Stack>
      )}
    </PublicPage>
  );
}

function Back() {
  const { t } = useTexts();
  return (
    <Anchor component={Link} to="/" size="sm">
      {t('back')}
    </Anchor>
  );
}

function SignupForm() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [draft, setDraft] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const empty = FIELDS.filter((field) => draft[field].trim() === '');
    setFaults(Object.fromEntries(empty.map((field) => [field, t(`missing.${field}`)])));
    setFailure(null);
    if (empty.length > 0) return;
    setBusy(true);
    try {
      await api.post('/api/signup', { json: draft });
      const username = `${draft.username.trim()}@${draft.client.trim()}`;
      const outcome = await logIn({ username, password: draft.password, type: 'admin', tfa: '' });
      if (outcome.kind !== 'in') setFailure(t('made'));
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      if (Object.keys(problem.fields).length === 0) {
        setFailure(problem.code === 'rate_limited' ? t('often') : problemText(problem, common));
      }
    }
    setBusy(false);
  }

  const input = (field: Field) => ({
    label: t(field),
    value: draft[field],
    error: faults[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [field]: value }));
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput {...input('client')} description={t('client_hint')} autoComplete="organization" autoFocus />
        <TextInput {...input('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <TextInput {...input('email')} type="email" autoComplete="email" />
        <PasswordInput {...input('password')} description={t('password_hint')} autoComplete="new-password" />
        {failure === null ? null : (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={busy} fullWidth>
          {t('submit')}
        </Button>
        <Back />
      </Stack>
    </form>
  );
}
