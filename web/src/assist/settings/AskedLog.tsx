import { Anchor, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { usePaged } from '../../diagnostics/usePaged';
import { fullTime } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { SettingsListSkeleton } from '../../ui/SettingsList';
import { useTexts } from '../texts';
import type { AssistResult } from '../types';
import classes from './assist.module.css';

/** As many as the core gives at once. */
const PAGE = 50;

async function load(before: number | null): Promise<{ data: AssistResult[]; more: boolean }> {
  const { data } = await api.get('/api/assist/results', { query: { before } });
  return { data, more: data.length === PAGE };
}

type Name = 'when' | 'task' | 'ticket' | 'helper' | 'outside' | 'characters' | 'hidden' | 'took' | 'outcome' | 'feedback';

/** A task by the name of its log, or else of the kind of what a message tells. */
function taskName(task: string, t: TFunction): string {
  return t([`log.task.${task}`, `tells.kind.${task}`, `task.${task}`], { defaultValue: task });
}

function cellsOf(row: AssistResult, t: TFunction): Record<Name, ReactNode> {
  return {
    when: fullTime(row.ts),
    task: (
      <>
        {taskName(row.task, t)} <span className={classes['dim']}>{row.asked_by === '' ? t('log.by_itself') : row.asked_by}</span>
      </>
    ),
    ticket:
      row.ticket_id === null ? (
        '–'
      ) : (
        <Anchor component={Link} to={`/ticket/${row.ticket_id}`} inherit>
          {row.ticket_number === null ? t('log.ticket') : `#${row.ticket_number}`}
        </Anchor>
      ),
    helper: (
      <>
        {row.helper} <span className={classes['dim']}>{row.plugin}</span>
      </>
    ),
    outside: t(row.outside ? 'log.yes' : 'log.no'),
    characters: row.characters,
    hidden: row.redactions,
    took: t('log.took', { ms: row.took_ms }),
    outcome: t(`log.outcome.${row.outcome}`, { defaultValue: row.outcome }),
    feedback: row.feedback === null ? '–' : t(`log.feedback.${row.feedback}`, { defaultValue: row.feedback }),
  };
}

const NAMES: readonly Name[] = ['when', 'task', 'ticket', 'helper', 'outside', 'characters', 'hidden', 'took', 'outcome', 'feedback'];

function Rows({ rows }: { rows: readonly AssistResult[] }) {
  const { t } = useTexts();
  return (
    <table className={classes['table']} role="table" aria-label={t('log.title')}>
      <thead role="rowgroup">
        <tr role="row">
          {NAMES.map((name) => (
            <th key={name} scope="col" role="columnheader">
              {t(`log.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const cells = cellsOf(row, t);
          return (
            <tr key={row.id} role="row" data-outcome={row.outcome}>
              {NAMES.map((name) => (
                <td key={name} role="cell" data-name={name} data-label={t(`log.column.${name}`)}>
                  {cells[name]}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Log() {
  const { t } = useTexts();
  const { rows, phase, problem, more, loadingMore, reload, loadMore } = usePaged<AssistResult>(load);
  if (phase === 'loading') return <SettingsListSkeleton label={t('loading')} />;
  if (rows.length === 0 && problem === null) return <EmptyPlace compact icon={<IconHistory size={18} stroke={1.5} />} title={t('log.empty')} text={t('log.empty_text')} />;
  return (
    <>
      {rows.length === 0 ? null : <Rows rows={rows} />}
      {problem === null ? null : <ErrorPlace compact problem={problem} title={t('log.failed')} onRetry={rows.length === 0 ? reload : loadMore} />}
      {more && problem === null ? (
        <Button className={classes['more'] ?? ''} variant="default" size="xs" loading={loadingMore} onClick={loadMore}>
          {t('log.more')}
        </Button>
      ) : null}
    </>
  );
}

/** The log of what helpers were asked: what they got to read, when, and what became of it. */
export function AskedLog() {
  const { t } = useTexts();
  return (
    <section className={classes['part']} aria-label={t('log.title')}>
      <h3>{t('log.title')}</h3>
      <p className={classes['dim']}>{t('log.about')}</p>
      <Log />
    </section>
  );
}
