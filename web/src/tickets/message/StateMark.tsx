import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconDeviceFloppy, IconHelpCircle, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import type { Message, MessageState } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { clockTime } from '../../ui/dates';
import { openDialog } from '../../ui/dialog';
import { openProblem } from '../../ui/openProblem';
import { Tooltip } from '../../ui/Tooltip';
import { WAITS } from '../composer/outbox';
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
    message.retry_at != null && message.state === 'queued'
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

/** Whether an answer or a note did not arrive, or nobody knows. */
function isLost({ direction, state }: Message): boolean {
  return (direction === 'out' || direction === 'note') && (state === 'failed' || state === 'unknown');
}

function isRefused({ edit }: Message): boolean {
  return edit?.state === 'failed' || edit?.state === 'unknown';
}

/** The ids of the notes that stand below a message, for what describes it. */
export function notesOf(message: Message, own: string): string | undefined {
  const ids = [...(isRefused(message) ? [`${own}edit`] : []), ...(isLost(message) ? [`${own}state`] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** What goes wrong before somebody's eyes is called out; what was wrong when it was opened is only there to be read. */
function useRole(wrong: boolean): 'alert' | 'note' {
  const [known, setKnown] = useState(wrong);
  if (known && !wrong) setKnown(false);
  return known ? 'note' : 'alert';
}

interface NoteProps {
  message: Message;
  /** What the ids of this message's notes begin with. */
  own: string;
}

/** A change that the provider refused: the message stands as it was, and the reason is told. */
export function EditNote({ message, own }: NoteProps) {
  const { t } = useTranslation();
  const role = useRole(isRefused(message));
  const edit = message.edit;
  if (edit?.state !== 'failed' && edit?.state !== 'unknown') return null;
  const reason = edit.error?.message ?? t('state.unknown');
  return (
    <div className={classes['note']} data-state={edit.state} role={role}>
      <span id={`${own}edit`}>{t(`message.${edit.kind}_failed`, { reason })}</span>
    </div>
  );
}

/** What went wrong with an answer, and what can be done. */
export function StateNote({ message, own }: NoteProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const role = useRole(isLost(message));
  const { answers, notes } = useAbilities();
  if (!isLost(message)) return null;

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
  const waits = message.error?.code === WAITS;
  return (
    <div className={classes['note']} data-state={message.state} role={role}>
      <span id={`${own}state`}>{waits ? say('waits', { reason }) : unknown ? t('state.unknown_explained') : reason === '' ? t('state.failed') : t('state.failed_reason', { reason })}</span>
      {answers || (notes && message.direction === 'note') ? (
        <Button size="compact-xs" variant="default" aria-describedby={`${own}state`} loading={busy} onClick={() => void again()}>
          {t(unknown ? 'state.send_again' : 'state.retry')}
        </Button>
      ) : null}
    </div>
  );
}
