/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isComposing } from '../../src/ui/enter';
import type { VisitorPrefill } from '../../widget/protocol';
import { wear } from '../branding';
import { firstOf, type Prefill } from '../queue/prefill';
import { Button, Icon, type IconName } from '../screens/parts';
import parts from '../screens/parts.module.css';
import { Heading, Loading, Place, placeStyles, Sign } from '../screens/Place';
import { VisitScreen } from '../screens/VisitScreen';
import { ShellContext, type Shell } from '../shell';
import { durable, perTab } from '../storage';
import { createStore, useStore, type Store } from '../store';
import { t } from '../texts';
import { visitorApi } from '../transport/api';
import type { Info } from '../transport/wire';
import { createHost } from './host';
import { frameKept, type FrameKept } from './kept';
import { ft } from './texts';
import { createVisit, type VisitState } from './visit';

/** The visitors' page within a site's page; opened by itself it is the page that a link leads to. */
export function FrameApp({ token: key }: { token: string }) {
  const [framed] = useState(() => parent !== window);
  useEffect(() => {
    if (!framed) location.replace(`/visit/${encodeURIComponent(key)}`);
  }, [framed, key]);
  return framed ? <Frame widget={key} /> : null;
}

function Frame({ widget }: { widget: string }) {
  const [{ host, kept, visit }] = useState(() => {
    const host = createHost(window);
    const kept = frameKept(widget, durable, perTab);
    return { host, kept, visit: createVisit({ key: widget, api: visitorApi, kept, host }) };
  });
  const [watched] = useState(() => createStore(false));
  const state = useStore(visit.store);
  const look = useStore(visit.look);
  const prefill = useStore(visit.prefill);

  useEffect(
    () =>
      host.begin((message) => {
        visit.receive(message);
        // The frame is only laid out now, and nothing in it could take the focus before.
        if (message.type === 'shown' && message.focus) requestAnimationFrame(focusScreen);
      }),
    [host, visit],
  );
  useEffect(() => watch(visit.shown, watched), [visit, watched]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // A dialog of the chat closes first.
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || document.querySelector('dialog[open]')) return;
      host.tell({ type: 'close' });
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [host]);
  useEffect(() => {
    if (state.phase !== 'open') return;
    const { clientName, accent } = state.info;
    wear({ clientName, accent: look.accent ?? accent });
    if (state.info.result !== 'success' && state.info.result !== 'noAgent') host.tell({ type: 'state', state: 'ended' });
  }, [host, state, look]);

  const shell = useMemo(
    (): Shell => ({
      enterChat: () => void visit.refresh().then((info) => info ?? visit.retry()),
      leave: visit.restart,
      leaveLabel: ft.newChat,
      watched,
      showUnread: (count) => host.tell({ type: 'unread', count }),
      report: (at) => host.tell({ type: 'state', state: at }),
      frame: {
        title: look.heading,
        closeButton: () => (
          <button type="button" class={parts['icon']} aria-label={ft.hide} title={ft.hide} onClick={() => host.tell({ type: 'close' })}>
            <Icon name="close" size={22} />
          </button>
        ),
      },
    }),
    [host, visit, watched, look],
  );

  return (
    <ShellContext.Provider value={shell}>
      <FrameScreen state={state} visit={visit} kept={kept} prefill={prefill} />
    </ShellContext.Provider>
  );
}

interface FrameScreenProps {
  readonly state: VisitState;
  readonly visit: ReturnType<typeof createVisit>;
  readonly kept: FrameKept;
  readonly prefill: VisitorPrefill;
}

const FAILURES: Readonly<Record<'busy' | 'off' | 'offline', { icon: IconName; title: string; text: string }>> = {
  busy: { icon: 'clock', title: t.full, text: t.fullText },
  off: { icon: 'unlink', title: ft.notOpened, text: ft.off },
  offline: { icon: 'offline', title: ft.notOpened, text: t.checkConnection },
};

function FrameScreen({ state, visit, kept, prefill }: FrameScreenProps) {
  const info = state.phase === 'open' ? state.info : null;
  const form = useMemo(() => formFor(info, kept, prefill), [info, kept, prefill]);
  switch (state.phase) {
    case 'idle':
      return null;
    case 'loading':
      return (
        <Place clientName="">
          <Loading label={t.loading} />
        </Place>
      );
    case 'failed': {
      const { icon, title, text } = FAILURES[state.why];
      return (
        <Notice icon={icon} title={title} action={<Button onClick={visit.retry}>{t.tryAgain}</Button>}>
          <p class={placeStyles['dim']}>{text}</p>
        </Notice>
      );
    }
    case 'open': {
      if (state.info.result === 'invalid') {
        return <Notice icon="unlink" title={ft.gone} action={<Button onClick={visit.restart}>{ft.newChat}</Button>} />;
      }
      return (
        <VisitScreen
          token={state.token}
          info={state.info}
          again={visit.again}
          refresh={visit.refresh}
          prefill={form}
          note={state.info.identity === null ? null : ft.verified}
          onWaiting={kept.setWaiting}
          onSubmitted={kept.setContact}
        />
      );
    }
  }
}

function Notice(props: { icon: IconName; title: string; action: ComponentChildren; children?: ComponentChildren }) {
  return (
    <Place clientName="">
      <div class={placeStyles['centre']}>
        <Sign icon={props.icon} bad />
        <Heading>{props.title}</Heading>
        {props.children}
        {props.action}
      </div>
    </Place>
  );
}

/** Who waited when the site's page was left joins the queue again; who did not is never put there unasked. */
function formFor(info: Info | null, kept: FrameKept, prefill: VisitorPrefill): Prefill {
  const waiting = kept.waiting();
  const identity = info?.identity ?? {};
  return {
    values: waiting ?? firstOf(identity, prefill, kept.contact()),
    ic: '',
    viaApi: true,
    complete: waiting !== null && info?.result === 'success',
  };
}

/** What arrives can be seen while the frame is shown and its tab is looked at. */
function watch(shown: Store<boolean>, watched: Store<boolean>): () => void {
  const settle = () => watched.set(() => shown.get() && !document.hidden);
  settle();
  document.addEventListener('visibilitychange', settle);
  const stop = shown.subscribe(settle);
  return () => {
    document.removeEventListener('visibilitychange', settle);
    stop();
  };
}

/** Fingers would get a keyboard over the conversation that they want to see. */
function focusScreen(): void {
  const chat = matchMedia('(pointer: coarse)').matches ? '[role="log"]' : 'textarea[enterkeyhint]';
  document.querySelector<HTMLElement>(`${chat}, h1[tabindex]`)?.focus({ preventScroll: true });
}
