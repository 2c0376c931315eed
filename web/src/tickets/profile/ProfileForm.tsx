import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { useAbilities } from '../../session/abilities';
import { useContactFields } from '../../session/contactFields';
import { problemText } from '../../ui/ErrorPlace';
import { isDay } from '../../ui/isDay';
import { toastSuccess } from '../../ui/toast';
import { calls } from './calls';
import { IdentityFields } from './IdentityFields';
import { changesOf, DAY_FORMAT, formOf, keeps, stillKept, typesFor, type Form, type Profile } from './model';
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
  const kept = useContactFields();
  const form: Form = { ...formOf(profile), ...stillKept(draft, kept, profile) };
  const changes = changesOf(form, profile);
  const dirty = Object.keys(changes).length > 0;
  const { answers } = useAbilities();
  const over = profile.merged_into !== null || !answers;
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
    withAsterisk: name === 'name' || (name !== 'identity_number' && kept[name].required),
    maxLength,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });

  async function save(): Promise<void> {
    if (busy || !dirty) return;
    if (changes.birth_date && !isDay(form.birth_date)) {
      setFaults({ birth_date: t('birth_date_form', { format: DAY_FORMAT }) });
      return;
    }
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
      // A fault of what is not there has to be said as well.
      setFailure(Object.keys(problem.fields).some((name) => keeps(kept, name)) ? null : problemText(problem, common));
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
        {kept.salutation.shown ? <TextInput {...text('salutation', 50)} /> : null}
        <TextInput {...text('name', 200)} dir="auto" />
      </div>
      <div className={classes['pair']} data-filled>
        {kept.email.shown ? <TextInput {...text('email', 254)} type="email" /> : null}
        {kept.phone.shown ? <TextInput {...text('phone', 40)} type="tel" /> : null}
      </div>
      {kept.identity.shown ? (
        <IdentityFields
          form={form}
          offered={typesFor(kept, profile)}
          required={kept.identity.required}
          disabled={busy || over}
          fault={faults['identity_type']}
          number={text('identity_number', 40)}
          onChange={set}
        />
      ) : null}
      {kept.birth_date.shown ? (
        <div className={classes['pair']}>
          <TextInput
            // A field of dates would show the form of the browser's language.
            placeholder={DAY_FORMAT}
            maxLength={20}
            autoComplete="off"
            label={t('field.birth_date')}
            value={form.birth_date}
            error={faults['birth_date']}
            disabled={busy || over}
            withAsterisk={kept.birth_date.required}
            onChange={(event) => {
              setFaults({ ...faults, birth_date: undefined });
              set({ birth_date: event.currentTarget.value.trim() });
            }}
          />
        </div>
      ) : null}
      {kept.notes.shown ? <Textarea {...text('notes', 5_000)} autosize minRows={2} maxRows={8} dir="auto" /> : null}
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
