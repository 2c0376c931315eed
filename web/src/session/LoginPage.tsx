import { Alert, Anchor, Button, Group, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useProduct } from '../api/variant';
import { logIn, type Credentials } from './login';
import classes from './LoginPage.module.css';
import { ProviderSignIn } from './provider/ProviderSignIn';
import { PublicPage } from './PublicPage';
import { rememberedName } from './remembered';
import { SIGN_UP_STATE } from './signup/state';

export function LoginPage() {
  const { t } = useTranslation();
  const product = useProduct();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<{ text: string; refused: boolean } | null>(null);
  const [type, setType] = useState<Credentials['type']>('agent');
  const [secondFactor, setSecondFactor] = useState(false);
  const [busy, setBusy] = useState(false);
  const [name] = useState(rememberedName);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const state = useQuery(SIGN_UP_STATE);

  async function enter(element: HTMLFormElement, kind: Credentials['type']) {
    // Read from the fields, so that what a password manager filled in counts however it did so.
    const fields = new FormData(element);
    const read = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const values: Credentials = {
      username: read('username'),
      password: read('password'),
      type: kind,
      tfa: read('tfa'),
    };
    const empty = (['username', 'password'] as const).filter((name) => values[name].trim() === '');
    setMissing(empty);
    setFailure(null);
    if (empty.length > 0) return;
    setBusy(true);
    const outcome = await logIn(values);
    setBusy(false);
    if (outcome.kind === 'second-factor') setSecondFactor(true);
    if (outcome.kind === 'failed') setFailure({ text: outcome.text ?? t('login.failed'), refused: outcome.refused === true });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void enter(event.currentTarget, type);
  }
  /** The same name and password as the other kind, which may be what was meant: nobody is told whether it is. */
  const other = type === 'admin' ? 'agent' : 'admin';
  function tryOther() {
    setType(other);
    if (form.current !== null) void enter(form.current, other);
  }

  const fault = (name: string) => (missing.includes(name) ? t(`login.${name}_required`) : null);

  // Nobody could log in yet.
  if (state.data?.begun === false) return <Navigate to="/setup" replace />;
  return (
    <PublicPage title={t('login.title', { product })} text={name === '' ? t('login.subtitle') : t('login.again', { name })}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            aria-label={t('login.type')}
            name="type"
            value={type}
            onChange={(value) => setType(value === 'admin' ? 'admin' : 'agent')}
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
            name="username"
            error={fault('username')}
          />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            name="password"
            error={fault('password')}
          />
          {secondFactor ? (
            <TextInput
              label={t('login.second_factor')}
              description={t('login.second_factor_hint')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              name="tfa"
            />
          ) : null}
          {failure !== null ? (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {failure.text}
              {failure.refused ? (
                <>
                  <p className={classes['other']}>{t('login.other', { tried: t(`login.${type}`), other: t(`login.${other}`) })}</p>
                  <Button size="compact-sm" variant="default" loading={busy} onClick={tryOther}>
                    {t('login.as_other', { other: t(`login.${other}`) })}
                  </Button>
                </>
              ) : null}
            </Alert>
          ) : null}
          <Button type="submit" loading={busy} fullWidth>
            {t('login.submit')}
          </Button>
          <Group gap="md" justify="space-between">
            <Anchor component={Link} to="/password_reset" size="sm">
              {t('login.forgot')}
            </Anchor>
            <Group gap="md">
              <Anchor component={Link} to="/signup" size="sm">
                {t('login.sign_up')}
              </Anchor>
              <Anchor component={Link} to="/contact" size="sm">
                {t('login.contact')}
              </Anchor>
            </Group>
          </Group>
        </Stack>
      </form>
      <ProviderSignIn />
    </PublicPage>
  );
}
