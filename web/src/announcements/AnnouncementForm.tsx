import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { api } from '../api/client';
import type { Announcement } from '../api/types';
import { fromField, toField } from '../ui/dates';
import { FormFoot } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
import { useTexts } from './texts';

const LEVELS = ['info', 'warning', 'critical'] as const;

/** An announcement, new or as it is. Without a beginning it starts at once, without an end it stays. */
export function AnnouncementForm({ known, onDone }: { known: Announcement | null; onDone: () => void }) {
  const { t } = useTexts();
  const label = useId();
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft(`announcement-${known?.id ?? 'new'}`, {
    text: known?.text ?? '',
    level: known?.level ?? 'info',
    link: known?.link ?? '',
    from: known === null ? '' : toField(known.from),
    until: known?.until == null ? '' : toField(known.until),
  });

  async function save(): Promise<void> {
    const body = { ...draft, from: fromField(draft.from), until: fromField(draft.until) };
    const missing = draft.text.trim() === '' ? { text: t('fault.text') } : undefined;
    const saved = await send(
      () =>
        known === null
          ? api.post('/api/announcements', { json: body })
          : api.put('/api/announcements/{id}', { path: { id: known.id }, json: body }),
      missing,
    );
    if (saved === null) return;
    toastSuccess(t(known === null ? 'published' : 'saved'));
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
      <h3 className={classes['formTitle']}>{t(known === null ? 'add' : 'edit')}</h3>
      <Textarea
        label={t('text')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        autoFocus
        value={draft.text}
        error={faults['text']}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
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
      <TextInput
        label={t('link')}
        description={t('link_hint')}
        type="url"
        placeholder="https://"
        value={draft.link}
        error={faults['link']}
        onChange={(event) => change({ link: event.currentTarget.value })}
      />
      <div className={classes['pair']}>
        <TextInput
          label={t('from')}
          description={t('from_hint')}
          type="datetime-local"
          value={draft.from}
          error={faults['from']}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          label={t('until')}
          description={t('until_hint')}
          type="datetime-local"
          value={draft.until}
          error={faults['until']}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </div>
      <FormFoot
        texts={{ save: t(known === null ? 'publish' : 'save'), cancel: t('cancel') }}
        busy={busy}
        failure={failure}
        disabled={!dirty}
        onCancel={() => leave(onDone)}
      />
    </form>
  );
}
