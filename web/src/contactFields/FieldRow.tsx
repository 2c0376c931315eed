import { Checkbox, Switch } from '@mantine/core';
import { useId } from 'react';
import type { ContactField, Rule } from '../api/contactFields';
import classes from './contactFields.module.css';
import { useTexts } from './texts';

interface Props {
  field: ContactField;
  rule: Rule;
  fault: string | undefined;
  onChange: (rule: Rule) => void;
}

/** A field of contacts: whether it is there, and whether it may stay empty. */
export function FieldRow({ field, rule, fault, onChange }: Props) {
  const { t } = useTexts();
  const id = useId();
  return (
    <li>
      <div role="group" aria-labelledby={`${id}-name`} aria-describedby={fault === undefined ? `${id}-hint` : `${id}-fault`} className={classes['row']}>
        <div className={classes['what']}>
          <span id={`${id}-name`}>{t(`field.${field}`)}</span>
          <small id={`${id}-hint`}>{t(`hint.${field}`)}</small>
        </div>
        <div className={classes['choices']}>
          <Switch
            label={t('shown')}
            checked={rule.shown}
            aria-invalid={fault === undefined ? undefined : true}
            onChange={(event) => onChange({ shown: event.currentTarget.checked, required: rule.required && event.currentTarget.checked })}
          />
          <Checkbox
            label={t('required')}
            checked={rule.required}
            disabled={!rule.shown}
            onChange={(event) => onChange({ ...rule, required: event.currentTarget.checked })}
          />
        </div>
        {fault === undefined ? null : (
          <p id={`${id}-fault`} className={classes['fault']}>
            {fault}
          </p>
        )}
      </div>
    </li>
  );
}
