import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { nameOf, useAgents } from '../../api/agents';
import { SettingsWait } from '../../settings/SettingsSection';
import { StepHeading } from '../../settings/StepHeading';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { fullTime } from '../../ui/dates';
import { openDialog } from '../../ui/dialog';
import { useQueues } from '../queries';
import { useTexts } from '../texts';
import type { RoutingReplayDetail } from './model';
import { calls, dropReplay, useReplay } from './queries';
import { removal } from './removal';
import classes from './replay.module.css';
import { ReplayProgress } from './ReplayProgress';
import { ResultPanel } from './ResultPanel';
import { StateChip } from './StateChip';
import { useReplayWords } from './useReplayWords';

interface Props {
  id: number;
  follows: boolean;
  onBack: () => void;
}

/** One replay: how far it is, what came of it, or why nothing did. */
export function ReplayPage({ id, follows, onBack }: Props) {
  const { t } = useTexts();
  const { detail, problem, reload } = useReplay(id);
  const queues = useQueues();
  // One that was deleted elsewhere is not shown any longer; another failed read leaves what is there.
  const isLost = problem !== null && (detail === undefined || problem.code === 'not_found');
  const list = { allowed: true, data: detail, problem: isLost ? problem : null, reload: () => Promise.resolve(reload()) };
  const words = { denied: '', deniedText: '', loading: t('replay.one_loading'), failed: t('replay.one_failed') };
  return (
    <div className={classes['page']}>
      <Button className={classes['back'] ?? ''} variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={14} stroke={1.5} />} onClick={onBack}>
        {t('replay.back')}
      </Button>
      <SettingsWait words={words} list={list}>
        {(known) => <Replay detail={known} queues={queues.data ?? []} follows={follows} problem={problem} reload={reload} onRemoved={onBack} />}
      </SettingsWait>
    </div>
  );
}

interface ReplayProps {
  detail: RoutingReplayDetail;
  queues: NonNullable<ReturnType<typeof useQueues>['data']>;
  follows: boolean;
  problem: ReturnType<typeof useReplay>['problem'];
  reload: () => void;
  onRemoved: () => void;
}

function Replay({ detail, queues, follows, problem, reload, onRemoved }: ReplayProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  const names = useAgents((state) => state.names);
  const words = useReplayWords();
  const { busy, change } = useSettingsChange(() => undefined);
  const { id, draft, state, failure, created_at: at, created_by: by, result } = detail;
  const changes = words.changes(draft, queues);

  function remove(): void {
    change(
      () => calls.remove(id),
      () => {
        dropReplay(client, id);
        onRemoved();
      },
    );
  }

  return (
    <>
      <div>
        <div className={classes['title']}>
          <StepHeading step={state} follows={follows}>
            {t('replay.heading', { count: draft.days })}
          </StepHeading>
          <StateChip replay={detail} />
        </div>
        <p className={classes['dim']}>{[fullTime(at), nameOf(by, names)].join(' · ')}</p>
        <p className={classes['dim']}>{changes.length === 0 ? t('replay.no_change') : t('replay.with', { changes: changes.join(' · ') })}</p>
      </div>
      {state === 'running' ? <ReplayProgress progress={detail.progress} isStopping={busy} onStop={remove} /> : null}
      {state === 'failed' ? (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={16} />} title={t('replay.failed')}>
          {failure === '' ? t('replay.failed_text') : failure}
        </Alert>
      ) : null}
      {/* The socket says that it is done a moment before what came of it is there. */}
      {state === 'done' ? (
        <SettingsWait
          words={{ denied: '', deniedText: '', loading: t('replay.one_loading'), failed: t('replay.one_failed') }}
          list={{ allowed: true, data: result ?? undefined, problem: result === null ? problem : null, reload: () => Promise.resolve(reload()) }}
        >
          {(known) => <ResultPanel result={known} draft={draft} createdAt={at} />}
        </SettingsWait>
      ) : null}
      {state === 'running' ? null : (
        <Button
          className={classes['back'] ?? ''}
          variant="subtle"
          color="red"
          size="compact-sm"
          disabled={busy}
          leftSection={<IconTrash size={14} stroke={1.5} />}
          onClick={() => {
            const { title, text, confirm, run } = removal(t, detail, remove);
            openDialog({ title, text, confirm: { label: confirm, danger: true, run } });
          }}
        >
          {t('replay.remove')}
        </Button>
      )}
    </>
  );
}
