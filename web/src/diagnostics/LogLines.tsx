import { ActionIcon, Button, Group, SegmentedControl, Skeleton, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconFilter, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { partsOf } from '../api/json';
import { clockTime, dayHeading } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { calls, type Watched } from './calls';
import { LEVELS, matches, type Level, type LogLine } from './log';
import classes from './log.module.css';
import { useTexts } from './texts';
import { usePaged } from './usePaged';

/** The lines of a log, newest first, fifty at a time, with the filter over what was read. */
export function LogLines({ of, id }: Watched) {
  const { t } = useTexts();
  const load = useCallback((before: number | null) => calls.log({ of, id }, before), [of, id]);
  const log = usePaged<LogLine>(load);
  const late = useLate(log.phase === 'loading');
  const [level, setLevel] = useState<Level>('all');
  const [words, setWords] = useState('');

  if (log.problem !== null && log.rows.length === 0) {
    return <ErrorPlace compact problem={log.problem} title={t('log.failed')} onRetry={log.reload} />;
  }
  if (log.phase === 'loading') {
    return late ? (
      <Stack gap={10}>
        {[90, 70, 80, 60].map((width) => (
          <Skeleton key={width} height={18} width={`${width}%`} />
        ))}
      </Stack>
    ) : null;
  }
  if (log.rows.length === 0) {
    return (
      <EmptyPlace compact icon={<IconListDetails size={18} stroke={1.5} />} title={t('log.empty')} text={t('log.empty_text')} />
    );
  }
  const shown = log.rows.filter((line) => matches(line, level, words));
  return (
    <>
      <Group gap="xs" mb={8}>
        <SegmentedControl
          size="xs"
          value={level}
          onChange={(value) => setLevel(LEVELS.find((one) => one === value) ?? 'all')}
          data={LEVELS.map((one) => ({ value: one, label: t(`log.level_${one}`) }))}
          aria-label={t('log.level')}
        />
        <TextInput
          size="xs"
          className={classes['words'] ?? ''}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          placeholder={t('log.filter')}
          aria-label={t('log.filter')}
          leftSection={<IconFilter size={14} stroke={1.5} />}
        />
        <Tooltip label={t('log.refresh')}>
          <ActionIcon onClick={log.reload} aria-label={t('log.refresh')}>
            <IconRefresh size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {shown.length === 0 ? (
        <EmptyPlace compact icon={<IconFilter size={18} stroke={1.5} />} title={t('log.none')} text={t('log.none_text')} />
      ) : null}
      <ol className={classes['lines']}>
        {shown.map((line, at) => {
          const before = shown[at - 1];
          const day = dayHeading(line.ts_ms);
          return (
            <li key={line.id}>
              {before && dayHeading(before.ts_ms) === day ? null : <p className={classes['day']}>{day}</p>}
              <Line line={line} />
            </li>
          );
        })}
      </ol>
      {log.more ? (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={log.loadingMore} onClick={log.loadMore}>
            {t('log.more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function Line({ line }: { line: LogLine }) {
  const fields = Object.entries(partsOf(line.fields));
  return (
    <div className={classes['line']} data-level={line.level}>
      <time className={classes['time']} dateTime={new Date(line.ts_ms).toISOString()}>
        {clockTime(line.ts_ms)}
      </time>
      <span className={classes['level']}>{line.level}</span>
      <div className={classes['what']}>
        <p>
          {line.call === '' ? null : <code>{line.call}</code>} {line.message}
        </p>
        {fields.length > 0 ? (
          <p className={classes['fields']}>
            {fields.map(([name, value]) => (
              <span key={name}>
                {name}=<b>{typeof value === 'string' ? value : JSON.stringify(value)}</b>
              </span>
            ))}
          </p>
        ) : null}
      </div>
    </div>
  );
}
