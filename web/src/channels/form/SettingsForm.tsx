import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState, type SubmitEvent } from 'react';
import type { Field } from './schema';
import { useTexts } from '../texts';
import classes from './form.module.css';
import { fieldId, SettingField, type Connected } from './SettingField';
import { shownFields, type SettingsForm as Form } from './useForm';

interface Props {
  form: Form;
  busy: boolean;
  submitLabel: string;
  /** What the server said that belongs to no field. */
  failure: string | null;
  /** Whether pressing the button makes sense although nothing was changed. */
  always?: boolean;
  connected?: Connected | null;
  onSubmit: () => void;
  onDiscard?: () => void;
}

/** A form made of what the plugin declares; the core knows none of these settings. */
export function SettingsForm({ form, busy, submitLabel, failure, always = false, connected = null, onSubmit, onDiscard }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const shown = shownFields(form);
  const advanced = shown.filter((field) => field.advanced);
  // A fault in a folded field must not hide.
  const unfolded = open || advanced.some((field) => form.problem(field.name) !== null);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = form.review();
    if (wrong === null) {
      onSubmit();
      return;
    }
    if (advanced.some((field) => field.name === wrong)) setOpen(true);
    // After the drawing that shows the fault, and unfolds it where needed.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`#${fieldId(wrong)}`)?.focus());
  };

  const draw = (field: Field) => (
    <SettingField
      key={field.name}
      field={field}
      value={form.values[field.name] ?? ''}
      held={form.held.has(field.name)}
      problem={form.problem(field.name)}
      disabled={busy}
      connected={connected}
      onChange={(value) => form.change(field.name, value)}
      onLeave={() => form.leave(field.name)}
    />
  );

  return (
    <form ref={element} className={classes['form']} noValidate onSubmit={submit}>
      <div className={classes['fields']}>{shown.filter((field) => !field.advanced).map(draw)}</div>
      {advanced.length > 0 ? (
        <>
          <button type="button" className={classes['fold']} aria-expanded={unfolded} onClick={() => setOpen(!unfolded)}>
            {unfolded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
            {t(unfolded ? 'form.advanced_hide' : 'form.advanced')}
          </button>
          {unfolded ? <div className={classes['folded']}>{advanced.map(draw)}</div> : null}
        </>
      ) : null}
      {failure === null ? null : (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} title={t('form.failed')} role="alert">
          {failure}
        </Alert>
      )}
      <div className={classes['actions']}>
        <Button type="submit" loading={busy} disabled={!always && !form.dirty}>
          {submitLabel}
        </Button>
        {onDiscard && form.dirty ? (
          <Button variant="subtle" color="gray" disabled={busy} onClick={onDiscard}>
            {t('form.discard')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
