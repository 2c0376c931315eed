import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useAgents } from '../api/agents';
import { FormFoot } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
import { calls, inOrder, type Team } from './model';
import { useTexts } from './texts';

/** A department, new or as it is: its name and who works in it. */
export function DepartmentForm({ known, onDone }: { known: Team | null; onDone: () => void }) {
  const { t } = useTexts();
  const agents = useAgents((state) => state.agents);
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft(`department-${known?.id ?? 'new'}`, {
    name: known?.name ?? '',
    members: inOrder(known?.members ?? []),
  });

  async function save(): Promise<void> {
    const name = draft.name.trim();
    const saved = await send(
      () => (known === null ? calls.addTeam(name, draft.members) : calls.changeTeam(known.id, name, draft.members)),
      name === '' ? { name: t('fault.department') } : undefined,
    );
    if (saved === null) return;
    toastSuccess(t('departments.saved', { name }));
    onDone();
  }

  return (
    <form
      ref={form}
      noValidate
      className={kept['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={kept['formTitle']}>{known === null ? t('departments.add') : known.name}</h3>
      <TextInput
        label={t('field.department')}
        maxLength={80}
        autoComplete="off"
        autoFocus
        value={draft.name}
        error={faults['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
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
      <FormFoot
        texts={{ save: t('action.save', { ns: 'translation' }), cancel: t('action.cancel', { ns: 'translation' }) }}
        busy={busy}
        failure={failure}
        disabled={!dirty}
        onCancel={() => leave(onDone)}
      />
    </form>
  );
}
