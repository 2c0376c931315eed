import { useState } from 'react';
import { AdminsOnly } from '../../settings/AdminsOnly';
import { SettingsWait } from '../../settings/SettingsSection';
import { StepHeading } from '../../settings/StepHeading';
import { useOpenForm } from '../../ui/useDraft';
import { useQueues, useRoutingSettings } from '../queries';
import { useTexts } from '../texts';
import { useReplayEvents, useReplays } from './queries';
import classes from './replay.module.css';
import { ReplayForm } from './ReplayForm';
import { ReplayList } from './ReplayList';
import { ReplayPage } from './ReplayPage';

/** Routing replay: the last days decided once more, and what other rules or more agents would have made of them. */
export function ReplaySection() {
  const { t } = useTexts();
  return (
    <AdminsOnly t={t}>
      <Steps />
    </AdminsOnly>
  );
}

function Steps() {
  const [open, setOpen] = useOpenForm<number>('routing-replay');
  const [follows, setFollows] = useState(false);
  useReplayEvents();

  function go(to: number | null): void {
    setFollows(true);
    setOpen(to);
  }

  if (open === null || open === 'new') return <StartPage follows={follows} onOpen={go} />;
  return <ReplayPage key={open} id={open} follows={follows} onBack={() => go(null)} />;
}

/** The form of a new replay, and the earlier ones below it. */
function StartPage({ follows, onOpen }: { follows: boolean; onOpen: (id: number) => void }) {
  const { t } = useTexts();
  const [replays, queues, settings] = [useReplays(), useQueues(), useRoutingSettings()];
  // One error for all three: the form says what is today, and the list names queues.
  const all = [replays, queues, settings];
  const list = {
    allowed: replays.allowed,
    data: replays.data === undefined || queues.data === undefined || settings.data === undefined ? undefined : { replays: replays.data, queues: queues.data, settings: settings.data },
    problem: all.find(({ problem }) => problem !== null)?.problem ?? null,
    reload: () => Promise.all(all.map(({ reload }) => reload())),
  };
  const words = { denied: t('no_permission'), deniedText: t('no_permission_text'), loading: t('replay.loading'), failed: t('replay.load_failed') };
  return (
    <div className={classes['page']}>
      <p className={classes['about']}>{t('replay.about')}</p>
      <SettingsWait words={words} list={list}>
        {(data) => (
          <>
            <ReplayForm {...data} isRunning={data.replays.some(({ state }) => state === 'running')} onStarted={onOpen} />
            <section className={classes['part']}>
              <StepHeading step="list" follows={follows}>
                {t('replay.list')}
              </StepHeading>
              <ReplayList {...data} reload={replays.reload} onOpen={onOpen} />
            </section>
          </>
        )}
      </SettingsWait>
    </div>
  );
}
