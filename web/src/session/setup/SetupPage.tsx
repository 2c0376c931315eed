import { Alert, Anchor, NativeSelect, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { LANGUAGES } from '../../i18n/i18n';
import { useFields } from '../fields';
import { FieldsForm } from '../FieldsForm';
import { logIn } from '../login';
import { timezones } from '../profile/zones';
import { SignUpState } from '../signup/SignUpState';
import { useTexts } from './texts';

/** The first run: who has the code of the server's output makes the desk, and is its owner. */
export function SetupPage() {
  const { t } = useTexts();
  return (
    <SignUpState t={t} fits={({ begun }) => !begun} height={420}>
      {({ begun }) =>
        begun ? (
          <Stack gap="md">
            <Alert icon={<IconCircleCheck size={18} />} color="gray" variant="light" title={t('begun')}>
              {t('begun_text')}
            </Alert>
            <Anchor component={Link} to="/" size="sm">
              {t('back')}
            </Anchor>
          </Stack>
        ) : (
          <SetupForm />
        )
      }
    </SignUpState>
  );
}

function SetupForm() {
  const { t } = useTexts();
  const { i18n } = useTranslation();
  const [zones] = useState(timezones);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useFields({
    empty: {
      code: '',
      client: '',
      name: '',
      username: '',
      email: '',
      password: '',
      timezone: zones.includes(here) ? here : 'Etc/UTC',
      language: LANGUAGES.find(({ code }) => code === i18n.language)?.code ?? 'en',
    },
    missing: { code: t('missing.code'), client: t('missing.client'), username: t('missing.username'), password: t('missing.password') },
    often: t('often'),
    send: async (draft) => {
      await api.post('/api/setup', { json: draft });
      const outcome = await logIn({ username: draft.username.trim(), password: draft.password, type: 'admin', tfa: '' });
      return outcome.kind === 'in' ? null : t('made');
    },
  });
  return (
    <FieldsForm form={form} submit={t('submit')}>
      <TextInput {...form.input('code')} label={t('code')} description={t('code_hint')} placeholder="XXXX-XXXX-XXXX" autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} autoFocus />
      <TextInput {...form.input('client')} label={t('client')} description={t('client_hint')} autoComplete="organization" />
      <TextInput {...form.input('name')} label={t('name')} autoComplete="name" />
      <TextInput {...form.input('username')} label={t('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <PasswordInput {...form.input('password')} label={t('password')} description={t('password_hint')} autoComplete="new-password" />
      <TextInput {...form.input('email')} label={t('email')} description={t('email_hint')} type="email" autoComplete="email" />
      <Select
        label={t('timezone')}
        searchable
        limit={50}
        allowDeselect={false}
        data={zones}
        nothingFoundMessage={t('timezone_unknown')}
        value={form.draft.timezone}
        error={form.faults.timezone}
        onChange={(value) => form.set('timezone', value ?? '')}
      />
      <NativeSelect {...form.input('language')} label={t('language')} data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))} />
    </FieldsForm>
  );
}
