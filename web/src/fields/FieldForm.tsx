import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { CustomField, FieldKind } from '../api/fields';
import { FormFoot } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
import { ChoiceRows } from './ChoiceRows';
import { become, bodyOf, draftOf, hasChoices, KINDS, type Draft } from './model';
import { useTexts } from './texts';

/** A custom field, new or as it is. */
export function FieldForm({ known, onDone }: { known: CustomField | null; onDone: () => void }) {
  const { t } = useTexts();
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft<Draft>(`custom-field-${known?.id ?? 'new'}`, draftOf(known));

  async function save(): Promise<void> {
    const body = bodyOf(draft, known);
    const saved = await send(() =>
      known === null ? api.post('/api/custom-fields', { json: body }) : api.patch('/api/custom-fields/{id}', { path: { id: known.id }, json: body }),
    );
    if (saved === null) return;
    toastSuccess(t('saved'));
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
      <h3 className={kept['formTitle']}>{known === null ? t('add') : known.label}</h3>
      <TextInput
        label={t('field.label')}
        description={t('field.label_hint')}
        maxLength={80}
        autoFocus
        value={draft.label}
        error={faults['label']}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('field.kind')}
        description={t(known === null ? 'field.kind_hint' : 'field.kind_stays')}
        disabled={known !== null}
        data={KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        value={draft.kind}
        error={faults['kind']}
        onChange={(event) => change(become(draft, event.currentTarget.value as FieldKind))}
      />
      {hasChoices(draft.kind) ? <ChoiceRows choices={draft.choices} faults={faults} onChange={(choices) => change({ choices })} /> : null}
      <Textarea
        label={t('field.help')}
        description={t('field.help_hint')}
        autosize
        minRows={2}
        maxLength={300}
        value={draft.help}
        error={faults['help']}
        onChange={(event) => change({ help: event.currentTarget.value })}
      />
      <Switch
        label={t('field.required')}
        description={t(draft.kind === 'checkbox' ? 'field.required_tick' : 'field.required_hint')}
        checked={draft.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
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
