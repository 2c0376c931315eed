import { Button, FileInput, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useCustomEmoji } from '../api/emoji';
import { asProblem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';
import kept from '../ui/settingsList.module.css';
import { toastSuccess } from '../ui/toast';
import classes from './emoji.module.css';
import { ACCEPT, bareName, faultsOf, nameOf } from './model';
import { useTexts } from './texts';

/** A new emoji: a picture and its name. */
export function EmojiForm() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const file = chosen?.file ?? null;

  function take(taken: File | null): void {
    if (chosen !== null) URL.revokeObjectURL(chosen.url);
    setChosen(taken === null ? null : { file: taken, url: URL.createObjectURL(taken) });
    setFaults({});
    if (taken !== null && name === '') setName(nameOf(taken.name));
  }

  async function add(): Promise<void> {
    const found = Object.entries(faultsOf(name, file)).map(([field, key]) => [field, t(key)]);
    setFaults(Object.fromEntries(found) as Record<string, string>);
    setFailure(null);
    if (found.length > 0 || file === null) return;
    setBusy(true);
    try {
      const form = new FormData();
      form.set('name', bareName(name));
      form.set('picture', file, file.name);
      const made = await api.form('/api/emoji/custom', form);
      await useCustomEmoji.getState().load();
      toastSuccess(t('added', { name: made.name }));
      setName('');
      take(null);
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      if (Object.keys(problem.fields).length === 0) setFailure(problemText(problem, common));
    }
    setBusy(false);
  }

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <FileInput
        className={classes['field'] ?? ''}
        label={t('picture')}
        description={t('picture_hint')}
        placeholder={t('choose')}
        accept={ACCEPT}
        clearable
        clearButtonProps={{ 'aria-label': t('clear') }}
        disabled={busy}
        value={file}
        error={faults['picture']}
        onChange={take}
      />
      <TextInput
        className={classes['field'] ?? ''}
        label={t('name')}
        description={t('name_hint')}
        placeholder=":party:"
        maxLength={34}
        disabled={busy}
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes['submit']}>
        <Button type="submit" size="xs" loading={busy} leftSection={<IconPlus size={14} stroke={1.5} />}>
          {t('add')}
        </Button>
        {chosen === null ? null : <img className={classes['preview']} src={chosen.url} alt={t('preview')} />}
        {failure === null ? null : (
          <p role="alert" className={kept['failure']}>
            {failure}
          </p>
        )}
      </div>
    </form>
  );
}
