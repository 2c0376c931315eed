import { Checkbox, Stack, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import { useSession } from '../session/store';
import { ErrorPlace } from '../ui/ErrorPlace';
import { toastError, toastSuccess } from '../ui/toast';
import { setBrowser, useBrowser } from './browser';
import { ADMIN_KINDS, KINDS, type Kind } from './kinds';
import classes from './notifications.module.css';
import { canPush, turnPushOff, turnPushOn, usePush } from './push';
import { setSound, useSound } from './sound';
import { useTexts } from './texts';
import { Waiting } from '../ui/Waiting';

const PATH = '/api/notification/preferences';

function PushSwitch() {
  const { t } = useTexts();
  const on = usePush((state) => state.on);
  const allowed = useBrowser((state) => state.permission === 'granted' && !state.disabled);
  const [busy, setBusy] = useState(false);
  const able = canPush();

  async function set(wanted: boolean): Promise<void> {
    setBusy(true);
    try {
      await (wanted ? turnPushOn() : turnPushOff());
    } catch {
      toastError(t('section.push_failed'));
    }
    setBusy(false);
  }

  return (
    <Switch
      label={t('section.push')}
      description={t(able ? (allowed ? 'section.push_text' : 'section.push_first') : 'section.push_unable')}
      disabled={!able || !allowed || busy}
      checked={on && allowed}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}

function ThisBrowser() {
  const { t } = useTexts();
  const sound = useSound((state) => state.on);
  const { permission, disabled } = useBrowser();
  const blocked = permission === 'denied' || permission === 'unsupported';
  return (
    <Stack gap="md">
      <h3 className={classes['heading']}>{t('section.here')}</h3>
      <Switch
        label={t('section.sound')}
        description={t('section.sound_text')}
        checked={sound}
        onChange={(event) => setSound(event.currentTarget.checked)}
      />
      <Switch
        label={t('section.browser')}
        description={t(blocked ? `section.browser_${permission}` : 'section.browser_text')}
        disabled={blocked}
        checked={!blocked && !disabled && permission === 'granted'}
        onChange={(event) => setBrowser(event.currentTarget.checked)}
      />
      <PushSwitch />
    </Stack>
  );
}

function Kinds() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const [muted, setMuted] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let gone = false;
    api.get(PATH).then(
      (answer) => {
        if (!gone) setMuted(answer.muted);
      },
      (thrown: unknown) => {
        if (!gone) setProblem(asProblem(thrown));
      },
    );
    return () => {
      gone = true;
    };
  }, [round]);

  function retry(): void {
    setProblem(null);
    setRound(round + 1);
  }

  /** Shown at once, and put back when it could not be kept. */
  async function set(kind: Kind, wanted: boolean): Promise<void> {
    if (muted === null) return;
    const next = wanted ? muted.filter((one) => one !== kind) : [...muted, kind];
    setMuted(next);
    try {
      setMuted((await api.put(PATH, { json: { muted: next } })).muted);
      toastSuccess(t('section.saved'));
    } catch {
      setMuted(muted);
      toastError(t('section.save_failed'));
    }
  }

  if (problem !== null) return <ErrorPlace compact problem={problem} title={t('section.load_failed')} onRetry={retry} />;
  if (muted === null) return <Waiting label={t('section.loading')} />;
  const kinds = KINDS.filter((kind) => isAdmin || !ADMIN_KINDS.includes(kind));
  return (
    <Checkbox.Group label={t('section.kinds')} description={t('section.kinds_text')} value={kinds.filter((kind) => !muted.includes(kind))}>
      <Stack gap="xs" mt="sm">
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={t(`kind.${kind}.name`)}
            onChange={(event) => void set(kind, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** What this person wants to hear of, and how. */
export function NotificationsSection() {
  return (
    <Stack gap="xl">
      <ThisBrowser />
      <Kinds />
    </Stack>
  );
}
