import { ActionIcon, Button, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlayerStop, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { needDepartments } from '../../api/departments';
import { useMacros } from '../../api/macros';
import { problemText } from '../../ui/ErrorPlace';
import { Tooltip } from '../../ui/Tooltip';
import classes from './BulkBar.module.css';
import { BulkChoices } from './BulkChoices';
import { retryBulk } from './bulk';
import { choose, clearChosen, stopBulk, useSelection, type Bulk, type Run } from './selection';
import { useGroups } from './groups';
import { changeMany, followBulk } from './many';
import { rowOf, rowsShown, useTicketList } from './store';
import { useTexts } from './texts';

/** Refusals that are told one by one. */
const TOLD = 3;

/** How far it is, and what refused and why. */
function Progressing({ run, onRetry }: { run: Run; onRetry: () => void }) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const running = run.state === 'running';
  const rest = run.failed.length - TOLD;
  return (
    <>
      <div className={classes['run']} role="status">
        <Progress value={(run.done / run.of) * 100} size="sm" color={run.failed.length > 0 && !running ? 'red' : 'accent'} aria-label={t('bulk_progress')} flex={1} />
        {run.state === 'stopped' ? <span>{t('bulk_stopped')}</span> : null}
        <span>{t('bulk_done', { done: run.done, of: run.of })}</span>
        {run.failed.length > 0 ? <span className={classes['failed']}>{t('bulk_failed', { count: run.failed.length })}</span> : null}
      </div>
      {run.failed.length === 0 || running ? null : (
        <div className={classes['refused']} role="alert">
          <ul className={classes['why']}>
            {run.failed.slice(0, TOLD).map(({ id, number, problem }) => (
              <li key={id}>{t('bulk_refused', { number, why: problemText(problem, common) })}</li>
            ))}
            {rest > 0 ? <li>{t('bulk_refused_more', { count: rest })}</li> : null}
          </ul>
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t('bulk_retry')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Lets go of the tickets, or stops what runs with them. */
function End({ running, narrow }: { running: boolean; narrow: boolean }) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const label = running ? t('bulk_stop') : common('action.close');
  const end = running ? stopBulk : clearChosen;
  const Sign = running ? IconPlayerStop : IconX;
  return narrow ? (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={end}>
        <Sign size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  ) : (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={end}>
      {label}
    </Button>
  );
}

/** What can be done with the chosen tickets, and how far it is: one line, however little room there is. */
export function BulkBar({ narrow = false }: { narrow?: boolean }) {
  const t = useTexts();
  const tight = useMediaQuery('(max-width: 1023px)', undefined, { getInitialValueInEffect: false }) || narrow;
  const chosen = useSelection((state) => state.chosen.size);
  const run = useSelection((state) => state.run);
  const running = run?.state === 'running';
  // Drawn anew with either list, as it counts the rows of the one on screen.
  useTicketList((state) => state.rows);
  useGroups((state) => state.groups);
  const shown = rowsShown();
  useEffect(needDepartments, []);
  useEffect(() => void useMacros.getState().load(), []);

  const start = (bulk: Bulk) => {
    const { chosen: ids } = useSelection.getState();
    changeMany([...ids].flatMap((id) => rowOf(id) ?? []), [...ids], bulk);
  };
  return (
    <section className={classes['bar']} data-narrow={tight || undefined} aria-label={t('bulk')}>
      <div className={classes['line']}>
        <span className={classes['chosen']} role="status">
          {t('bulk_chosen', { count: chosen })}
        </span>
        <BulkChoices
          narrow={tight}
          start={start}
          all={chosen >= shown.length ? null : { count: shown.length, choose: () => choose(shown.map(({ id }) => id)) }}
        />
        <End running={running} narrow={tight} />
      </div>
      {run === null ? null : <Progressing run={run} onRetry={() => void followBulk(retryBulk())} />}
    </section>
  );
}
