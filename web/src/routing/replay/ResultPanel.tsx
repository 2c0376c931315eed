import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fullTime } from '../../ui/dates';
import { useTexts } from '../texts';
import { AgentsTable } from './AgentsTable';
import { modelError, type ReplayDraft, type ReplayResult } from './model';
import classes from './replay.module.css';
import { useReplayWords } from './useReplayWords';
import { WaitsTable } from './WaitsTable';

/** Days are counted back from when it was asked for; what begins later than this was kept from then on only. */
const LATE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Props {
  result: ReplayResult;
  draft: ReplayDraft;
  createdAt: number;
}

/** What came of a replay: whether decisions repeat, how far the model can be relied on, and the figures. */
export function ResultPanel({ result, draft, createdAt }: Props) {
  const { t } = useTexts();
  const words = useReplayWords();
  const { from, until, decisions, differences } = result;
  const isShort = from > createdAt - draft.days * DAY_MS + LATE_MS;
  return (
    <div className={classes['part']}>
      <p className={classes['sentence']}>{t('replay.repeated', { count: decisions, shown: words.number(decisions), differences: words.number(differences) })}</p>
      <Differences result={result} />
      <p className={classes['dim']}>
        {t('replay.range', { from: fullTime(from), until: fullTime(until) })}
        {isShort ? ` ${t('replay.range_short')}` : ''}
      </p>
      <ModelNote result={result} />
      <WaitsTable result={result} targetMs={draft.target_seconds * 1_000} />
      <AgentsTable result={result} />
    </div>
  );
}

/** How far the model is from what happened, by which people know how far to rely on it. */
function ModelNote({ result: { happened, modelled } }: { result: ReplayResult }) {
  const { t } = useTexts();
  const words = useReplayWords();
  const error = modelError(happened.total, modelled.total);
  if (error.kind === 'unknown' || error.kind === 'same') return <Note>{t(`replay.model.${error.kind}`)}</Note>;
  const waits = { happened: words.duration(happened.total.mean_wait_ms), modelled: words.duration(modelled.total.mean_wait_ms) };
  const said = error.share === null ? t('replay.model.apart', waits) : t(`replay.model.${error.kind}`, { ...waits, percent: words.share(error.share) });
  if (!error.isDoubted) return <Note>{said}</Note>;
  return (
    <Alert color="orange" variant="light" role="alert" icon={<IconAlertTriangle size={16} />} title={t('replay.model.doubted')}>
      {said} {t('replay.model.doubted_text')}
    </Alert>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Alert color="gray" variant="light" icon={<IconInfoCircle size={16} />}>
      {children}
    </Alert>
  );
}

/** The decisions that chose somebody else, with their tickets. */
function Differences({ result }: { result: ReplayResult }) {
  const { t } = useTexts();
  const { first_differences: all, differences, happened } = result;
  if (all.length === 0) return null;
  const nameOf = (id: number | null) => {
    if (id === null) return t('replay.nobody');
    return happened.agents.find(({ user_id }) => user_id === id)?.name || t('agent_number', { number: id });
  };
  return (
    <div>
      <ul className={classes['differences']} aria-label={t('replay.differences')}>
        {all.map(({ at, ticket_id: ticket, user_id, repeated_user_id }, index) => (
          <li key={index}>
            {ticket === null ? t('replay.visitor') : <Link to={`/ticket/${ticket}`}>#{ticket}</Link>} · {fullTime(at)} ·{' '}
            {t('replay.chosen', { then: nameOf(user_id), now: nameOf(repeated_user_id) })}
          </li>
        ))}
      </ul>
      {differences > all.length ? <p className={classes['dim']}>{t('replay.differences_first', { count: all.length })}</p> : null}
    </div>
  );
}
