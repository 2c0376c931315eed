import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { asProblem } from '../../api/problem';
import { toastSuccess } from '../../ui/toast';
import { calls } from './calls';
import { useRefresh } from './queries';
import { useTexts } from './texts';
import { useWords } from './words';

interface Faults {
  password?: string;
  fresh?: string;
}

/** A new password; whoever else is signed in with the old one is signed out. */
export function PasswordForm() {
  const { t } = useTexts();
  const words = useWords();
  const refresh = useRefresh();
  const [password, setPassword] = useState('');
  const [fresh, setFresh] = useState('');
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const missing: Faults = {
      ...(password === '' ? { password: t('password_required') } : {}),
      ...(fresh.length < 8 ? { fresh: t('wrong.short') } : {}),
    };
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await calls.password(password, fresh);
      setPassword('');
      setFresh('');
      toastSuccess(t('password.changed'));
      refresh();
    } catch (thrown) {
      const problem = asProblem(thrown);
      const field = problem.fields['new_password'] === undefined ? 'password' : 'fresh';
      setFaults({ [field]: words(problem) });
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={320}>
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          value={password}
          error={faults.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('password.new')}
          description={t('password.hint')}
          autoComplete="new-password"
          value={fresh}
          error={faults.fresh}
          onChange={(event) => setFresh(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" size="xs" loading={busy}>
            {t('password.change')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
