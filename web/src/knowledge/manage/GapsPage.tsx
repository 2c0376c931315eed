import { Button } from '@mantine/core';
import { IconMoodCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { rowDate } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { SettingsListSkeleton } from '../../ui/SettingsList';
import kept from '../../ui/settingsList.module.css';
import { useNow } from '../../ui/useNow';
import { nameOfLanguage, ROOM } from '../model';
import { useGaps } from '../queries';
import { useTexts } from '../texts';
import type { Gap } from '../types';
import classes from './manage.module.css';
import { RoomHead } from './RoomHead';

function List() {
  const { t } = useTexts();
  const now = useNow();
  const { data, error, refetch } = useGaps();
  const { busy, change } = useSettingsChange(refetch);
  if (data === undefined) {
    if (error === null) return <SettingsListSkeleton label={t('loading')} />;
    return <ErrorPlace problem={asProblem(error)} title={t('gaps_failed')} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <EmptyPlace icon={<IconMoodCheck size={20} stroke={1.5} />} title={t('gaps_empty')} text={t('gaps_empty_text')} />;
  const done = ({ words, language }: Gap) => change(() => api.delete('/api/knowledge/gaps', { json: { words, language } }));
  return (
    <>
      <p className={kept['about']}>{t('gaps_about')}</p>
      <ul className={kept['rows']} aria-label={t('place.gaps')}>
        {data.map((gap) => (
          <li key={`${gap.language} ${gap.words}`} className={`${kept['row'] ?? ''} ${classes['gap'] ?? ''}`}>
            <span className={classes['gapWords']}>
              <strong lang={gap.language}>{gap.words}</strong>
              <span className={kept['meta']}>
                {nameOfLanguage(gap.language)} · {t('gap_count', { count: gap.count })} · {rowDate(gap.last_at, now, t('yesterday'))}
              </span>
            </span>
            <Button size="compact-xs" variant="default" component={Link} to={`${ROOM}/new?${new URLSearchParams({ title: gap.words, language: gap.language }).toString()}`}>
              {t('gap_write')}
            </Button>
            <Button size="compact-xs" variant="subtle" disabled={busy} aria-label={t('gap_done_named', { words: gap.words })} onClick={() => done(gap)}>
              {t('gap_done')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What readers and colleagues looked for in vain, the newest first. */
export function GapsPage() {
  return (
    <div className={classes['page']}>
      <RoomHead />
      <List />
    </div>
  );
}
