/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { createConversation, type ChatState } from '../chat/conversation';
import { keptIn } from '../chat/kept';
import { createUploads, type Uploads } from '../chat/uploads';
import { useShell } from '../shell';
import { durable } from '../storage';
import { useStore } from '../store';
import { fill, t } from '../texts';
import { visitorApi as api, type Session } from '../transport/api';
import type { Info } from '../transport/wire';
import styles from './ChatScreen.module.css';
import { Composer } from './Composer';
import { Afterwards } from './Ending';
import { MessageList } from './MessageList';
import { Avatar, Button, Dialog, Icon } from './parts';

export interface ChatScreenProps {
  readonly info: Info;
  readonly session: Session;
  /** The server no longer takes this visit as it is. */
  readonly onRefused: () => void;
}

/** The temporary id of a message until the server answers with its own. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `queue-${[...bytes].map((byte) => (byte % 36).toString(36)).join('')}`;
}

export function ChatScreen({ info, session, onRefused }: ChatScreenProps) {
  // The parent gives a new key when the session changes, so these live as long as the screen.
  const [kept] = useState(() => keptIn(durable, session.token));
  const [chat] = useState(() =>
    createConversation({
      session,
      api,
      kept,
      agent: { name: info.name, photo: info.photo },
      since: kept.takeSince(),
      now: () => Date.now(),
      newId,
      onRefused,
    }),
  );
  const [uploads] = useState(() => createUploads(api, session, info.limits));
  const state = useStore(chat.store);
  const { leave, report, frame } = useShell();
  const [asking, setAsking] = useState(false);
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    chat.start();
    addEventListener('online', chat.reconnect);
    addEventListener('offline', chat.lost);
    return () => {
      removeEventListener('online', chat.reconnect);
      removeEventListener('offline', chat.lost);
      chat.stop();
    };
  }, [chat]);

  useEffect(() => report(state.ended ? 'ended' : 'chat'), [report, state.ended]);

  const end = () => {
    setAsking(false);
    chat.end().catch((error: unknown) => console.error('The chat could not be ended.', error));
  };

  return (
    <main
      class={styles['chat']}
      onDragOver={(event) => {
        if (state.ended || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (event.target === event.currentTarget) setDragging(false);
      }}
      onDrop={(event) => drop(event, state.ended ? null : uploads, () => setDragging(false))}
    >
      <header class={styles['head']}>
        <div class={styles['bar']}>
          <Avatar name={state.agent.name || info.clientName} photo={state.agent.photo} size={40} />
          <div class={styles['who']}>
            <h1>{state.agent.name || info.clientName}</h1>
            <p>{statusOf(state, info)}</p>
          </div>
          {!state.ended && (
            <Button small disabled={state.link !== 'live'} onClick={() => setAsking(true)}>
              {t.endChat}
            </Button>
          )}
          {frame?.closeButton()}
        </div>
      </header>
      <Disconnected state={state} onRetry={chat.reconnect} />
      <div class={styles['scroll']}>
        <MessageList state={state} chat={chat} kept={kept} />
        {dragging && <div class={styles['drop']}>{t.attach}</div>}
      </div>
      {state.ended ? (
        <section class={styles['over']} role="status">
          <div>
            <h2>{state.converted ? t.converted : t.ended}</h2>
            <Afterwards rate={(stars, reason) => api.rate(session, stars, reason)} onClose={leave} />
          </div>
        </section>
      ) : (
        <Composer
          uploads={uploads}
          limits={info.limits}
          firstDraft={kept.draft()}
          onDraft={kept.setDraft}
          onTyping={chat.typing}
          onSend={chat.send}
        />
      )}
      {asking && (
        <Dialog
          title={t.endAsk}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>
                {t.keep}
              </Button>
              <Button kind="harm" onClick={end}>
                {t.endChat}
              </Button>
            </>
          }
        >
          <p>{fill(t.endNote, { name: state.agent.name || info.clientName || t.agent })}</p>
        </Dialog>
      )}
    </main>
  );
}

function drop(event: DragEvent, uploads: Uploads | null, done: () => void): void {
  event.preventDefault();
  done();
  uploads?.add([...(event.dataTransfer?.files ?? [])]);
}

function statusOf(state: ChatState, info: Info): string {
  const client = state.agent.name === '' ? '' : info.clientName;
  if (state.ended) return state.converted ? t.converted : t.ended;
  if (state.link === 'live') return client || t.online;
  return client || t.reconnecting;
}

/** A break of a moment is nobody's business; a longer one is said, with what to do. */
function Disconnected({ state, onRetry }: { state: ChatState; onRetry: () => void }) {
  const broken = !state.ended && state.link !== 'live' && state.link !== 'refused';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!broken) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), 1200);
    return () => clearTimeout(timer);
  }, [broken]);
  return (
    <div role="alert">
      {broken && shown && (
        <div class={styles['warning']}>
          <div>
            <Icon name="offline" />
            <p>
              {t.disconnected} {t.checkConnection}
            </p>
            <button type="button" onClick={onRetry}>
              {t.tryAgain}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
