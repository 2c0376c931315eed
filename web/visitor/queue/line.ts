import { createStore, type Store } from '../store';
import type { Registration, Session, VisitorApi } from '../transport/api';
import { VisitorSocket, type RawSocket } from '../transport/socket';
import { fields, number, text } from '../transport/wire';

/** Where a visitor stands on the way from the form to the chat. */
export interface LineState {
  readonly phase: 'joining' | 'waiting' | 'dropped' | 'accepted' | 'registered';
  readonly place: number | null;
  readonly agent: { readonly name: string; readonly photo: string | null } | null;
  /** Dropped because there is no room, not because of the connection. */
  readonly full: boolean;
}

export interface WaitingLine {
  readonly store: Store<LineState>;
  readonly start: () => void;
  readonly leave: () => void;
}

export interface LineParts {
  readonly session: Session;
  readonly form: Registration;
  readonly viaApi: boolean;
  readonly api: Pick<VisitorApi, 'register'>;
  /** The registration is through: play the sound now, go to the chat when told. */
  readonly onRegistered: () => void;
  /** `since` is the place in the event log from before the chat began. */
  readonly onReady: (since: number | null) => void;
  readonly log: (message: string, error: unknown) => void;
  readonly open?: () => RawSocket;
}

const REDIRECT_MS = 2000;

/**
 * The place in the line belongs to the connection: when that breaks the place is lost, so the
 * socket does not come back by itself and the visitor is told.
 */
export function createLine(parts: LineParts): WaitingLine {
  const store = createStore<LineState>({ phase: 'joining', place: null, agent: null, full: false });
  let left = false;
  let since: number | null = null;
  let redirect: ReturnType<typeof setTimeout> | undefined;

  const taken = () => {
    const { phase } = store.get();
    return phase === 'accepted' || phase === 'registered';
  };

  const dropped = (full = false) => {
    if (left || taken()) return;
    store.set((old) => ({ ...old, phase: 'dropped', full }));
  };

  const failed = (error: unknown) => parts.log('The live chat could not be registered.', error);

  async function register(): Promise<void> {
    try {
      const done = await parts.api.register(parts.session, parts.form, parts.viaApi);
      if (!done) return failed(null);
    } catch (error) {
      return failed(error);
    }
    if (left) return;
    store.set((old) => ({ ...old, phase: 'registered' }));
    parts.onRegistered();
    redirect = setTimeout(() => {
      socket.stop();
      parts.onReady(since);
    }, REDIRECT_MS);
  }

  const received = (event: string, data: unknown) => {
    const raw = fields(data);
    if (event === 'hello') since ??= number(raw['seq']);
    if (event === 'queueNumber' && !taken()) {
      const place = number(raw['count']);
      store.set((old) => ({ ...old, phase: 'waiting', place: place === 0 ? null : place }));
      // Before the line's first place stands somebody an agent has already taken.
      if (place === 0) void register();
    }
    if (event === 'queueAccepted' && !taken()) {
      const agent = { name: text(raw['name']), photo: text(raw['photo']) || null };
      store.set((old) => ({ ...old, phase: 'accepted', agent }));
      void register();
    }
    if (event === 'disconnect' || event === 'connect_failed') {
      dropped();
      if (!taken()) socket.stop();
    }
  };

  const socket: VisitorSocket = new VisitorSocket({
    first: {
      event: 'registerQueue',
      data: {
        token: parts.session.token,
        csrf: parts.session.csrf,
        // What agents see in the queue while the visitor waits.
        name: parts.form.name,
        phone: parts.form.phone,
        email: parts.form.email,
        des: parts.form.des,
        language: parts.form.language,
      },
    },
    after: () => null,
    onEvent: received,
    onState: (state, reason) => {
      if (state === 'down' || state === 'refused') dropped(reason === 'rate_limited');
      if (state === 'live' && store.get().phase === 'joining') {
        store.set((old) => ({ ...old, phase: 'waiting' }));
      }
    },
    reconnect: false,
    ...(parts.open ? { open: parts.open } : {}),
  });

  return {
    store,
    start: () => socket.start(),
    leave: () => {
      left = true;
      clearTimeout(redirect);
      socket.stop();
    },
  };
}
