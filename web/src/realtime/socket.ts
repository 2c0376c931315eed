import { isAck, readFrame, type EventFrame } from './envelope';

/** `off` was asked for by the person; nothing reconnects by itself from there. */
export type SocketPhase = 'idle' | 'connecting' | 'live' | 'waiting' | 'off';

/** The four steps of a reconnect need these from outside, so that tests can stand in for them. */
export interface SocketParts {
  open: () => WebSocket;
  /** True when the session still holds; false ends the loop (the session code shows the login). */
  checkSession: () => Promise<boolean>;
  /** Brings what changed while away, since unix seconds. */
  sync: (sinceSeconds: number) => Promise<void>;
  apply: (event: string, data: unknown) => void;
  reload: () => void;
  phase: (phase: SocketPhase) => void;
  debug?: (direction: 'in' | 'out', frame: unknown) => void;
}

interface Waiting {
  resolve: (data: unknown) => void;
  reject: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

export class SocketError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'SocketError';
  }
}

/** `WebSocket.OPEN`, which a test's socket has no class for. */
const OPEN = 1;
const RETRY_MS = 5_000;
const ACK_MS = 15_000;
const BEAT_MS = 25_000;
/** For the console alone: the loop tries again, and there is nothing a person must do. */
const SYNC_FAILED = 'Sync error. Please close the app and try again.';

/**
 * The one connection to the core. It survives loss: after 5 seconds it checks the session, then
 * reads what changed, opens a socket, resumes after the last event it applied and joins its rooms.
 */
export class Realtime {
  private socket: WebSocket | null = null;
  private phase: SocketPhase = 'idle';
  private lastSeq: number | null = null;
  private lastSeen = Math.floor(Date.now() / 1000);
  private retry: ReturnType<typeof setTimeout> | null = null;
  private beat: ReturnType<typeof setInterval> | null = null;
  private nextId = 1;
  private attempt = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly rooms = new Map<number, number>();

  constructor(private readonly parts: SocketParts) {}

  start(): void {
    if (this.phase === 'idle' || this.phase === 'off') {
      this.attempt += 1;
      this.connect();
    }
  }

  /** Ends the connection for good (log-out) or until the person connects again. */
  stop(phase: 'idle' | 'off' = 'off'): void {
    this.attempt += 1;
    this.clearRetry();
    this.dropSocket();
    if (phase === 'idle') {
      this.lastSeq = null;
      this.rooms.clear();
    }
    this.enter(phase);
  }

  /** The banner's button: does not wait for the five seconds. */
  reconnectNow(): void {
    if (this.phase === 'live' || this.phase === 'connecting') return;
    this.clearRetry();
    void this.recover();
  }

  get isLive(): boolean {
    return this.phase === 'live';
  }

  /** Sends and forgets; a frame without a connection is dropped, as it is only presence. */
  tell(event: string, data: unknown = {}): void {
    if (this.phase === 'live') this.write({ event, data });
  }

  /** Sends and waits for the acknowledgement. */
  ask<T = unknown>(event: string, data: unknown = {}): Promise<T> {
    if (this.phase !== 'live') return Promise.reject(new SocketError('offline', 'offline'));
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new SocketError('timeout', 'timeout'));
      }, ACK_MS);
      this.waiting.set(id, { resolve: (answer) => resolve(answer as T), reject, timer });
      this.write({ event, data, id });
    });
  }

  /** Rooms are counted, since two panes may show one conversation. */
  join(ticketId: number): () => void {
    const count = this.rooms.get(ticketId) ?? 0;
    this.rooms.set(ticketId, count + 1);
    if (count === 0) this.tell('joinRoom', { ticket_id: ticketId });
    return () => {
      const left = (this.rooms.get(ticketId) ?? 1) - 1;
      if (left > 0) {
        this.rooms.set(ticketId, left);
        return;
      }
      this.rooms.delete(ticketId);
      this.tell('leaveRoom', { ticket_id: ticketId });
    };
  }

  private enter(phase: SocketPhase): void {
    if (this.phase === phase) return;
    this.phase = phase;
    this.parts.phase(phase);
  }

  private connect(): void {
    this.enter('connecting');
    const socket = this.parts.open();
    this.socket = socket;
    socket.onmessage = (event: MessageEvent) => {
      if (this.socket === socket) this.receive(String(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
    socket.onerror = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private lost(): void {
    this.dropSocket();
    this.wait();
  }

  private wait(): void {
    this.enter('waiting');
    this.clearRetry();
    this.retry = setTimeout(() => void this.recover(), RETRY_MS);
  }

  private async recover(): Promise<void> {
    const attempt = ++this.attempt;
    try {
      const held = await this.parts.checkSession();
      if (attempt !== this.attempt) return;
      if (!held) {
        this.stop('idle');
        return;
      }
      await this.parts.sync(this.lastSeen).catch((thrown: unknown) => {
        console.warn(SYNC_FAILED);
        throw thrown;
      });
    } catch {
      if (attempt === this.attempt) this.wait();
      return;
    }
    if (attempt === this.attempt) this.connect();
  }

  private receive(text: string): void {
    const frame = readFrame(text);
    if (frame === null) return;
    this.parts.debug?.('in', frame);
    if (isAck(frame)) {
      const waiting = this.waiting.get(Number(frame.ack));
      if (waiting === undefined) return;
      this.waiting.delete(Number(frame.ack));
      clearTimeout(waiting.timer);
      if (frame.error) waiting.reject(new SocketError(frame.error.code, frame.error.message));
      else waiting.resolve(frame.data);
      return;
    }
    this.lastSeen = Math.floor(Date.now() / 1000);
    this.take(frame);
  }

  private take(frame: EventFrame): void {
    switch (frame.event) {
      case 'hello':
        // The first time, too, is a resume: nothing between hello and now may fall out.
        this.lastSeq ??= frame.data.seq;
        this.write({ event: 'resume', data: { after: this.lastSeq } });
        this.becomeLive();
        return;
      case 'resumed':
        this.lastSeq = Math.max(this.lastSeq ?? 0, frame.data.seq);
        return;
      case 'resync':
        this.lastSeq = frame.data.seq;
        this.parts.reload();
        return;
      default:
        if (frame.seq !== undefined) {
          if (this.lastSeq !== null && frame.seq <= this.lastSeq) return;
          this.lastSeq = frame.seq;
        }
        this.parts.apply(frame.event, frame.data);
    }
  }

  private becomeLive(): void {
    this.enter('live');
    for (const ticketId of this.rooms.keys()) this.tell('joinRoom', { ticket_id: ticketId });
    this.tell('tellOnline');
    if (this.beat !== null) clearInterval(this.beat);
    // A dead line stays silent for minutes; asking for an answer finds it out.
    this.beat = setInterval(() => {
      this.ask('ping').catch((thrown: unknown) => {
        if (thrown instanceof SocketError && thrown.code === 'timeout' && this.phase === 'live') {
          this.lost();
        }
      });
    }, BEAT_MS);
  }

  private write(frame: unknown): void {
    this.parts.debug?.('out', frame);
    // A line that is just ending takes nothing any more, and the browser complains of each try.
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(frame));
  }

  private dropSocket(): void {
    const socket = this.socket;
    this.socket = null;
    if (this.beat !== null) clearInterval(this.beat);
    this.beat = null;
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new SocketError('offline', 'offline'));
    }
    this.waiting.clear();
    socket?.close();
  }

  private clearRetry(): void {
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
  }
}
