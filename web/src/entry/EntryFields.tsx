import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { isEnter } from '../ui/enter';
import { toastSuccess } from '../ui/toast';
import { closeEntry } from './close';
import { CustomerFields } from './CustomerFields';
import classes from './entry.module.css';
import { EntryFiles } from './EntryFiles';
import { PlaceFields } from './PlaceFields';
import { useTexts } from './texts';
import { useEntryForm } from './useEntryForm';

/** An agent enters a ticket for a customer who called, wrote a letter or stood at the counter. */
export function EntryFields({ onOpen }: { onOpen: (number: number) => void }) {
  const { t } = useTexts();
  const form = useEntryForm();
  const element = useRef<HTMLFormElement>(null);
  const { draft, files, faults, failure, progress, dirty, change } = form;
  const busy = progress !== null;
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  async function save(): Promise<void> {
    const entered = await form.send();
    if (entered === null) return;
    closeEntry();
    const number = entered.ticket_number;
    if (entered.visible) {
      toastSuccess(t('entered', { number }));
      onOpen(number);
    } else toastSuccess(t('given', { number }));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isEnter(event) && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  }

  const known = ['name', 'email', 'phone', 'title', 'message', 'severity', 'assignee', 'attachment'];
  const elsewhere = Object.entries(faults).filter(([field]) => !known.includes(field));
  return (
    <form
      ref={element}
      noValidate
      className={classes['form']}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset className={classes['part']} disabled={busy}>
        <legend>{t('customer')}</legend>
        <CustomerFields form={form} />
      </fieldset>
      <fieldset className={classes['part']} disabled={busy}>
        <legend>{t('matter')}</legend>
        <TextInput
          label={t('subject')}
          description={t('subject_hint')}
          maxLength={200}
          value={draft.title}
          error={faults['title']}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          label={t('message')}
          description={t('message_hint')}
          withAsterisk
          autosize
          minRows={4}
          maxRows={12}
          value={draft.message}
          error={faults['message']}
          onChange={(event) => change({ message: event.currentTarget.value })}
          dir="auto"
        />
        <EntryFiles files={files} problem={faults['attachment']} onFiles={form.setFiles} />
      </fieldset>
      <fieldset className={classes['part']} disabled={busy}>
        <legend>{t('place')}</legend>
        <PlaceFields form={form} />
      </fieldset>
      <div className={classes['foot']}>
        {failure === null ? null : (
          <p role="alert" className={classes['failure']}>
            {[failure, ...elsewhere.map(([, text]) => text)].join(' ')}
          </p>
        )}
        <p className={classes['hint']}>{t('nobody_told')}</p>
        <span className={classes['spring']} />
        {dirty ? (
          <Button variant="subtle" color="gray" size="xs" disabled={busy} onClick={form.discard}>
            {t('discard')}
          </Button>
        ) : null}
        <Button type="submit" size="xs" loading={busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
