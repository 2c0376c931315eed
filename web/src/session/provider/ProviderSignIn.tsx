import { Alert, Button, Divider, Loader, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconLogin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { useTranslation } from 'react-i18next';
import { beginSignIn, takeBack, verifyToken } from './signIn';
import { useTexts } from './texts';

/** The way in through the operator's provider, below the form; nothing where there is none. */
export function ProviderSignIn() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const offer = useQuery({ queryKey: ['oauth'], queryFn: () => api.get('/api/oauth'), retry: false });
  const [token, setToken] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const looked = useRef(false);

  async function verify(brought: string, tfa: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    const outcome = await verifyToken(brought, tfa);
    setBusy(false);
    if (outcome.kind === 'second-factor') {
      setToken(brought);
      setCode('');
    }
    if (outcome.kind === 'failed') setFailure(outcome.text ?? t('failed'));
  }

  async function meet(back: ReturnType<typeof takeBack>): Promise<void> {
    if (back?.kind === 'failed') setFailure(back.text === '' ? t('failed') : back.text);
    if (back?.kind === 'token') await verify(back.token, '');
  }

  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    void meet(takeBack(window.location, window.history));
  });

  async function begin(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      window.location.assign(await beginSignIn());
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), common));
      setBusy(false);
    }
  }

  async function finish(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const typed = code?.trim() ?? '';
    setFault(typed === '' ? t('code_missing') : null);
    if (typed !== '' && token !== null) await verify(token, typed);
  }

  if (offer.data?.open !== true) return null;
  const { name } = offer.data;
  return (
    <Stack gap="md" mt="md">
      <Divider label={t('or')} />
      {failure !== null ? (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
          {failure}
        </Alert>
      ) : null}
      {code !== null ? (
        <form onSubmit={(event) => void finish(event)} noValidate>
          <Stack gap="md">
            <TextInput
              label={t('code')}
              description={t('code_hint')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={code}
              error={fault}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy} fullWidth>
              {t('finish')}
            </Button>
          </Stack>
        </form>
      ) : (
        <Button
          variant="default"
          fullWidth
          disabled={busy}
          leftSection={busy ? <Loader size={16} /> : <IconLogin2 size={18} />}
          onClick={() => void begin()}
        >
          <Text span truncate inherit>
            {busy ? t('checking') : t('submit', { name })}
          </Text>
        </Button>
      )}
    </Stack>
  );
}
