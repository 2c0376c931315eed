// The simulator as a program, on a free port, and short ways to order it about.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts one that ends with the tests of the file: give it their `after`. */
export async function start(after) {
  const program = process.env.PATCHBAY_SIMULATOR_BIN;
  if (!program) throw new Error('PATCHBAY_SIMULATOR_BIN is not set: run `cargo xtask test independent`');
  const args = ['--listen', '127.0.0.1:0', '--time-scale', '0.01'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { PATCHBAY_LOG: 'warn' } });
  const ended = once(child, 'exit');
  after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => Promise.reject(new Error(`the simulator ended with ${code}`))),
  ]);
  return new Simulator(line.replace(/^listening on /, ''));
}

class Simulator {
  constructor(base) {
    this.base = base;
  }

  /** An order to the control API, such as `providers/line/messages`; GET without a body. */
  async order(path, body) {
    const answer = await fetch(`${this.base}/control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  /** Ann, customer 7, writes on the phone of a built-in provider; `message` is what she sends. */
  ann(provider, account, message) {
    const from = { id: 7, first_name: 'Ann' };
    return this.order(`providers/${provider}/messages`, { account, from, ...message });
  }

  /** What Ann's phone shows. */
  async phone(provider, account) {
    const { chats } = await this.order(`providers/${provider}/chats/${account}?user=7`);
    return chats[0].messages;
  }
}
