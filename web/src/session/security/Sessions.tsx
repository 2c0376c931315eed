import { Badge, Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { fullTime } from '../../ui/dates';
import { openDialog } from '../../ui/dialog';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { toastError, toastSuccess } from '../../ui/toast';
import { calls, type OwnSession } from './calls';
import { deviceOf } from './device';
import { useOwnSessions, useRefresh } from './queries';
import classes from './security.module.css';
import { useTexts } from './texts';
import { useWords } from './words';

function useAct(): [boolean, (work: () => Promise<unknown>, said: string) => Promise<void>] {
  const words = useWords();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  async function act(work: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(true);
    try {
      await work();
      toastSuccess(said);
    } catch (thrown) {
      const problem = asProblem(thrown);
      // Ended somewhere else meanwhile: that is what was wanted.
      if (problem.code !== 'not_found') toastError(words(problem));
    }
    setBusy(false);
    refresh();
  }
  return [busy, act];
}

function Row({ session }: { session: OwnSession }) {
  const { t } = useTexts();
  const [busy, act] = useAct();
  const device = deviceOf(session.user_agent);
  const DeviceIcon = device.handheld ? IconDeviceMobile : IconDeviceDesktop;
  const name =
    device.program === ''
      ? t('sessions.unknown')
      : device.system === ''
        ? device.program
        : t('sessions.device', { program: device.program, system: device.system });
  const ask = () =>
    openDialog({
      title: t('sessions.end_title'),
      text: t('sessions.end_text', { name }),
      confirm: {
        label: t('sessions.end'),
        danger: true,
        run: () => void act(() => calls.end(session.id), t('sessions.ended')),
      },
    });
  return (
    <li className={classes['session']}>
      <DeviceIcon size={20} stroke={1.5} aria-hidden />
      <div>
        <strong>{name}</strong>
        {session.current ? (
          <Badge variant="light" size="sm" ml="xs">
            {t('sessions.current')}
          </Badge>
        ) : null}
        <p>{t('sessions.seen', { address: session.address, time: fullTime(session.last_seen_at) })}</p>
      </div>
      {session.current ? null : (
        <Button size="compact-xs" variant="default" loading={busy} onClick={ask} aria-label={t('sessions.end_one', { name })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Where the person is signed in; what is not theirs is ended here. */
export function Sessions() {
  const { t } = useTexts();
  const { data, problem, retry } = useOwnSessions();
  const [busy, act] = useAct();
  if (problem !== null && data === null) {
    return <ErrorPlace compact problem={problem} title={t('sessions.failed')} onRetry={retry} />;
  }
  if (data === null) return <Skeleton height={64} role="progressbar" aria-label={t('loading')} />;
  const ask = () =>
    openDialog({
      title: t('sessions.others'),
      text: t('sessions.others_text'),
      confirm: {
        label: t('sessions.others'),
        danger: true,
        run: () => void act(calls.endOthers, t('sessions.ended_others')),
      },
    });
  return (
    <>
      <ul className={classes['sessions']}>
        {data.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {data.some((session) => !session.current) ? (
        <Button size="xs" variant="default" loading={busy} onClick={ask}>
          {t('sessions.others')}
        </Button>
      ) : (
        <p className={classes['about']}>{t('sessions.alone')}</p>
      )}
    </>
  );
}
