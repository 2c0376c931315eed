import { createStore, type Store } from '../store';
import { Refused, type Session, type VisitorApi } from '../transport/api';
import { AckError, isPassing, VisitorSocket, type RawSocket, type SocketState } from '../transport/socket';
import { fields, number, readMessage, text, type Uploaded } from '../transport/wire';
import type { Kept } from './kept';
import * as transcript from './transcript';

export interface ChatState {
  readonly transcript: transcript.Transcript;
  readonly loaded: boolean;
  readonly link: SocketState;
  readonly agent: { readonly name: string; readonly photo: string | null };
  readonly agentTyping: boolean;
  readonly ended: boolean;
  /** It has ended because it became a ticket. */
  readonly converted: boolean;
}

export interface Conversation {
  readonly store: Store<ChatState>;
  readonly start: () => void;
  readonly stop: () => void;
  readonly send: (text: string, uploads: readonly Uploaded[]) => void;
  readonly retry: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
  readonly typing: (busy: boolean) => void;
  readonly read: () => void;
  readonly end: () => Promise<void>;
  readonly reconnect: () => void;
  readonly lost: () => void;
}

export interface ConversationParts {
  readonly session: Session;
  readonly api: Pick<VisitorApi, 'messages'>;
  readonly kept: Kept;
  readonly agent: ChatState['agent'];
  /** Resume from here at first: a greeting may have come before the history was read. */
  readonly since: number | null;
  readonly now: () => number;
  readonly newId: () => string;
  /** The session is over for the server, for example because the link was deleted. */
  readonly onRefused: () => void;
  readonly open?: () => RawSocket;
}

const REMOTE_TYPING_MS = 5000;
const RETRY_MS = 2000;

export function createConversation(parts: ConversationParts): Conversation {
  const { session, api, kept } = parts;
  const store = createStore<ChatState>({
    transcript: kept.outgoing().reduce(transcript.queue, transcript.EMPTY),
    loaded: false,
    link: 'connecting',
    agent: parts.agent,
    agentTyping: false,
    ended: false,
    converted: false,
  });
  let sending = false;
  let stopped = false;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const patch = (change: Partial<ChatState>) => store.set((old) => ({ ...old, ...change }));
  const write = (change: (old: transcript.Transcript) => transcript.Transcript) =>
    store.set((old) => ({ ...old, transcript: change(old.transcript) }));

  const later = (act: () => void) => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => {
      if (!stopped) act();
    }, RETRY_MS);
  };

  const setTyping = (agentTyping: boolean) => {
    clearTimeout(typingTimer);
    if (store.get().agentTyping !== agentTyping) patch({ agentTyping });
    // A lost "stopped" must not leave the dots there for ever.
    if (agentTyping) typingTimer = setTimeout(() => setTyping(false), REMOTE_TYPING_MS);
  };

  const finish = () => {
    if (store.get().ended) return;
    setTyping(false);
    patch({ ended: true });
    for (const out of kept.outgoing()) write((old) => transcript.mark(old, out.id, 'failed', 'ended'));
    socket.stop();
  };

  const received = (event: string, data: unknown, seq: number | null) => {
    if (event === 'message') {
      const message = readMessage(data);
      if (message.id !== '') write((old) => transcript.applyMessage(old, message, seq));
      const own = message.clientId;
      if (own !== null) kept.release(own);
      if (message.from === 'agent') setTyping(false);
      if (message.from === 'system') kept.notice(message);
      return;
    }
    write((old) => transcript.applySeq(old, seq));
    const raw = fields(data);
    if (event === 'typing') setTyping(raw['typing'] === true);
    if (event === 'ended') {
      if (raw['converted'] === true) patch({ converted: true });
      finish();
    }
    if (event === 'queueAccepted') {
      patch({ agent: { name: text(raw['name']), photo: text(raw['photo']) || null } });
    }
    if (event === 'resumed') write((old) => transcript.applySeq(old, number(raw['seq'])));
    // Too much was missed to be replayed: everything is read again.
    if (event === 'resync') void load();
  };

  const socket: VisitorSocket = new VisitorSocket({
    first: { event: 'visitorJoin', data: { token: session.token, csrf: session.csrf } },
    after: () => store.get().transcript.cursor,
    onEvent: received,
    onState: (link) => {
      patch({ link });
      if (link === 'live') void flush();
      if (link === 'down') setTyping(false);
      if (link === 'refused') parts.onRefused();
    },
    reconnect: true,
    ...(parts.open ? { open: parts.open } : {}),
  });

  async function load(): Promise<void> {
    try {
      const history = await api.messages(session);
      if (stopped) return;
      const first = !store.get().loaded;
      store.set((old) => {
        const messages = [...kept.notices(), ...history.messages];
        const next = transcript.applyHistory(old.transcript, { ...history, messages });
        const cursor = first ? (parts.since ?? next.cursor) : next.cursor;
        return { ...old, transcript: { ...next, cursor }, loaded: true };
      });
      if (history.ended) finish();
      else if (first) socket.start();
    } catch (error) {
      if (stopped) return;
      if (error instanceof Refused && !isPassing(error.code)) return parts.onRefused();
      patch({ link: 'down' });
      later(() => void load());
    }
  }

  /** Hands the waiting messages over, one after the other, each until the server has it. */
  async function flush(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      for (;;) {
        const out = transcript.nextOut(store.get().transcript);
        if (!out || store.get().link !== 'live') return;
        write((old) => transcript.mark(old, out.id, 'sending', null));
        const body = { id: out.id, text: out.text, upload_ids: out.uploads.map((file) => file.id) };
        try {
          const answer = fields(await socket.ask('visitorMessage', body));
          const id = text(answer['id']) || out.id;
          kept.release(out.id);
          write((old) => transcript.accepted(old, out.id, id, number(answer['ts_ms'])));
        } catch (error) {
          if (error instanceof AckError && !isPassing(error.code)) {
            kept.release(out.id);
            write((old) => transcript.mark(old, out.id, 'failed', error.code));
            continue;
          }
          // The end has already said of every unsent message what became of it.
          if (store.get().ended) return;
          const problem = error instanceof AckError && error.code === 'rate_limited' ? error.code : null;
          write((old) => transcript.mark(old, out.id, 'waiting', problem));
          if (error instanceof AckError) later(() => void flush());
          return;
        }
      }
    } finally {
      sending = false;
    }
  }

  return {
    store,
    start: () => void load(),
    stop: () => {
      stopped = true;
      clearTimeout(typingTimer);
      clearTimeout(retryTimer);
      socket.stop();
    },
    send: (body, uploads) => {
      const out = { id: parts.newId(), text: body, uploads, tsMs: parts.now() };
      kept.keep(out);
      write((old) => transcript.queue(old, out));
      void flush();
    },
    retry: (clientId) => {
      write((old) => transcript.mark(old, clientId, 'waiting', null));
      const out = transcript.outgoing(store.get().transcript, clientId);
      if (out) kept.keep(out);
      void flush();
    },
    discard: (clientId) => {
      kept.release(clientId);
      write((old) => transcript.discard(old, clientId));
    },
    typing: (busy) => socket.tell(busy ? 'sendTyping' : 'removeTyping', {}),
    read: () => socket.tell('readMessage', {}),
    end: async () => {
      await socket.ask('endChat', {});
      finish();
    },
    reconnect: () => {
      if (store.get().loaded) socket.hurry();
      else void load();
    },
    lost: () => socket.lost(),
  };
}
