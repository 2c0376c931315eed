import { ActionIcon, Button, Drawer, Group, Skeleton, Stack, Tooltip } from '@mantine/core';
import { IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useCallback } from 'react';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { clockTime, dayHeading } from '../../ui/dates';
import { useLate } from '../../ui/useLate';
import { calls } from '../calls';
import type { Channel, LogLine } from '../model';
import { useTexts } from '../texts';
import classes from './log.module.css';
import { usePaged } from './usePaged';

interface Props {
  channel: Channel;
  onClose: () => void;
}

export function LogDrawer({ channel, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      title={t('log.title', { name: channel.name })}
      transitionProps={{ duration: 140 }}
      closeButtonProps={{ 'aria-label': t('action.close', { ns: 'translation' }) }}
    >
      <Lines id={channel.id} />
    </Drawer>
  );
}

function Lines({ id }: { id: number }) {
  const { t } = useTexts();
  const load = useCallback((before: number | null) => calls.log(id, before), [id]);
  const log = usePaged<LogLine>(load);
  const late = useLate(log.phase === 'loading');

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
  return (
    <>
      <Group justify="flex-end" mb={4}>
        <Tooltip label={t('log.refresh')}>
          <ActionIcon onClick={log.reload} aria-label={t('log.refresh')}>
            <IconRefresh size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <ol className={classes['lines']}>
        {log.rows.map((line, at) => {
          const before = log.rows[at - 1];
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
  const fields = Object.entries(line.fields ?? {});
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
