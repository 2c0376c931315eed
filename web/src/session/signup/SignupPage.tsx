import { Alert, Anchor, Button, Code, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { useProduct } from '../../api/variant';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { useFields } from '../fields';
import { logIn } from '../login';
import { PublicPage } from '../PublicPage';
import { SIGN_UP_STATE } from './state';
import { useTexts } from './texts';

/** What whoever runs the server types there. */
const FIRST_USER = 'patchbay user create --client NAME \\\n  --username NAME --type admin';

/** A new client on trial, with its first admin, who is logged in at once. */
export function SignupPage() {
  const { t } = useTexts();
  const product = useProduct();
  const state = useQuery(SIGN_UP_STATE);
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
          <Anchor component={Link} to={state.data.begun ? '/contact' : '/setup'} size="sm">
            {state.data.begun ? t('contact') : t('setup')}
          </Anchor>
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
  const form = useFields({
    empty: { client: '', username: '', email: '', password: '' },
    missing: { client: t('missing.client'), username: t('missing.username'), email: t('missing.email'), password: t('missing.password') },
    often: t('often'),
    send: async (draft) => {
      await api.post('/api/signup', { json: draft });
      const username = `${draft.username.trim()}@${draft.client.trim()}`;
      const outcome = await logIn({ username, password: draft.password, type: 'admin', tfa: '' });
      return outcome.kind === 'in' ? null : t('made');
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput {...form.input('client')} label={t('client')} description={t('client_hint')} autoComplete="organization" autoFocus />
        <TextInput {...form.input('username')} label={t('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <TextInput {...form.input('email')} label={t('email')} type="email" autoComplete="email" />
        <PasswordInput {...form.input('password')} label={t('password')} description={t('password_hint')} autoComplete="new-password" />
        {form.failure === null ? null : (
          <Alert color="red" variant="light" role="alert">
            {form.failure}
          </Alert>
        )}
        <Button type="submit" loading={form.busy} fullWidth>
          {t('submit')}
        </Button>
        <Back />
      </Stack>
    </form>
  );
}
