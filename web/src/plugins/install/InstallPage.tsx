import { Anchor, Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { asProblem } from '../../api/problem';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { problemText } from '../../ui/ErrorPlace';
import rooms from '../../ui/room.module.css';
import { calls } from '../calls';
import type { PackageView } from '../model';
import { places } from '../paths';
import classes from '../plugins.module.css';
import { usePackages, useRefresh } from '../queries';
import { useTexts } from '../texts';
import { UploadPlace } from './UploadPlace';

const WAYS = ['upload', 'url', 'path'] as const;
type Way = (typeof WAYS)[number];

/** Three ways in. Nothing runs yet: a package is only read and laid aside until it is granted. */
export function InstallPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { operator } = usePackages();
  const [way, setWay] = useState<Way>('upload');
  const arrived = (view: PackageView) => {
    refresh();
    void navigate(places.review(view.id));
  };
  if (operator === false) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('operator.title')} text={t('operator.text')} />;
  }
  return (
    <div className={rooms['page']}>
      <Anchor component={Link} to={places.root} className={`${rooms['back'] ?? ''} ${rooms['onlyNarrow'] ?? ''}`}>
        <IconArrowLeft size={16} aria-hidden /> {t('back')}
      </Anchor>
      <h2 className={rooms['pageTitle']}>{t('install.title')}</h2>
      <p className={rooms['lead']}>{t('install.lead')}</p>
      <SegmentedControl
        className={classes['ways'] ?? ''}
        value={way}
        onChange={(value) => setWay(WAYS.find((one) => one === value) ?? 'upload')}
        data={WAYS.map((one) => ({ value: one, label: t(`install.way_${one}`) }))}
        aria-label={t('install.way')}
      />
      {way === 'upload' ? <UploadPlace onArrived={arrived} /> : <Fetch key={way} way={way} onArrived={arrived} />}
    </div>
  );
}

function Fetch({ way, onArrived }: { way: 'url' | 'path'; onArrived: (view: PackageView) => void }) {
  const { t } = useTexts();
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function check(): string | null {
    if (value.trim() === '') return t('install.empty');
    return way === 'url' && !/^https?:\/\/\S+$/.test(value.trim()) ? t('install.bad_url') : null;
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const wrong = check();
    setFailure(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      onArrived(await calls.install(way === 'url' ? { url: value.trim() } : { path: value.trim() }));
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
      setBusy(false);
    }
  }

  return (
    <form className={classes['fetch']} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t(`install.${way}`)}
        description={t(`install.${way}_hint`)}
        placeholder={way === 'url' ? 'https://plugins.example/acme-1.2.0.pbp' : '/srv/plugins/acme-1.2.0.pbp'}
        value={value}
        error={failure}
        disabled={busy}
        inputMode={way === 'url' ? 'url' : 'text'}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setFailure(null);
        }}
        onBlur={() => setFailure((now) => now ?? (value === '' ? null : check()))}
      />
      <Button type="submit" loading={busy}>
        {t('install.fetch')}
      </Button>
    </form>
  );
}
