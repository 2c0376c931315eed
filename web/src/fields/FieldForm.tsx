import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { CustomField, FieldKind } from '../api/fields';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { ChoiceRows } from './ChoiceRows';
import { become, bodyOf, draftOf, hasChoices, KINDS, type Draft } from './model';
import { useTexts } from './texts';

/** A custom field, new or as it is. */
export function FieldForm({ known, onDone }: { known: CustomField | null; onDone: () => void }) {
  const { t } = useTexts();
  const form = useSettingsForm<Draft, unknown>({
    name: 'custom-field',
    known,
    initial: draftOf(known),
    save: (values) => {
      const json = bodyOf(values, known);
      return known === null ? api.post('/api/custom-fields', { json }) : api.patch('/api/custom-fields/{id}', { path: { id: known.id }, json });
    },
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('add') : known.label}
      words={{ save: t('save'), cancel: t('cancel') }}
      disabled={known !== null && !dirty}
      onLeave={onDone}
    >
      <TextInput label={t('field.label')} description={t('field.label_hint')} maxLength={80} autoFocus {...input('label')} />
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
      <Textarea label={t('field.help')} description={t('field.help_hint')} autosize minRows={2} maxLength={300} {...input('help')} />
      <Switch
        label={t('field.required')}
        description={t(draft.kind === 'checkbox' ? 'field.required_tick' : 'field.required_hint')}
        {...input('required', { type: 'checkbox' })}
      />
    </SettingsForm>
  );
}
