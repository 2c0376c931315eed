import { Button } from '@mantine/core';
import { IconMessageOff, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useHinted } from '../actions/KeyHint';
import { useScope } from '../actions/live';
import { api } from '../api/client';
import type { Answer } from '../api/contract';
import { asProblem } from '../api/problem';
import { Answering } from '../session/Answering';
import { clockTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { toastError } from '../ui/toast';
import { Tooltip } from '../ui/Tooltip';
import { useView } from '../ui/useView';
import classes from './livechat.module.css';
import { chatOf, sessionOf, type LiveTicket } from './model';
import { SitePage, Verified } from './SitePage';
import { dropChat, setEnded, setPresence, useLivechats } from './store';
import { useTexts } from './texts';

type SessionInfo = Answer<'get', '/api/session/info'>;

/** On another server the visitor may come and go unheard, so it is asked now and then. */
const ASK_EVERY_MS = 60_000;

/** A chat may have ended, and its visitor left, before this page was there to hear of it. */
function useSessionOf(chat: LiveTicket | undefined): SessionInfo | undefined {
  const session = chat === undefined ? null : sessionOf(chat);
  const id = chat?.id;
  const { data } = useQuery({
    queryKey: ['livechat', 'session', session],
    queryFn: () => api.get('/api/session/info', { query: { session_id: session ?? '' } }),
    enabled: session !== null,
    refetchInterval: ASK_EVERY_MS,
  });
  useEffect(() => {
    if (data === undefined || id === undefined) return;
    if (data.ended) setEnded(id);
    setPresence(id, { online: data.online, seenAt: data.seen_at ?? null });
  }, [data, id]);
  return data;
}

/** Over an open live chat: whether the visitor is still there, and the ways to end it. */
export function LivechatBar({ number }: { number: string }) {
  const chat: LiveTicket | undefined = useLivechats((state) => chatOf(state.groups, number));
  const session = useSessionOf(chat);
  return chat === undefined ? null : <Bar chat={chat} session={session} />;
}

/** Of the visit, what is known once the server has said it. */
function Bar({ chat, session }: { chat: LiveTicket; session: SessionInfo | undefined }) {
  const { t } = useTexts();
  const { id } = chat;
  const ended = useLivechats((state) => state.ended.has(id));
  const end = useEnd(chat);
  const convert = useConvert(chat);
  useScope('chat', { end: ended ? null : end.ask, convert: convert.ask });
  return (
    <div className={classes['bar']} data-ended={ended || undefined}>
      <There id={id} ended={ended}>
        {session === undefined ? null : <SitePage url={session.page_url} title={session.page_title} />}
        {session?.verified === true ? <Verified /> : null}
      </There>
      <Answering>
        <Act {...convert} label={t('convert')} of="chat.convert" />
        {ended ? null : <Act {...end} label={t('end')} of="chat.end" />}
      </Answering>
    </div>
  );
}

interface ActProps {
  busy: boolean;
  ask: () => void;
  label: string;
  of: string;
}

function Act({ busy, ask, label, of }: ActProps) {
  const hint = useHinted(label, of);
  return (
    <Tooltip label={hint} disabled={hint === label}>
      <Button size="compact-xs" variant="default" loading={busy} onClick={ask}>
        {label}
      </Button>
    </Tooltip>
  );
}

interface ThereProps {
  id: number;
  ended: boolean;
  children: ReactNode;
}

/** Whether the visitor is there; nobody is said to be of whom it is not known. */
function There({ id, ended, children }: ThereProps) {
  const { t } = useTexts();
  const presence = useLivechats((state) => state.presence.get(id));
  const away = presence?.online === false;
  const Icon = ended ? IconMessageOff : away ? IconPlugConnectedX : IconPlugConnected;
  const time = presence?.seenAt ?? null;
  const left = time === null ? t('away_unknown') : t('away', { time: clockTime(time) });
  const there = presence === undefined ? '' : t('running');
  return (
    <>
      <Icon size={16} stroke={1.5} aria-hidden />
      <span className={classes['bannerText']}>
        <span role="status">{ended ? t('ended_long') : away ? left : there}</span>
        {children}
      </span>
    </>
  );
}

/** Runs an act once at a time; `already` is what to do when somebody was faster. */
function useAct(run: () => Promise<unknown>, done: () => void, failed: string) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await run();
      done();
    } catch (thrown) {
      // Somebody was faster: it has happened, which is what was wanted.
      if (asProblem(thrown).code === 'conflict') done();
      else toastError(failed);
    }
    setBusy(false);
  };
  return { busy, act };
}

function useEnd(chat: LiveTicket) {
  const { t } = useTexts();
  const { busy, act } = useAct(() => api.post('/api/livechat/{ticket_id}/end', { path: { ticket_id: chat.id } }), () => setEnded(chat.id), t('end_failed'));
  const ask = () =>
    openDialog({
      title: t('end_title'),
      text: t('end_text', { name: chat.name || t('visitor') }),
      confirm: { label: t('end'), danger: true, run: () => void act() },
    });
  return { busy, ask };
}

function useConvert(chat: LiveTicket) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const view = useView();
  const done = () => {
    dropChat(chat.id);
    void navigate(view(`/ticket/${encodeURIComponent(chat.ticket_number)}`));
  };
  const { busy, act } = useAct(() => api.post('/api/livechat/{ticket_id}/convert', { path: { ticket_id: chat.id } }), done, t('convert_failed'));
  const ask = () =>
    openDialog({
      title: t('convert_title'),
      text: t('convert_text', { name: chat.name || t('visitor') }),
      confirm: { label: t('convert'), run: () => void act() },
    });
  return { busy, ask };
}
