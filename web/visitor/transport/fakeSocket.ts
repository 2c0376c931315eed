import type { RawSocket } from './socket';

export interface SentFrame {
  readonly event: string;
  readonly data: unknown;
  readonly id?: number;
}

/** A socket for tests: what the page sent, and a hand to play the server with. */
export class FakeSocket implements RawSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: SentFrame[] = [];
  closed = false;

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as SentFrame);
  }

  close(): void {
    this.closed = true;
  }

  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** Answers the newest frame of this name. */
  async ack(event: string, data: unknown = {}): Promise<void> {
    const frame = this.sent.findLast((one) => one.event === event);
    this.say({ ack: frame?.id, data });
    await settled();
  }

  async refuse(event: string, code: string): Promise<void> {
    const frame = this.sent.findLast((one) => one.event === event);
    this.say({ ack: frame?.id, error: { code, message: code } });
    await settled();
  }

  names(): string[] {
    return this.sent.map((frame) => frame.event);
  }
}

/** Lets every promise that is already decided run on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
