import { Checkbox, Select, TextInput, type TextInputProps } from '@mantine/core';
import type { IdentityType } from '../../api/contactFields';
import { asksNumber, type Form } from './model';
import classes from './profile.module.css';
import { useTexts } from './texts';

interface Props {
  form: Form;
  offered: readonly IdentityType[];
  required: boolean;
  disabled: boolean;
  fault: string | undefined;
  number: TextInputProps;
  onChange: (change: Partial<Form>) => void;
}

/** What a contact is identified by. */
export function IdentityFields({ form, offered, required, disabled, fault, number, onChange }: Props) {
  const { t } = useTexts();
  return (
    <>
      <div className={classes['pair']}>
        <Select
          label={t('field.identity_type')}
          data={['none' as const, ...offered].map((type) => ({ value: type, label: t(`identity.${type}`) }))}
          value={form.identity_type === '' ? 'none' : form.identity_type}
          onChange={(value) => onChange({ identity_type: value === null || value === 'none' ? '' : value })}
          allowDeselect={false}
          withAsterisk={required}
          error={fault}
          disabled={disabled}
          comboboxProps={{ withinPortal: true }}
        />
        {asksNumber(form) ? <TextInput {...number} withAsterisk /> : null}
      </div>
      {form.identity_type === '' ? null : (
        <Checkbox
          label={t('field.identity_refused')}
          checked={form.identity_refused}
          disabled={disabled}
          onChange={(event) => onChange({ identity_refused: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
