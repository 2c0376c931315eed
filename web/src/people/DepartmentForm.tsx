import { Alert, Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useAgents } from '../api/agents';
import { asProblem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';
import { toastSuccess } from '../ui/toast';
import { calls, type Team } from './model';
import classes from './people.module.css';
import { useTexts } from './texts';

interface Props {
  /** None for a new department. */
  team: Team | null;
  onClose: (saved: boolean) => void;
}

/** A department's name and who works in it. */
export function DepartmentForm({ team, onClose }: Props) {
  const { t } = useTexts();
  const agents = useAgents((state) => state.agents);
  const [name, setName] = useState(team?.name ?? '');
  const [members, setMembers] = useState<number[]>(team?.members ?? []);
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setFailure(null);
    const text = name.trim();
    setFault(text === '' ? t('fault.department') : null);
    if (text === '') return;
    setBusy(true);
    try {
      if (team === null) await calls.addTeam(text, members);
      else await calls.changeTeam(team.id, text, members);
      toastSuccess(t('departments.saved', { name: text }));
      onClose(true);
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFault(problem.fields['name'] ?? null);
      setFailure(problemText(problem, (key) => t(key, { ns: 'translation' })));
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Anchor component="button" type="button" size="sm" mb="sm" className={classes['back'] ?? ''} onClick={() => onClose(false)}>
        <IconArrowLeft size={16} aria-hidden /> {t('departments.back')}
      </Anchor>
      <Stack gap="md">
        <TextInput
          label={t('field.department')}
          value={name}
          error={fault}
          disabled={busy}
          maxLength={80}
          autoComplete="off"
          data-autofocus
          withAsterisk
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={t('field.members')}
          description={t('hint.members')}
          value={members.map(String)}
          onChange={(ids) => setMembers(ids.map(Number))}
        >
          <Stack gap="xs" mt="xs">
            {agents.map((agent) => (
              <Checkbox key={agent.id} value={String(agent.id)} disabled={busy} label={`${agent.name} (${agent.username})`} />
            ))}
          </Stack>
        </Checkbox.Group>
        {failure === null ? null : (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={() => onClose(false)}>
            {t('action.cancel', { ns: 'translation' })}
          </Button>
          <Button type="submit" loading={busy}>
            {t(team === null ? 'departments.create' : 'users.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
