import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import group from '../settings/fieldGroup.module.css';
import { fullTime } from '../ui/dates';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, SettingsListSkeleton } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import { shown, type Choices } from './choices';
import { ACTION_KINDS, FIELD_KINDS, type Rule, type RuleRun } from './model';
import { customShown, useCustom } from './custom';
import classes from './rules.module.css';
import { compared } from './TestRows';
import { useTexts } from './texts';

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = { done: 'good', partly: 'warn', failed: 'bad', stopped: 'warn' };

/** What a rule did, the newest first. */
export function Runs({ rule, tests, steps }: { rule: Rule; tests: Choices; steps: Choices }) {
  const { t } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['rule-runs', rule.id],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => api.get('/api/rules/{id}/runs', { path: { id: rule.id }, query: { before: pageParam }, signal }),
    getNextPageParam: (last) => (last.more ? (last.data.at(-1)?.id ?? null) : null),
  });
  const all = data?.pages.flatMap((page) => page.data);
  return (
    <section className={classes['runs']}>
      <div className={kept['head']}>
        <h3 className={`${kept['formTitle']} ${kept['grow']}`}>{t('run.title')}</h3>
        <Tooltip label={t('run.refresh')}>
          <ActionIcon aria-label={t('run.refresh')} onClick={() => void refetch()}>
            <IconRefresh size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      {all === undefined ? (
        error === null ? (
          <SettingsListSkeleton label={t('loading')} />
        ) : (
          <ErrorPlace compact problem={asProblem(error)} title={t('run.load_failed')} onRetry={() => void refetch()} />
        )
      ) : all.length === 0 ? (
        <p className={kept['none']} role="status">
          {t('run.empty')}
        </p>
      ) : (
        <ul className={kept['rows']}>
          {all.map((run) => (
            <Line key={run.id} run={run} tests={tests} steps={steps} />
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Group justify="center" mt="xs">
          <Button size="xs" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('run.more')}
          </Button>
        </Group>
      ) : null}
    </section>
  );
}

function Line({ run, tests, steps }: { run: RuleRun; tests: Choices; steps: Choices }) {
  const { t } = useTexts();
  const fields = useCustom();
  const of = (id: number | null | undefined) => fields.find((field) => field.id === id);
  const held = run.matched.map(({ field, is, value, custom }) => {
    const named = field === 'custom' ? customShown(t, of(custom), value ?? '') : shown(tests, FIELD_KINDS[field], value ?? '');
    return [field === 'custom' ? (of(custom)?.label ?? '') : t(`field.${field}`), compared(t, field, is), FIELD_KINDS[field] === 'none' ? '' : named].filter((word) => word !== '').join(' ');
  });
  return (
    <li className={classes['run']}>
      <div className={classes['runHead']}>
        <Chip tone={TONES[run.outcome] ?? 'warn'}>{t(`run.outcome.${run.outcome}`)}</Chip>
        {run.ticket_number === 0 ? <span>{t('run.gone')}</span> : <Link to={`/ticket/${run.ticket_number}`}>#{run.ticket_number}</Link>}
        <span className={group['hint']}>
          {t(`event.${run.event}`)} · {fullTime(run.at)}
        </span>
      </div>
      {run.reason === '' ? null : <p className={group['hint']}>{t(`run.reason.${run.reason}`)}</p>}
      {held.length === 0 ? null : <p className={group['hint']}>{t('run.matched', { tests: held.join('; ') })}</p>}
      {run.done.length === 0 ? null : (
        <ol className={classes['done']}>
          {run.done.map((step, at) => (
            <li key={at}>
              {step.do === 'custom'
                ? `${t('do.custom_of', { field: of(step.custom)?.label ?? '' })} ${customShown(t, of(step.custom), step.value ?? '')}`
                : `${t(`do.${step.do}`)} ${shown(steps, ACTION_KINDS[step.do], step.value ?? '')}`}
              {step.error == null ? null : <span className={group['fault']}> {step.error}</span>}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
