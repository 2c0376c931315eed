import { MultiSelect, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { Macro } from '../api/macros';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { useChoices } from './choices';
import type { RuleStep } from './model';
import { StepRows } from './StepRows';
import { useTexts } from './texts';

interface Draft {
  name: string;
  departments: number[];
  then: RuleStep[];
}

/** A macro, new or as it is: what it does, and whose it is. */
export function MacroForm({ known, onDone }: { known: Macro | null; onDone: () => void }) {
  const { t } = useTexts();
  const choices = useChoices(false, true);
  const form = useSettingsForm<Draft, unknown>({
    name: 'macro',
    known,
    initial: { name: known?.name ?? '', departments: known?.departments ?? [], then: known?.then ?? [] },
    required: { name: t('fault.name'), then: t('fault.then') },
    save: (json) => (known === null ? api.post('/api/macros', { json }) : api.patch('/api/macros/{id}', { path: { id: known.id }, json })),
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('macro.add') : known.name}
      words={{ save: t('save'), cancel: t('cancel') }}
      disabled={known !== null && !dirty}
      onLeave={onDone}
    >
      <TextInput label={t('name')} maxLength={80} autoFocus {...input('name')} />
      <MultiSelect
        label={t('macro.departments')}
        description={t('macro.departments_hint')}
        placeholder={draft.departments.length === 0 ? t('macro.everybody') : ''}
        searchable
        clearable
        data={choices.department.filter(({ value }) => value !== '')}
        value={draft.departments.map(String)}
        error={faults['departments']}
        onChange={(chosen) => change({ departments: chosen.map(Number) })}
      />
      <StepRows steps={draft.then} choices={choices} faults={faults} onChange={(then) => change({ then })} />
    </SettingsForm>
  );
}
