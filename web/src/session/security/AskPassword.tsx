import { Button, Group, PasswordInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { asProblem } from '../../api/problem';
import { useWords } from './words';
import { useTexts } from './texts';

interface Props {
  action: string;
  danger?: boolean;
  run: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** The password again, before something that could shut the person out. */
export function AskPassword({ action, danger = false, run, onCancel }: Props) {
  const { t } = useTexts();
  const words = useWords();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (password === '') {
      setFailure(t('password_required'));
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await run(password);
    } catch (thrown) {
      setFailure(words(asProblem(thrown)));
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <PasswordInput
        label={t('your_password')}
        autoComplete="current-password"
        autoFocus
        maw={320}
        value={password}
        error={failure}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Group gap="xs" mt="sm">
        <Button type="submit" size="xs" loading={busy} {...(danger ? { color: 'red' } : {})}>
          {action}
        </Button>
        <Button size="xs" variant="subtle" disabled={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
