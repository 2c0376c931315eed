import { Anchor, Button, Group, Loader, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { calls, merge } from './calls';
import { MergePreview } from './MergePreview';
import type { Found, Profile } from './model';
import classes from './profile.module.css';
import { useTexts } from './texts';

/** Finds the other contact, says what will move, and merges. */
export function MergePanel({ profile, other = null, onBack }: { profile: Profile; other?: Found | null; onBack: () => void }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [words, setWords] = useState(other?.name ?? '');
  const [asked] = useDebouncedValue(words.trim(), 250);
  const [picked, setPicked] = useState(other);
  const [keeps, setKeeps] = useState<'this' | 'other'>('this');
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const query = useQuery({ queryKey: ['profile-find', asked], queryFn: ({ signal }) => calls.find(asked, signal), enabled: asked !== '' });
  // What was found for other words may not be picked any more: in a moment it is no longer there.
  const settled = words.trim() === asked;
  const found = settled && asked !== '' ? (query.data ?? []).filter(({ id }) => id !== profile.id) : [];
  const [survivor, loser] = keeps === 'this' ? [profile, picked] : [picked, profile];

  async function run(): Promise<void> {
    if (survivor === null || loser === null || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await merge(loser, survivor);
      onBack();
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), common));
      setBusy(false);
    }
  }

  return (
    <Stack gap="md">
      <Anchor component="button" type="button" size="sm" className={classes['back'] ?? ''} onClick={onBack}>
        <IconArrowLeft size={16} aria-hidden /> {t('merge.back')}
      </Anchor>
      <TextInput
        data-autofocus
        label={t('merge.find')}
        placeholder={t('merge.hint')}
        value={words}
        disabled={busy}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setPicked(null);
          setReady(false);
        }}
        rightSection={asked !== '' && (!settled || query.isFetching) ? <Loader size="xs" role="status" aria-label={t('merge.searching')} /> : null}
      />
      {settled && query.isError ? <p role="alert" className={classes['failure']}>{t('merge.search_failed')}</p> : null}
      {settled && asked !== '' && query.isSuccess && found.length === 0 ? <p role="status" className={classes['dim']}>{t('merge.nobody')}</p> : null}
      {found.length === 0 ? null : (
        <ul className={classes['list']} aria-label={t('merge.list')}>
          {found.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={picked?.id === one.id}
                disabled={busy}
                onClick={() => {
                  setPicked(one);
                  setReady(false);
                  setFailure(null);
                }}
              >
                <span className={classes['matter']}>
                  <strong>{one.name}</strong>
                  <small>{[one.email, one.phone].filter((part) => part !== '').join(' · ')}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {picked === null ? null : (
        <Radio.Group
          label={t('merge.keep')}
          value={keeps}
          onChange={(value) => {
            setKeeps(value === 'other' ? 'other' : 'this');
            setReady(false);
          }}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="this" disabled={busy} label={t('merge.keep_this', { name: profile.name })} />
            <Radio value="other" disabled={busy} label={picked.name} />
          </Stack>
        </Radio.Group>
      )}
      {survivor === null || loser === null ? null : (
        <MergePreview key={`${loser.id} ${survivor.id}`} loser={loser} survivor={survivor} onReady={setReady} />
      )}
      {failure === null ? null : (
        <p role="alert" className={classes['failure']}>
          {failure}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" disabled={busy} onClick={onBack}>
          {common('action.cancel')}
        </Button>
        <Button size="xs" disabled={!ready} loading={busy} onClick={() => void run()}>
          {t('merge.run')}
        </Button>
      </Group>
    </Stack>
  );
}
