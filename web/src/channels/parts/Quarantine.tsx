import { Alert, Button, Group, Menu, Skeleton, Stack } from '@mantine/core';
import { IconChevronDown, IconMoodCheck, IconRotateClockwise } from '@tabler/icons-react';
import { useCallback, useId, useState } from 'react';
import { asProblem } from '../../api/problem';
import { usePaged } from '../../diagnostics/usePaged';
import { byteSize } from '../../ui/bytes';
import { fullTime } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../../ui/ErrorPlace';
import { useLate } from '../../ui/useLate';
import { calls } from '../calls';
import type { Quarantined } from '../model';
import { useTexts } from '../texts';
import classes from './quarantine.module.css';

interface Outcome {
  readonly good: boolean;
  readonly text: string;
}

/** What arrived and was not understood, with a way to try it again. */
export function Quarantine({ channel }: { channel: number }) {
  const { t } = useTexts();
  const load = useCallback((before: number | null) => calls.quarantine(channel, before), [channel]);
  const list = usePaged<Quarantined>(load);
  const late = useLate(list.phase === 'loading');
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  if (list.problem !== null && list.rows.length === 0) {
    return <ErrorPlace compact problem={list.problem} title={t('quarantine.failed')} onRetry={list.reload} />;
  }
  if (list.phase === 'loading') {
    return late ? (
      <Stack gap={12}>
        <Skeleton height={72} />
        <Skeleton height={72} />
      </Stack>
    ) : null;
  }
  return (
    <div className={classes['place']}>
      <p className={classes['hint']}>{t('quarantine.hint')}</p>
      <div role="status">
        {outcome === null ? null : (
          <Alert
            color={outcome.good ? 'teal' : 'red'}
            variant="light"
            withCloseButton
            closeButtonLabel={t('action.close', { ns: 'translation' })}
            onClose={() => setOutcome(null)}
          >
            {outcome.text}
          </Alert>
        )}
      </div>
      {list.rows.length === 0 ? (
        <EmptyPlace
          compact
          icon={<IconMoodCheck size={18} stroke={1.5} />}
          title={t('quarantine.empty')}
          text={t('quarantine.empty_text')}
        />
      ) : (
        <ul className={classes['rows']}>
          {list.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              onDone={(result) => {
                setOutcome(result);
                if (result.good) list.drop(row.id);
              }}
            />
          ))}
        </ul>
      )}
      {list.more ? (
        <Group justify="center">
          <Button variant="default" size="xs" loading={list.loadingMore} onClick={list.loadMore}>
            {t('quarantine.more')}
          </Button>
        </Group>
      ) : null}
    </div>
  );
}

function Row({ row, onDone }: { row: Quarantined; onDone: (outcome: Outcome) => void }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  // Every entry has the same buttons: the reason tells which one they are of.
  const why = useId();

  async function replay(version: 'current' | 'previous'): Promise<void> {
    setBusy(true);
    try {
      const answer = await calls.replay(row.id, version);
      if (answer.result === 'success') {
        const count = answer.messages.length;
        onDone({ good: true, text: t(count === 0 ? 'quarantine.taken_none' : 'quarantine.taken', { count }) });
      } else onDone({ good: false, text: t('quarantine.still', { reason: answer.error.message }) });
    } catch (thrown) {
      const reason = problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' }));
      onDone({ good: false, text: t('quarantine.still', { reason }) });
    }
    setBusy(false);
  }

  return (
    <li className={classes['row']} aria-labelledby={why}>
      <div className={classes['head']}>
        <div className={classes['what']}>
          <p id={why} className={classes['error']}>
            {row.error.message}
          </p>
          <p className={classes['meta']}>
            <code>{row.error.code}</code>
            <span>{row.kind}</span>
            <span>{t('quarantine.received', { time: fullTime(row.received_at) })}</span>
            <span>{t('quarantine.attempts', { count: row.attempts })}</span>
            <span>{byteSize(row.size)}</span>
          </p>
        </div>
        <Button.Group>
          <Button
            variant="default"
            size="xs"
            aria-describedby={why}
            loading={busy}
            leftSection={<IconRotateClockwise size={14} stroke={1.5} />}
            onClick={() => void replay('current')}
          >
            {t('quarantine.replay')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" px={6} disabled={busy} aria-label={t('quarantine.replay_with')} aria-describedby={why}>
                <IconChevronDown size={14} stroke={1.5} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void replay('previous')}>{t('quarantine.replay_previous')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      </div>
      {row.preview === '' ? null : (
        <>
          <button type="button" className={classes['toggle']} aria-expanded={open} aria-describedby={why} onClick={() => setOpen(!open)}>
            {t(open ? 'quarantine.hide' : 'quarantine.show')}
          </button>
          {open ? <pre className={classes['preview']}>{row.preview}</pre> : null}
        </>
      )}
    </li>
  );
}
