import { Button } from '@mantine/core';
import { IconMessageOff, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { openDialog } from '../ui/dialog';
import { toastError } from '../ui/toast';
import classes from './livechat.module.css';
import { chatOf, sessionOf, type LiveTicket } from './model';
import { setEnded, useLivechats } from './store';
import { useTexts } from './texts';

/** A chat may have ended before this page was there to hear of it. */
function useEndedBefore(chat: LiveTicket | undefined): void {
  const session = chat === undefined ? null : sessionOf(chat);
  const id = chat?.id;
  const query = useQuery({
    queryKey: ['livechat', 'session', session],
    queryFn: () => api.get<{ ended: boolean }>('/api/session/info', { session_id: session }),
    enabled: session !== null,
  });
  const ended = query.data?.ended === true;
  useEffect(() => {
    if (ended && id !== undefined) setEnded(id);
  }, [ended, id]);
}

/** Over an open live chat: whether the visitor is still there, and the way to end it. */
export function LivechatBar({ number }: { number: string }) {
  const t = useTexts();
  const chat: LiveTicket | undefined = useLivechats((state) => chatOf(state.groups, number));
  const known = useLivechats((state) => chat !== undefined && state.ended.has(chat.id));
  const [busy, setBusy] = useState(false);
  useEndedBefore(chat);
  if (chat === undefined) return null;
  const { id } = chat;

  async function end(): Promise<void> {
    setBusy(true);
    try {
      await api.post(`/api/livechat/${id}/end`);
      setEnded(id);
    } catch (thrown) {
      const problem = asProblem(thrown);
      // The visitor was faster: the chat has ended, which is what was wanted.
      if (problem.code === 'conflict') setEnded(id);
      else toastError(t('end_failed'));
    }
    setBusy(false);
  }

  if (known) {
    return (
      <div className={classes['bar']} data-ended role="status">
        <IconMessageOff size={16} stroke={1.5} aria-hidden />
        <span className={classes['bannerText']}>{t('ended_long')}</span>
      </div>
    );
  }
  const ask = () =>
    openDialog({
      title: t('end_title'),
      text: t('end_text', { name: chat.name || t('visitor') }),
      confirm: { label: t('end'), danger: true, run: () => void end() },
    });
  return (
    <div className={classes['bar']}>
      <IconPlugConnected size={16} stroke={1.5} aria-hidden />
      <span className={classes['bannerText']}>{t('running')}</span>
      <Button size="compact-xs" variant="default" loading={busy} onClick={ask}>
        {t('end')}
      </Button>
    </div>
  );
}
