import { Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { useMe } from '../session/store';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { currentTimezone } from '../ui/dates';
import { bodyOf, draftOf, NAME_MAX, newDraft, type ScheduleDraft, type ScheduledReport } from './model';
import { RecipientsField } from './RecipientsField';
import { ReportFields } from './ReportFields';
import { useTexts } from './texts';
import { TimeFields } from './TimeFields';

/** Form of a scheduled report, new or as it is: what is reported, when it goes out, and to whom. */
export function ScheduleForm({ known, onDone }: { known: ScheduledReport | null; onDone: () => void }) {
  const { t } = useTexts();
  const { userId } = useMe();
  const form = useSettingsForm<ScheduleDraft, unknown>({
    name: 'report-schedule',
    known,
    initial: known === null ? newDraft(userId, currentTimezone()) : draftOf(known),
    required: { name: t('fault.name'), time: t('fault.time'), recipients: t('fault.recipients') },
    validate: ({ repeat, weekdays }) => (repeat === 'weekly' && weekdays.length === 0 ? { weekdays: t('fault.weekdays') } : {}),
    save: (draft) => {
      const json = bodyOf(draft);
      return known === null ? api.post('/api/report/schedules', { json }) : api.put('/api/report/schedules/{id}', { path: { id: known.id }, json });
    },
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  const part = { draft, faults, onChange: change };
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('add') : known.name}
      words={{ save: t('save'), cancel: t('cancel') }}
      disabled={known !== null && !dirty}
      onLeave={onDone}
    >
      <TextInput label={t('name')} maxLength={NAME_MAX} autoFocus {...input('name')} />
      <ReportFields {...part} />
      <TimeFields {...part} />
      <RecipientsField {...part} />
      <Switch label={t('skip_empty')} description={t('skip_empty_hint')} {...input('skip_empty', { type: 'checkbox' })} />
      <Switch label={t('enabled')} description={t('enabled_hint')} {...input('enabled', { type: 'checkbox' })} />
    </SettingsForm>
  );
}
