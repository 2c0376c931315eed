import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconDeviceFloppy, IconHelpCircle, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import type { Message, MessageState } from '../../api/types';
import { clockTime } from '../../ui/dates';
import { openDialog } from '../../ui/dialog';
import { openProblem } from '../../ui/openProblem';
import { Tooltip } from '../../ui/Tooltip';
import { retryMessage } from '../composer/send';
import { say } from '../texts';
import classes from './StateMark.module.css';

const ICONS: Record<Exclude<MessageState, 'received'>, Icon> = {
  queued: IconClock,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertCircle,
  unknown: IconHelpCircle,
  kept: IconDeviceFloppy,
};

/** Tells seconds from milliseconds by their size. */
function inMs(moment: number): number {
  return moment < 1e12 ? moment * 1000 : moment;
}

/** Clock, tick, two ticks, two blue ticks, red, amber: the shapes differ, not only the colours. */
export function StateMark({ message }: { message: Message }) {
  const { t } = useTranslation();
  if (message.direction !== 'out' || message.state === 'received') return null;
  const StateIcon = ICONS[message.state];
  const label =
    message.retry_at !== null && message.state === 'queued'
      ? t('state.retry_at', { time: clockTime(inMs(message.retry_at)) })
      : t(`state.${message.state}`);
  return (
    <Tooltip label={label}>
      <span className={classes['mark']} data-state={message.state} role="img" aria-label={label}>
        <StateIcon size={15} stroke={1.75} />
      </span>
    </Tooltip>
  );
}

/** A change that the provider refused: the message stands as it was, and the reason is told. */
export function EditNote({ message }: { message: Message }) {
  const { t } = useTranslation();
  const edit = message.edit;
  if (edit?.state !== 'failed' && edit?.state !== 'unknown') return null;
  const reason = edit.error?.message ?? t('state.unknown');
  return (
    <div className={classes['note']} data-state={edit.state} role="alert">
      <span>{t(`message.${edit.kind}_failed`, { reason })}</span>
    </div>
  );
}

/** What went wrong with an answer, and what can be done. */
export function StateNote({ message }: { message: Message }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  if (message.direction !== 'out' || (message.state !== 'failed' && message.state !== 'unknown')) return null;

  async function again(regardless = false) {
    setBusy(true);
    try {
      await retryMessage(message, regardless);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code === 'overtaken') {
        openDialog({
          title: say('overtaken.answer_title'),
          text: problem.description ?? '',
          confirm: { label: say('overtaken.send'), run: () => void again(true) },
        });
      } else openProblem(problem);
    }
    setBusy(false);
  }

  const unknown = message.state === 'unknown';
  const reason = message.error?.message ?? '';
  return (
    <div className={classes['note']} data-state={message.state} role="alert">
      <span>{unknown ? t('state.unknown_explained') : reason === '' ? t('state.failed') : t('state.failed_reason', { reason })}</span>
      <Button size="compact-xs" variant="default" loading={busy} onClick={() => void again()}>
        {t(unknown ? 'state.send_again' : 'state.retry')}
      </Button>
    </div>
  );
}
