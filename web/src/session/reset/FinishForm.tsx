import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconCheck, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { asProblem } from '../../api/problem';
import { ErrorPlace, problemText } from '../../ui/ErrorPlace';
import { calls } from './calls';
import { useTexts } from './texts';

/** Sets a new password by the link of the mail. */
export function FinishForm({ link }: { link: string }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const checked = useQuery({
    queryKey: ['password reset', link],
    queryFn: () => calls.check(link),
    retry: false,
    staleTime: Infinity,
  });
  const [password, setPassword] = useState('');
  const [phase, setPhase] = useState<'form' | 'busy' | 'done' | 'dead'>('form');
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (password.length < 8) {
      setFailure(t('finish.short'));
      return;
    }
    setPhase('busy');
    setFailure(null);
    try {
      await calls.finish(link, password);
      setPhase('done');
    } catch (thrown) {
      const problem = asProblem(thrown);
      setPhase(problem.code === 'not_found' ? 'dead' : 'form');
      setFailure(problemText(problem, common));
    }
  }

  const problem = checked.error === null ? null : asProblem(checked.error);
  if (phase === 'done') {
    return (
      <Stack gap="md">
        <Alert icon={<IconCheck size={18} />} variant="light" title={t('finish.done')} role="status">
          {t('finish.done_text')}
        </Alert>
        <Anchor component={Link} to="/" size="sm">
          {t('back')}
        </Anchor>
      </Stack>
    );
  }
  if (phase === 'dead' || problem?.code === 'not_found') {
    return (
      <Stack gap="md">
        <Alert icon={<IconLinkOff size={18} />} color="red" variant="light" title={t('finish.dead')} role="alert">
          {t('finish.dead_text')}
        </Alert>
        <Anchor component={Link} to="/password_reset" size="sm">
          {t('finish.again')}
        </Anchor>
      </Stack>
    );
  }
  if (problem !== null) {
    return <ErrorPlace compact problem={problem} title={t('failed')} onRetry={() => void checked.refetch()} />;
  }
  if (checked.data === undefined) return <Skeleton height={120} role="progressbar" aria-label={t('loading')} />;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput label={t('finish.user')} autoComplete="username" readOnly value={checked.data.username} />
        <PasswordInput
          label={t('finish.password')}
          description={t('finish.hint')}
          autoComplete="new-password"
          autoFocus
          value={password}
          error={failure}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={phase === 'busy'} fullWidth>
          {t('finish.set')}
        </Button>
      </Stack>
    </form>
  );
}
