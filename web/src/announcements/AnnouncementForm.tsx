import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { api } from '../api/client';
import type { Announcement } from '../api/types';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { fromField, toField } from '../ui/dates';
import classes from '../ui/settingsList.module.css';
import { useTexts } from './texts';

const LEVELS = ['info', 'warning', 'critical'] as const;

/** An announcement, new or as it is. Without a beginning it starts at once, without an end it stays. */
export function AnnouncementForm({ known, onDone }: { known: Announcement | null; onDone: () => void }) {
  const { t } = useTexts();
  const label = useId();
  const form = useSettingsForm({
    name: 'announcement',
    known,
    initial: {
      text: known?.text ?? '',
      level: known?.level ?? 'info',
      link: known?.link ?? '',
      from: known === null ? '' : toField(known.from),
      until: known?.until == null ? '' : toField(known.until),
    },
    required: { text: t('fault.text') },
    save: (values) => {
      const json = { ...values, from: fromField(values.from), until: fromField(values.until) };
      return known === null ? api.post('/api/announcements', { json }) : api.put('/api/announcements/{id}', { path: { id: known.id }, json });
    },
    saved: t(known === null ? 'published' : 'saved'),
    done: onDone,
  });
  const { draft, input, change } = form;
  return (
    <SettingsForm
      form={form}
      title={t(known === null ? 'add' : 'edit')}
      words={{ save: t(known === null ? 'publish' : 'save'), cancel: t('cancel') }}
      onLeave={onDone}
    >
      <Textarea label={t('text')} autosize minRows={2} maxRows={6} maxLength={500} autoFocus {...input('text')} />
      <div className={classes['field']}>
        <Input.Label labelElement="div" id={label}>
          {t('how')}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-labelledby={label}
          value={draft.level}
          onChange={(level) => change({ level })}
          data={LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
        />
      </div>
      <TextInput label={t('link')} description={t('link_hint')} type="url" placeholder="https://" {...input('link')} />
      <div className={classes['pair']}>
        <TextInput label={t('from')} description={t('from_hint')} type="datetime-local" {...input('from')} />
        <TextInput label={t('until')} description={t('until_hint')} type="datetime-local" {...input('until')} />
      </div>
    </SettingsForm>
  );
}
