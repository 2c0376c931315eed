import { fields, number, text } from './wire';

/** The part of the browser's WebSocket that is used here; tests bring their own. */
export interface RawSocket {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send: (frame: string) => void;
  close: () => void;
}

export type SocketState = 'connecting' | 'live' | 'down' | 'refused';

export interface SocketPlan {
  /** The frame that says who we are, sent first on every connection. */
  readonly first: { readonly event: string; readonly data: unknown };
  /** Where to go on from; null starts with what happens from now on. */
  readonly after: () => number | null;
  readonly onEvent: (event: string, data: unknown, seq: number | null) => void;
  readonly onState: (state: SocketState, reason: string) => void;
  /** Whether to come back by itself after a break. */
  readonly reconnect: boolean;
  readonly open?: () => RawSocket;
}

/** The server has answered a frame with an error. */
export class AckError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const ACK_WITHIN_MS = 10_000;
const PAUSES_MS = [300, 1000, 2000, 5000];
const PASSING = ['unavailable', 'internal', 'rate_limited'];

/** True for an error that may be gone at the next try. */
export function isPassing(code: string): boolean {
  return PASSING.includes(code);
}

function browserSocket(): RawSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  // Browsers cannot set headers on a socket, so the word goes in as the subprotocol.
  return new WebSocket(`${scheme}://${location.host}/socket`, 'livechat') as unknown as RawSocket;
}

export class VisitorSocket {
  private socket: RawSocket | null = null;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stopped = false;
  private known = false;
  private greeted = false;

  constructor(private readonly plan: SocketPlan) {}

  start(): void {
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.drop();
  }

  /** Connect at once instead of waiting for the pause to end. */
  hurry(): void {
    if (this.stopped || this.socket !== null) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.connect();
  }

  /** The browser says the network is gone: do not wait for the socket to find out. */
  lost(): void {
    if (this.socket === null) return;
    this.drop();
    this.broken('offline');
  }

  /** A frame nobody waits for, such as typing. */
  tell(event: string, data: unknown): void {
    if (this.known) this.socket?.send(JSON.stringify({ event, data }));
  }

  /** A frame whose answer matters; rejects when the connection breaks first. */
  ask(event: string, data: unknown): Promise<unknown> {
    const { socket } = this;
    if (socket === null) return Promise.reject(new Error('not connected'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      // Silence for this long means that the connection is dead although nobody said so.
      const timer = setTimeout(() => this.lost(), ACK_WITHIN_MS);
      this.waiting.set(id, { resolve, reject, timer });
      socket.send(JSON.stringify({ event, data, id }));
    });
  }

  private connect(): void {
    this.timer = null;
    this.known = false;
    this.greeted = false;
    this.plan.onState('connecting', '');
    const socket = (this.plan.open ?? browserSocket)();
    this.socket = socket;
    socket.onopen = () => {
      this.ask(this.plan.first.event, this.plan.first.data).then(
        () => {
          this.known = true;
          this.settle();
        },
        (error: unknown) => this.refused(error),
      );
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(event.data);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.drop();
      this.broken('closed');
    };
  }

  private refused(error: unknown): void {
    if (!(error instanceof AckError) || this.stopped) return;
    this.drop();
    if (isPassing(error.code)) return this.broken(error.code);
    this.stopped = true;
    this.plan.onState('refused', error.code);
  }

  private receive(data: unknown): void {
    let frame: Readonly<Record<string, unknown>>;
    try {
      frame = fields(JSON.parse(String(data)));
    } catch {
      return;
    }
    const ack = number(frame['ack']);
    if (ack !== null) return this.answered(ack, frame);
    const event = text(frame['event']);
    const seq = number(frame['seq']);
    if (event === 'hello') this.greet();
    if (event === 'resumed' || event === 'resync') this.liveNow();
    this.plan.onEvent(event, frame['data'], seq);
  }

  private answered(id: number, frame: Readonly<Record<string, unknown>>): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (frame['error'] === undefined) return waiting.resolve(frame['data']);
    const error = fields(frame['error']);
    waiting.reject(new AckError(text(error['code']) || 'internal', text(error['message'])));
  }

  private greet(): void {
    this.greeted = true;
    const after = this.plan.after();
    const frame = after === null ? { event: 'live' } : { event: 'resume', data: { after } };
    this.socket?.send(JSON.stringify(frame));
    this.settle();
  }

  /** Without a place to go on from there is no replay to wait for. */
  private settle(): void {
    if (this.known && this.greeted && this.plan.after() === null) this.liveNow();
  }

  private liveNow(): void {
    this.failures = 0;
    this.plan.onState('live', '');
  }

  private drop(): void {
    const { socket } = this;
    this.socket = null;
    this.known = false;
    if (socket) {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new Error('disconnected'));
    }
    this.waiting.clear();
  }

  private broken(reason: string): void {
    if (this.stopped) return;
    this.plan.onState('down', reason);
    if (!this.plan.reconnect) {
      this.stopped = true;
      return;
    }
    const pause = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)] ?? 5000;
    this.failures += 1;
    // Spread out, so that a restarted server is not met by every page at the same instant.
    this.timer = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }
}
