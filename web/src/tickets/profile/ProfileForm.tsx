import { Button, Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { toastSuccess } from '../../ui/toast';
import { calls } from './calls';
import { asksNumber, changesOf, formOf, IDENTITY_TYPES, type Form, type IdentityType, type Profile } from './model';
import classes from './profile.module.css';
import { useTexts } from './texts';

type TextField = 'name' | 'salutation' | 'email' | 'phone' | 'identity_number' | 'notes';

interface Props {
  profile: Profile;
  onDirty: (dirty: boolean) => void;
}

/** What is known of a contact, to be changed. What others change shows until something is typed. */
export function ProfileForm({ profile, onDirty }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Partial<Form>>({});
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form: Form = { ...formOf(profile), ...draft };
  const changes = changesOf(form, profile);
  const dirty = Object.keys(changes).length > 0;
  const over = profile.merged_into !== null;
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  const set = (change: Partial<Form>) => setDraft((old) => ({ ...old, ...change }));
  const text = (name: TextField, maxLength: number) => ({
    label: t(`field.${name}`),
    value: form[name],
    error: faults[name],
    disabled: busy || over,
    maxLength,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });

  async function save(): Promise<void> {
    if (busy || !dirty) return;
    setBusy(true);
    setFaults({});
    setFailure(null);
    try {
      client.setQueryData(['profile', profile.id], await calls.change(profile.id, changes));
      setDraft({});
      toastSuccess(t('saved'));
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      setFailure(Object.keys(problem.fields).length > 0 ? null : problemText(problem, common));
    }
    setBusy(false);
  }

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={classes['pair']} data-first>
        <TextInput {...text('salutation', 50)} />
        <TextInput {...text('name', 200)} withAsterisk dir="auto" />
      </div>
      <div className={classes['pair']}>
        <TextInput {...text('email', 254)} type="email" />
        <TextInput {...text('phone', 40)} type="tel" />
      </div>
      <div className={classes['pair']}>
        <Select
          label={t('field.identity_type')}
          data={IDENTITY_TYPES.map((type) => ({ value: type === '' ? 'none' : type, label: t(`identity.${type === '' ? 'none' : type}`) }))}
          value={form.identity_type === '' ? 'none' : form.identity_type}
          onChange={(value) => set({ identity_type: value === null || value === 'none' ? '' : (value as IdentityType) })}
          allowDeselect={false}
          error={faults['identity_type']}
          disabled={busy || over}
          comboboxProps={{ withinPortal: true }}
        />
        {asksNumber(form) ? <TextInput {...text('identity_number', 40)} withAsterisk /> : null}
      </div>
      {form.identity_type === '' ? null : (
        <Checkbox
          label={t('field.identity_refused')}
          checked={form.identity_refused}
          disabled={busy || over}
          onChange={(event) => set({ identity_refused: event.currentTarget.checked })}
        />
      )}
      <div className={classes['pair']}>
        <TextInput
          type="date"
          label={t('field.birth_date')}
          value={form.birth_date}
          error={faults['birth_date']}
          disabled={busy || over}
          onChange={(event) => set({ birth_date: event.currentTarget.value })}
        />
      </div>
      <Textarea {...text('notes', 5_000)} autosize minRows={2} maxRows={8} dir="auto" />
      {failure === null ? null : (
        <p role="alert" className={classes['failure']}>
          {failure}
        </p>
      )}
      {over ? null : (
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={busy} disabled={!dirty}>
            {t('save')}
          </Button>
        </Group>
      )}
    </form>
  );
}
