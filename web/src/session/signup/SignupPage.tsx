import { Alert, Anchor, Code, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { useFields } from '../fields';
import { FieldsForm } from '../FieldsForm';
import { logIn } from '../login';
import { SignUpState } from './SignUpState';
import { useTexts } from './texts';

/** What whoever runs the server types there. */
const FIRST_USER = 'patchbay user create --client NAME \\\n  --username NAME --type admin';

/** A new client on trial, with its first admin, who is logged in at once. */
export function SignupPage() {
  const { t } = useTexts();
  return (
    <SignUpState t={t} height={240}>
      {({ open, begun }) => (open ? <SignupForm /> : <Closed begun={begun} />)}
    </SignUpState>
  );
}

/** Who cannot sign up here is led to whoever can help. */
function Closed({ begun }: { begun: boolean }) {
  const { t } = useTexts();
  return (
    <Stack gap="md">
      {begun ? (
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
      <Anchor component={Link} to={begun ? '/contact' : '/setup'} size="sm">
        {begun ? t('contact') : t('setup')}
      </Anchor>
      <Back />
    </Stack>
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
    <FieldsForm form={form} submit={t('submit')} after={<Back />}>
      <TextInput {...form.input('client')} label={t('client')} description={t('client_hint')} autoComplete="organization" autoFocus />
      <TextInput {...form.input('username')} label={t('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <TextInput {...form.input('email')} label={t('email')} type="email" autoComplete="email" />
      <PasswordInput {...form.input('password')} label={t('password')} description={t('password_hint')} autoComplete="new-password" />
    </FieldsForm>
  );
}
