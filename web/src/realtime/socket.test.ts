import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Realtime, type SocketPhase } from './socket';

class FakeSocket {
  /** 1 is open, 2 is closing. */
  readyState = 1;
  sent: { event: string; data: Record<string, unknown>; id?: number }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as never);
  }
  close() {
    this.onclose?.();
  }
  tell(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  events() {
    return this.sent.map((frame) => frame.event);
  }
}

let sockets: FakeSocket[];
let steps: string[];
let applied: string[];
let phases: SocketPhase[];
let held: boolean;
let unsynced: boolean;
let failing: boolean;
let reloads: number;
let live: Realtime;

const newest = () => {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
};

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  steps = [];
  applied = [];
  phases = [];
  held = true;
  failing = false;
  unsynced = false;
  reloads = 0;
  live = new Realtime({
    open: () => {
      steps.push('open');
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    checkSession: () => {
      steps.push('check');
      return failing ? Promise.reject(new Error('offline')) : Promise.resolve(held);
    },
    sync: () => {
      steps.push('sync');
      return unsynced ? Promise.reject(new Error('the list is too long')) : Promise.resolve();
    },
    apply: (event) => applied.push(event),
    reload: () => {
      reloads += 1;
    },
    phase: (phase) => phases.push(phase),
  });
});

function connect(seq = 5) {
  live.start();
  newest().tell({ event: 'hello', data: { seq, session: 's' } });
}

describe('connecting', () => {
  it('resumes from hello, so that nothing falls between', () => {
    connect(5);
    expect(newest().sent[0]).toEqual({ event: 'resume', data: { after: 5 } });
    expect(phases).toEqual(['connecting', 'live']);
  });

  it('applies each logged frame once and ephemeral ones always', () => {
    connect(5);
    newest().tell({ event: 'newMessage', data: {}, seq: 6 });
    newest().tell({ event: 'newMessage', data: {}, seq: 6 });
    newest().tell({ event: 'typing', data: {} });
    newest().tell({ event: 'typing', data: {} });
    expect(applied).toEqual(['newMessage', 'typing', 'typing']);
  });

  it('reads everything anew when the gap is too old', () => {
    connect(5);
    newest().tell({ event: 'resync', data: { seq: 900 } });
    newest().tell({ event: 'newMessage', data: {}, seq: 900 });
    newest().tell({ event: 'newMessage', data: {}, seq: 901 });
    expect(reloads).toBe(1);
    expect(applied).toEqual(['newMessage']);
  });

  it('survives frames that are none', () => {
    connect();
    newest().onmessage?.({ data: 'not json' });
    newest().tell(7);
    expect(live.isLive).toBe(true);
  });
});

describe('loss', () => {
  it('waits five seconds, then checks, syncs, opens, resumes and joins again', async () => {
    connect(5);
    live.join(12);
    newest().tell({ event: 'newMessage', data: {}, seq: 8 });
    steps = [];
    newest().close();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(steps).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(steps).toEqual(['check', 'sync', 'open']);
    newest().tell({ event: 'hello', data: { seq: 20 } });
    expect(newest().sent[0]).toEqual({ event: 'resume', data: { after: 8 } });
    expect(newest().events()).toContain('joinRoom');
  });

  it('keeps trying every five seconds while nobody answers', async () => {
    connect();
    failing = true;
    steps = [];
    newest().close();
    await vi.advanceTimersByTimeAsync(15_100);
    expect(steps).toEqual(['check', 'check', 'check']);
  });

  it('only notes in the console that what was missed could not be read, and tries again', async () => {
    const noted = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    connect();
    unsynced = true;
    steps = [];
    newest().close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(noted.mock.calls).toEqual([['Sync error. Please close the app and try again.']]);
    expect(steps).toEqual(['check', 'sync']);
    unsynced = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(steps).toEqual(['check', 'sync', 'check', 'sync', 'open']);
    noted.mockRestore();
  });

  it('ends the loop when the session does not hold', async () => {
    connect();
    held = false;
    newest().close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sockets).toHaveLength(1);
    expect(phases.at(-1)).toBe('idle');
  });

  it('does not reconnect after a disconnect by hand', async () => {
    connect();
    live.stop('off');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets).toHaveLength(1);
    live.start();
    expect(sockets).toHaveLength(2);
  });

  it('reconnects at once when asked to', async () => {
    connect();
    newest().close();
    live.reconnectNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(2);
  });

  it('sends nothing over a line that is just ending', async () => {
    connect();
    const socket = newest();
    const before = socket.sent.length;
    socket.readyState = 2;
    const asked = live.ask('tellOnline').catch((thrown: unknown) => thrown);
    expect(socket.sent).toHaveLength(before);
    socket.close();
    expect(await asked).toMatchObject({ code: 'offline' });
  });

  it('finds a dead line by a beat without an answer', async () => {
    connect();
    await vi.advanceTimersByTimeAsync(25_000 + 15_100);
    expect(phases.at(-1)).toBe('waiting');
  });
});

describe('asking', () => {
  it('resolves with the acknowledgement', async () => {
    connect();
    const answer = live.ask('acceptLiveChat');
    const id = newest().sent.at(-1)?.id;
    newest().tell({ ack: id, data: { session: 'x' } });
    await expect(answer).resolves.toEqual({ session: 'x' });
  });

  it('rejects with the code, when offline, and when the line goes', async () => {
    connect();
    const refused = live.ask('acceptLiveChat');
    newest().tell({ ack: newest().sent.at(-1)?.id, error: { code: 'not_found', message: 'Nobody waits.' } });
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    const cut = live.ask('acceptLiveChat');
    newest().close();
    await expect(cut).rejects.toMatchObject({ code: 'offline' });
    await expect(live.ask('acceptLiveChat')).rejects.toMatchObject({ code: 'offline' });
  });
});
