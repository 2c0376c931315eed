import { useLocalStorage } from '@mantine/hooks';
import { Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useScope } from '../../actions/live';
import type { Message, ReplyQuote, TicketInfo, TicketStatus } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { useMe } from '../../session/store';
import { asProblem } from '../../api/problem';
import { closeBeside, useBeside } from '../../ui/beside';
import { openDialog } from '../../ui/dialog';
import { lazyPart } from '../../ui/lazyPart';
import { useView } from '../../ui/useView';
import { loadAfter } from '../actions/load';
import { Composer, type ComposerHandle } from '../composer/Composer';
import { loadDetails } from '../details/load';
import { Onward } from '../onward/Onward';
import { SPAM } from '../model';
import { tellRefusal } from '../optimistic';
import { openProfile } from '../profile/open';
import { Profile } from '../profile/Profile';
import { changeStatus } from '../status';
import { say } from '../texts';
import { Header } from './Header';
import { newestId } from './model';
import { Messages } from './Messages';
import classes from './ConversationPane.module.css';
import type { Conversation } from './store';

const Details = lazyPart(loadDetails);

// Most conversations go on as others do.
const TidyBar = lazyPart(async () => (await import('./TidyBar')).TidyBar);

// Most conversations have no pins, and nobody's answer waits in them.
const Pins = lazyPart(async () => (await import('./Pins')).Pins);
const ScheduledList = lazyPart(async () => (await import('../composer/ScheduledList')).ScheduledList);

const CallBar = lazyPart(async () => (await import('../calls/CallBar')).CallBar);

// Wide screens have the details beside the conversation.
const DetailsDrawer = lazyPart(async () => (await import('./DetailsDrawer')).DetailsDrawer);

// Most people write.
const ReadOnly = lazyPart(async () => (await import('../composer/ReadOnly')).ReadOnly);

// Dropping is rare and its library is not small; the paste and the button work without it.
const DropArea = lazyPart(async () => (await import('./DropArea')).DropArea);

/** Whether anything was ever dragged in: only then the place to drop it is worth its code. */
function useDragged(): boolean {
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    if (dragged) return undefined;
    const came = () => setDragged(true);
    window.addEventListener('dragenter', came);
    return () => window.removeEventListener('dragenter', came);
  }, [dragged]);
  return dragged;
}

interface Props {
  conversation: Conversation;
  info: TicketInfo;
  backTo: string | null;
  wide: boolean;
  ended: string | undefined;
}

export function ConversationPane({ conversation, info, backTo, wide, ended }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const { answers, notes } = useAbilities();
  const composer = useRef<ComposerHandle>(null);
  const dragged = useDragged();
  const [panel, setPanel] = useLocalStorage({ key: 'patchbay.details', defaultValue: true, getInitialValueInEffect: false });
  const [drawer, setDrawer] = useState(false);
  const [drawn, setDrawn] = useState(false);
  if (drawer && !drawn) setDrawn(true);
  // The messages come first: the details beside them are drawn right after.
  const settled = useDeferredValue(true, false);
  const [traced, setTraced] = useState<Message | null>(null);
  const over = info.merged_into == null ? ended : say('merge.ended', { number: info.merged_into.ticket_number });
  const beside = useBeside((state) => (state.beside?.ticketId === info.id ? state.beside : null));
  // What was opened beside this conversation is not beside the next one.
  useEffect(() => closeBeside, [info.id]);
  const open = beside === null && (wide ? panel : drawer);
  const showDetails = wide ? setPanel : setDrawer;
  const setOpen = useCallback(
    (next: boolean) => {
      closeBeside();
      showDetails(next);
    },
    [showDetails],
  );
  const insert = over === undefined && notes ? (words: string) => composer.current?.insert(words) : undefined;

  // The same ones at every drawing: each message takes them, and is drawn anew when they change.
  const onReply = useCallback((quote: ReplyQuote) => composer.current?.answer(quote), []);
  const onTrace = useCallback(
    (message: Message) => {
      setTraced(message);
      setOpen(true);
    },
    [setOpen],
  );

  const navigate = useNavigate();
  const view = useView();
  const { search } = useLocation();
  /** `unseen`: also over what came in at this moment. */
  async function setStatus(status: TicketStatus, unseen = false) {
    const line = t('system.status', { status: t(`status.${status}`), name: me.name });
    // Where one goes from here is known before the ticket leaves the list.
    const after = status === 2 ? await loadAfter().catch(() => null) : null;
    const resolved = after?.beginResolve(info);
    const changing = changeStatus(conversation.number, info, status, line, unseen ? undefined : newestId(conversation.messages));
    // It shows already, so whoever resolves goes on.
    resolved?.(false);
    try {
      if (await changing) resolved?.();
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code === 'overtaken') {
        openDialog({
          title: say('overtaken.status_title'),
          text: `#${info.ticket_number}: ${problem.description ?? ''}`,
          confirm: { label: say('overtaken.set'), run: () => void setStatus(status, true) },
        });
      } else tellRefusal(info.ticket_number, say('status_failed'), thrown);
    }
  }

  useScope('ticket', {
    info,
    messages: conversation.messages,
    setStatus: (status) => void setStatus(status),
    reply: () => composer.current?.focus(),
    note: (back) => composer.current?.note(back),
    quote: onReply,
    send: (status) => composer.current?.send(status),
    insert,
    toggleDetails: () => setOpen(!open),
    trace: me.isAdmin ? onTrace : undefined,
    back: backTo === null ? null : () => void navigate(`${backTo}${search}`),
    go: (path) => void navigate(`${view(path)}${search}`),
  });

  const details = (
    <Suspense>
      <Details
        info={info}
        traced={traced}
        onCloseTrace={() => setTraced(null)}
        onClose={() => setOpen(false)}
        onProfile={(contact) => {
          // Two windows over each other would both take the keys.
          setDrawer(false);
          openProfile(contact);
        }}
        onStatus={(status) => void setStatus(status)}
      />
    </Suspense>
  );

  // A drawer would keep the focus that goes to what is written.
  const intoAnswer = (words: string) => {
    if (!wide) closeBeside();
    insert?.(words);
  };
  const aside = beside === null ? null : (
    <Suspense>
      <beside.Panel language={info.source_lang} insert={insert === undefined ? undefined : intoAnswer} onClose={closeBeside} />
    </Suspense>
  );

  return (
    <div className={classes['pane']} data-details={(wide && (panel || aside !== null)) || undefined}>
      <section className={classes['conversation']} data-region="conversation" aria-label={info.title}>
        <Header info={info} backTo={backTo} detailsOpen={open} onDetails={() => setOpen(!open)} onStatus={(status) => void setStatus(status)} />
        {info.merged_into != null || info.closed === SPAM || info.blocked ? (
          <Suspense>
            <TidyBar info={info} />
          </Suspense>
        ) : null}
        {answers && info.send?.calls === true && (me.isAdmin || !me.permissions.hide_call) ? (
          <Suspense>
            <CallBar info={info} messages={conversation.messages} />
          </Suspense>
        ) : null}
        {info.pinned.length > 0 ? (
          <Suspense>
            <Pins number={conversation.number} info={info} />
          </Suspense>
        ) : null}
        <Messages
          conversation={conversation}
          info={info}
          onReply={onReply}
          {...(me.isAdmin ? { onTrace } : {})}
        />
        <Onward info={info} />
        <Profile />
        {info.scheduled.length > 0 ? (
          <Suspense>
            <ScheduledList info={info} onBack={() => composer.current?.focus()} />
          </Suspense>
        ) : null}
        {notes ? (
          <Composer
            key={info.id}
            ref={composer}
            info={info}
            messages={conversation.messages}
            ended={over}
            onStatus={setStatus}
          />
        ) : (
          <Suspense>
            <ReadOnly />
          </Suspense>
        )}
        {over === undefined && answers && dragged ? (
          <Suspense>
            <DropArea onFiles={(files) => composer.current?.add(files)} />
          </Suspense>
        ) : null}
      </section>
      {wide ? (
        panel || beside !== null ? (
          <aside className={classes['details']} data-region="details" aria-label={beside?.label ?? t('details.title')}>{settled ? (aside ?? details) : null}</aside>
        ) : null
      ) : beside !== null ? (
        <Suspense>
          <DetailsDrawer open label={beside.label} onClose={closeBeside}>
            {aside}
          </DetailsDrawer>
        </Suspense>
      ) : drawn ? (
        <Suspense>
          <DetailsDrawer open={drawer} onClose={() => setDrawer(false)}>
            {details}
          </DetailsDrawer>
        </Suspense>
      ) : null}
    </div>
  );
}
