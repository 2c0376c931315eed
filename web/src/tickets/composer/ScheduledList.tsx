import { Button } from '@mantine/core';
import { IconAlertCircle, IconClockHour4 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAgents } from '../../api/agents';
import { asProblem } from '../../api/problem';
import type { Scheduled, TicketInfo } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { useSession } from '../../session/store';
import { fullTime } from '../../ui/dates';
import { toastError } from '../../ui/toast';
import { takeMessage } from '../conversation/take';
import { senderName } from '../message/senderName';
import { useTexts } from '../texts';
import { joined } from './drafts';
import { callBack, sendNow } from './later';
import { changeDraft } from './openDrafts';
import classes from './ScheduledList.module.css';

interface Props {
  info: TicketInfo;
  /** An answer of this ticket was called back, and is in its composer. */
  onBack: () => void;
}

const MINUTE_MS = 60_000;

/** The time, told anew each second while something is about to go. */
function useSeconds(list: readonly Scheduled[]): number {
  const [now, setNow] = useState(() => Date.now());
  const soon = list.some((waiting) => waiting.error == null && waiting.send_at < now + MINUTE_MS);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), soon ? 500 : 20_000);
    return () => clearInterval(timer);
  }, [soon]);
  return now;
}

/** Answers that wait for their time. Who wrote one can call it back or send it now. */
export function ScheduledList({ info, onBack }: Props) {
  const { t } = useTexts();
  const names = useAgents((state) => state.names);
  const me = useSession((state) => state.session);
  const { answers } = useAbilities();
  const list = info.scheduled;
  const now = useSeconds(list);
  if (list.length === 0) return null;

  async function back(waiting: Scheduled): Promise<void> {
    try {
      const back = await callBack(waiting);
      if (back === null) toastError(t('later.gone'));
      // By now another ticket may be on screen, and its composer is no place for this.
      else if (changeDraft(me?.username ?? '', back.ticketId, (now) => joined(now, back.draft))) onBack();
    } catch (thrown) {
      toastError(asProblem(thrown).message);
    }
  }
  async function go(waiting: Scheduled): Promise<void> {
    try {
      const message = await sendNow(waiting);
      if (message !== null) takeMessage(info.id, message);
    } catch (thrown) {
      const problem = asProblem(thrown);
      toastError(problem.code === 'not_found' ? t('later.gone') : problem.message);
    }
  }
  return (
    <ul className={classes['list']} aria-label={t('later.list')}>
      {list.map((waiting) => {
        const left = waiting.send_at - now;
        const going = waiting.error == null && left < MINUTE_MS;
        const mine = answers && (waiting.sender === me?.username || me?.isAdmin === true);
        return (
          <li key={waiting.id} data-failed={waiting.error != null || undefined}>
            {waiting.error == null ? <IconClockHour4 size={16} stroke={1.5} aria-hidden /> : <IconAlertCircle size={16} stroke={1.5} aria-hidden />}
            <div>
              <p>{t('later.by', { name: senderName({ sender: waiting.sender ?? '', sender_name: waiting.sender_name ?? '' }, names), text: waiting.message || t('later.files') })}</p>
              <span role={waiting.error == null ? undefined : 'alert'}>
                {waiting.error != null
                  ? t('later.failed', { reason: waiting.error })
                  : going
                    ? t('later.going', { seconds: Math.max(0, Math.ceil(left / 1000)) })
                    : t('later.waits', { time: fullTime(waiting.send_at) })}
              </span>
            </div>
            {mine ? (
              <>
                {going ? null : (
                  <Button size="compact-xs" variant="subtle" onClick={() => void go(waiting)}>
                    {t('later.now')}
                  </Button>
                )}
                <Button size="compact-xs" variant="default" onClick={() => void back(waiting)}>
                  {t(going ? 'later.undo' : 'later.back')}
                </Button>
              </>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
