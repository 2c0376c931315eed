import { Button, NativeSelect, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { LANGUAGES, setLanguage } from '../../i18n/i18n';
import { problemText } from '../../ui/ErrorPlace';
import { toastSuccess } from '../../ui/toast';
import { calls, type OwnProfile } from './calls';
import { useTexts } from './texts';
import { timezones } from './zones';

const FIELDS = ['name', 'email', 'timezone', 'language'] as const;
type Field = (typeof FIELDS)[number] | 'password';

interface Props {
  profile: OwnProfile;
  onSaved: (profile: OwnProfile) => void;
}

export function ProfileForm({ profile, onSaved }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [draft, setDraft] = useState<Partial<OwnProfile>>({});
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [zones] = useState(timezones);
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const shown = { ...profile, ...draft };
  const changed = FIELDS.filter((field) => shown[field] !== profile[field]);
  const asks = changed.includes('email');

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (asks && password === '') {
      setFaults({ password: t('password_required') });
      return;
    }
    setBusy(true);
    setFaults({});
    try {
      const change = Object.fromEntries(changed.map((field) => [field, shown[field]]));
      const saved = await calls.change(asks ? { ...change, password } : change);
      const language = LANGUAGES.find((one) => changed.includes('language') && one.code === saved.language);
      if (language !== undefined) await setLanguage(language.code);
      setDraft({});
      setPassword('');
      onSaved(saved);
      toastSuccess(t('saved'));
    } catch (thrown) {
      const problem = asProblem(thrown);
      const field = ([...FIELDS, 'password'] as const).find((name) => problem.fields[name] !== undefined);
      const words = problem.code === 'rate_limited' ? t('often') : problemText(problem, common);
      setFaults(field === undefined ? { [asks ? 'password' : 'name']: words } : { [field]: t(`wrong.${field}`) });
    }
    setBusy(false);
  }

  const set = (field: Field, value: string) => setDraft((before) => ({ ...before, [field]: value }));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={360}>
        <TextInput label={t('username')} readOnly value={profile.username} autoComplete="username" />
        <TextInput
          label={t('name')}
          description={t('name_hint')}
          autoComplete="name"
          value={shown.name}
          error={faults.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <TextInput
          label={t('email')}
          description={t('email_hint')}
          type="email"
          autoComplete="email"
          value={shown.email}
          error={faults.email}
          onChange={(event) => set('email', event.currentTarget.value)}
        />
        {asks ? (
          <PasswordInput
            label={t('your_password')}
            description={t('password_hint')}
            autoComplete="current-password"
            value={password}
            error={faults.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <Select
          label={t('timezone')}
          placeholder={t('timezone_none')}
          searchable
          clearable
          limit={50}
          data={zones}
          nothingFoundMessage={t('timezone_unknown')}
          value={shown.timezone === '' || shown.timezone === 'UTC' ? null : shown.timezone}
          error={faults.timezone}
          onChange={(value) => set('timezone', value ?? '')}
        />
        <NativeSelect
          label={t('language')}
          value={shown.language}
          error={faults.language}
          onChange={(event) => set('language', event.currentTarget.value)}
          data={[{ value: '', label: t('language_none') }, ...LANGUAGES.map((one) => ({ value: one.code, label: one.name }))]}
        />
        <div>
          <Button type="submit" size="xs" loading={busy} disabled={changed.length === 0}>
            {t('save')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
