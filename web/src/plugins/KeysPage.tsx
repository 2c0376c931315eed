import { Alert, Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconKey, IconLock } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { asProblem } from '../api/problem';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { openDialog } from '../ui/dialog';
import rooms from '../ui/room.module.css';
import { toastError, toastSuccess } from '../ui/toast';
import { useLate } from '../ui/useLate';
import { calls } from './calls';
import { inFours, type TrustedKey } from './model';
import { places } from './paths';
import classes from './plugins.module.css';
import { useRefresh, useTrustedKeys } from './queries';
import { useTexts } from './texts';

/** Whose signatures are believed. */
export function KeysPage() {
  const { t } = useTexts();
  const { data, problem, retry } = useTrustedKeys();
  const late = useLate(data === null && problem === null);
  if (problem?.code === 'forbidden') {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('operator.title')} text={t('operator.text')} />;
  }
  return (
    <div className={rooms['page']}>
      <Anchor component={Link} to={places.root} className={`${rooms['back'] ?? ''} ${rooms['onlyNarrow'] ?? ''}`}>
        <IconArrowLeft size={16} aria-hidden /> {t('back')}
      </Anchor>
      <h2 className={rooms['pageTitle']}>{t('keys.title')}</h2>
      <p className={rooms['lead']}>{t('keys.lead')}</p>
      {problem !== null && data === null ? <ErrorPlace compact problem={problem} title={t('keys.failed')} onRetry={retry} /> : null}
      {late ? <Skeleton height={64} /> : null}
      {data?.length === 0 ? (
        <EmptyPlace compact icon={<IconKey size={18} stroke={1.5} />} title={t('keys.none')} text={t('keys.none_text')} />
      ) : null}
      <ul className={classes['keys']}>
        {(data ?? []).map((key) => (
          <KeyRow key={key.id} one={key} />
        ))}
      </ul>
      {data === null ? null : <AddKey />}
    </div>
  );
}

function KeyRow({ one }: { one: TrustedKey }) {
  const { t } = useTexts();
  const refresh = useRefresh();
  async function distrust(): Promise<void> {
    try {
      await calls.distrust(one.id);
      refresh();
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
  }
  const ask = () =>
    openDialog({
      title: t('keys.remove_title', { name: one.name }),
      text: t('keys.remove_text'),
      confirm: { label: t('keys.remove'), danger: true, run: () => void distrust() },
    });
  return (
    <li>
      <div>
        <strong>{one.name}</strong>
        <span className={classes['mono']}>{inFours(one.fingerprint)}</span>
      </div>
      <Button size="compact-sm" variant="default" onClick={ask}>
        {t('keys.remove')}
      </Button>
    </li>
  );
}

function AddKey() {
  const { t } = useTexts();
  const refresh = useRefresh();
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<{ key?: string; name?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const found = {
      ...(key.trim() === '' ? { key: t('keys.key_empty') } : {}),
      ...(name.trim() === '' ? { name: t('keys.name_empty') } : {}),
    };
    setWrong(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await calls.trust(key.trim(), name.trim());
      setKey('');
      setName('');
      toastSuccess(t('keys.added'));
      refresh();
    } catch (thrown) {
      const problem = asProblem(thrown);
      setWrong(problem.fields);
      if (Object.keys(problem.fields).length === 0) setFailure(problemText(problem, (text) => t(text, { ns: 'translation' })));
    }
    setBusy(false);
  }

  return (
    <form className={classes['addKey']} noValidate onSubmit={(event) => void submit(event)}>
      <h3>{t('keys.add')}</h3>
      <TextInput
        label={t('keys.name')}
        description={t('keys.name_hint')}
        value={name}
        error={wrong.name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('keys.key')}
        description={t('keys.key_hint')}
        value={key}
        error={wrong.key}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes['mono'] ?? '' }}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {failure === null ? null : (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={16} />}>
          {failure}
        </Alert>
      )}
      <Button type="submit" loading={busy}>
        {t('keys.trust')}
      </Button>
    </form>
  );
}
