import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client';
import { onEvent } from '../realtime/apply';
import { usePaged } from '../diagnostics/usePaged';
import { fullTime, startOfDay } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { SettingsListSkeleton } from '../ui/SettingsList';
import { EVERYTHING, exportAddress, queryOf, type AnswersQuery, type Invitation, type Survey } from './model';
import { useTexts } from './texts';
import classes from './surveys.module.css';

/** What customers answered: counted above, one by one below. */
export function Answers({ surveys }: { surveys: readonly Survey[] }) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(EVERYTHING);
  const query = useMemo(() => queryOf(wanted, startOfDay), [wanted]);
  const field = (name: keyof typeof wanted) => ({
    size: 'xs' as const,
    label: t(`filter.${name}`),
    value: wanted[name],
    onChange: (event: { currentTarget: { value: string } }) => setWanted({ ...wanted, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <div className={classes['filters']} role="search" aria-label={t('filter.label')}>
        <NativeSelect
          {...field('survey')}
          data={[{ value: '', label: t('filter.any') }, ...surveys.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
        <NativeSelect
          {...field('rating')}
          data={[{ value: '', label: t('filter.any') }, ...['5', '4', '3', '2', '1'].map((value) => ({ value, label: value }))]}
        />
        <TextInput {...field('from')} type="date" max={wanted.until} />
        <TextInput {...field('until')} type="date" min={wanted.from} />
      </div>
      <Counted query={query} />
      <Lines query={query} />
    </>
  );
}

/** The average, and how often each rating was given. */
function Counted({ query }: { query: AnswersQuery }) {
  const { t } = useTexts();
  const { startDate, endDate } = query;
  const { data, refetch } = useQuery({
    queryKey: ['csat', startDate, endDate],
    queryFn: ({ signal }) => api.get('/api/report/csat', { query: { startDate, endDate }, signal }),
  });
  useEffect(() => onEvent('surveyChanged', () => void refetch()), [refetch]);
  if (data === undefined) return null;
  const all = data.data.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes['counted']}>
      <p className={classes['average']}>
        <strong>{data.average == null ? '–' : data.average.toFixed(2)}</strong>
        <span>{t('average', { count: all })}</span>
      </p>
      <dl className={classes['bars']}>
        {[...data.data].reverse().map(({ rating, count }) => (
          <div key={rating}>
            <dt>{t('rated', { rating })}</dt>
            <dd>
              <span className={classes['bar']} style={{ inlineSize: `${all === 0 ? 0 : (100 * count) / all}%` }} />
              <span>{count}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Lines({ query }: { query: AnswersQuery }) {
  const { t } = useTexts();
  const load = useCallback((before: number | null) => api.get('/api/survey-answers', { query: { ...query, before } }), [query]);
  const list = usePaged<Invitation>(load);
  const { reload } = list;
  useEffect(
    () =>
      onEvent('surveyChanged', ({ survey }) => {
        if (survey !== null && survey.answered_at !== null) reload();
      }),
    [reload],
  );
  if (list.phase === 'loading') return <SettingsListSkeleton label={t('loading')} />;
  if (list.problem !== null) {
    return <ErrorPlace compact problem={list.problem} title={t('answers_failed')} onRetry={list.reload} />;
  }
  if (list.rows.length === 0) {
    return <EmptyPlace compact icon={<IconStar size={18} stroke={1.5} />} title={t('no_answers')} text={t('no_answers_text')} />;
  }
  return (
    <>
      <div className={classes['head']}>
        <p>{t('window')}</p>
        <Button component="a" href={exportAddress(query)} download variant="default" size="xs" leftSection={<IconDownload size={14} stroke={1.5} />}>
          {t('export')}
        </Button>
      </div>
      <ol className={classes['lines']} aria-label={t('tab.answers')}>
        {list.rows.map((one) => (
          <Line key={one.id} one={one} />
        ))}
      </ol>
      {list.more ? (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={list.loadingMore} onClick={list.loadMore}>
            {t('more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function Line({ one }: { one: Invitation }) {
  const { t } = useTexts();
  return (
    <li>
      <p className={classes['who']}>
        <Link to={`/ticket/${one.ticket_number}`}>#{one.ticket_number}</Link>
        <span>{[one.customer, one.survey, fullTime(one.answered_at ?? 0)].filter((part) => part !== '').join(' · ')}</span>
      </p>
      <dl className={classes['said']}>
        {one.answers.map((answer, at) => (
          <div key={at}>
            <dt>{answer.question}</dt>
            <dd>{answer.kind === 'rating' ? t('rating', { rating: answer.answer }) : answer.answer}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
