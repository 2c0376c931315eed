import { MultiSelect, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { Macro } from '../api/macros';
import { FormFoot } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
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
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft<Draft>(`macro-${known?.id ?? 'new'}`, {
    name: known?.name ?? '',
    departments: known?.departments ?? [],
    then: known?.then ?? [],
  });

  async function save(): Promise<void> {
    const missing = {
      ...(draft.name.trim() === '' ? { name: t('fault.name') } : {}),
      ...(draft.then.length === 0 ? { then: t('fault.then') } : {}),
    };
    const saved = await send(
      () => (known === null ? api.post('/api/macros', { json: draft }) : api.patch('/api/macros/{id}', { path: { id: known.id }, json: draft })),
      missing,
    );
    if (saved === null) return;
    toastSuccess(t('saved'));
    onDone();
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={classes['formTitle']}>{known === null ? t('macro.add') : known.name}</h3>
      <TextInput
        label={t('name')}
        maxLength={80}
        autoFocus
        value={draft.name}
        error={faults['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
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
      <FormFoot
        texts={{ save: t('save'), cancel: t('cancel') }}
        busy={busy}
        failure={failure}
        disabled={known !== null && !dirty}
        onCancel={() => leave(onDone)}
      />
    </form>
  );
}
