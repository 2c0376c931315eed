import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useAgents } from '../api/agents';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { calls, inOrder, type Team } from './model';
import { useTexts } from './texts';

/** A department, new or as it is: its name and who works in it. */
export function DepartmentForm({ known, onDone }: { known: Team | null; onDone: () => void }) {
  const { t } = useTexts();
  const agents = useAgents((state) => state.agents);
  const form = useSettingsForm({
    name: 'department',
    known,
    initial: { name: known?.name ?? '', members: inOrder(known?.members ?? []) },
    required: { name: t('fault.department') },
    save: ({ name, members }) => (known === null ? calls.addTeam(name.trim(), members) : calls.changeTeam(known.id, name.trim(), members)),
    saved: ({ name }) => t('departments.saved', { name: name.trim() }),
    done: onDone,
  });
  const { draft, faults, input, change } = form;
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('departments.add') : known.name}
      words={{ save: t('action.save', { ns: 'translation' }), cancel: t('action.cancel', { ns: 'translation' }) }}
      onLeave={onDone}
    >
      <TextInput label={t('field.department')} maxLength={80} autoComplete="off" autoFocus {...input('name')} />
      <Checkbox.Group
        label={t('field.members')}
        description={t('hint.members')}
        value={draft.members.map(String)}
        error={faults['members']}
        onChange={(ids) => change({ members: inOrder(ids.map(Number)) })}
      >
        <Stack gap="xs" mt="xs">
          {agents.map((agent) => (
            <Checkbox key={agent.id} value={String(agent.id)} label={`${agent.name} (${agent.username})`} />
          ))}
        </Stack>
      </Checkbox.Group>
    </SettingsForm>
  );
}
