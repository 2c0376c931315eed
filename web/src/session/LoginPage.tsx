import { Alert, Anchor, Button, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../api/variant';
import { logIn, type Credentials } from './login';
import { PublicPage } from './PublicPage';

export function LoginPage() {
  const { t } = useTranslation();
  const product = useProduct();
  const [failure, setFailure] = useState<string | null>(null);
  const [secondFactor, setSecondFactor] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    validateInputOnBlur: false,
    initialValues: { username: '', password: '', type: 'agent', tfa: '' },
    validate: {
      username: isNotEmpty(t('login.username_required')),
      password: isNotEmpty(t('login.password_required')),
    },
  });

  async function submit(values: Credentials) {
    setBusy(true);
    setFailure(null);
    const outcome = await logIn(values);
    setBusy(false);
    if (outcome.kind === 'second-factor') setSecondFactor(true);
    if (outcome.kind === 'failed') setFailure(outcome.text ?? t('login.failed'));
  }

  return (
    <PublicPage title={t('login.title', { product })} text={t('login.subtitle')}>
      <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            aria-label={t('login.type')}
            key={form.key('type')}
            {...form.getInputProps('type')}
            data={[
              { value: 'agent', label: t('login.agent') },
              { value: 'admin', label: t('login.admin') },
            ]}
          />
          <TextInput
            label={t('login.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            autoFocus
            key={form.key('username')}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {secondFactor ? (
            <TextInput
              label={t('login.second_factor')}
              description={t('login.second_factor_hint')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              key={form.key('tfa')}
              {...form.getInputProps('tfa')}
            />
          ) : null}
          {failure !== null ? (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {failure}
            </Alert>
          ) : null}
          <Button type="submit" loading={busy} fullWidth>
            {t('login.submit')}
          </Button>
          <Anchor component={Link} to="/password_reset" size="sm">
            {t('login.forgot')}
          </Anchor>
        </Stack>
      </form>
    </PublicPage>
  );
}
