import { Alert, Anchor, Box, Button, Code, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconMailCheck, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { asProblem } from '../../api/problem';
import { ErrorPlace, problemText } from '../../ui/ErrorPlace';
import { calls } from './calls';
import { useTexts } from './texts';

/** What whoever runs the server types there; it asks for the password. */
const SET_PASSWORD = 'patchbay user password --client NAME \\\n  --username NAME';

function Back() {
  const { t } = useTexts();
  return (
    <Anchor component={Link} to="/" size="sm">
      {t('back')}
    </Anchor>
  );
}

/** Asks for the address. What is answered does not tell whether it is known. */
export function AskForm() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const state = useQuery({ queryKey: ['password reset'], queryFn: calls.state, retry: false });
  const [email, setEmail] = useState('');
  const [phase, setPhase] = useState<'form' | 'busy' | 'sent'>('form');
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!email.includes('@')) {
      setFailure(t('ask.bad'));
      return;
    }
    setPhase('busy');
    setFailure(null);
    try {
      await calls.ask(email);
      setPhase('sent');
    } catch (thrown) {
      const problem = asProblem(thrown);
      const words = problem.code === 'rate_limited' ? t('often') : problemText(problem, common);
      setFailure(problem.code === 'invalid' ? t('ask.bad') : words);
      setPhase('form');
    }
  }

  if (state.error !== null) {
    return <ErrorPlace compact problem={asProblem(state.error)} title={t('failed')} onRetry={() => void state.refetch()} />;
  }
  if (state.data === undefined) return <Skeleton height={120} role="progressbar" aria-label={t('loading')} />;
  if (!state.data.available) {
    return (
      <Stack gap="md">
        <Alert icon={<IconMailOff size={18} />} color="gray" variant="light" title={t('ask.none')}>
          {t('ask.none_text')}
        </Alert>
        <Box fz="sm" c="dimmed">
          {t('ask.none_admin')}
          <Code block mt="xs">
            {SET_PASSWORD}
          </Code>
        </Box>
        <Anchor component={Link} to="/contact" size="sm">
          {t('ask.contact')}
        </Anchor>
        <Back />
      </Stack>
    );
  }
  if (phase === 'sent') {
    return (
      <Stack gap="md">
        <Alert icon={<IconMailCheck size={18} />} variant="light" title={t('ask.sent')} role="status">
          {t('ask.sent_text')}
        </Alert>
        <Back />
      </Stack>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('ask.email')}
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          error={failure}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={phase === 'busy'} fullWidth>
          {t('ask.send')}
        </Button>
        <Back />
      </Stack>
    </form>
  );
}
