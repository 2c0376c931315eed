// The programs under test: the simulator and `patchbay demo` on free ports and an empty folder.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { scratch } from './memory.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const TARGET = process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target');
// A first start compiles every plugin, which takes minutes where others compile as well.
const START_MS = 300_000;
const STOP_MS = 20_000;
const KEPT_OUTPUT = 20_000;

/**
 * Plugins are compiled once and by whoever comes first, the core's own tests among them: what was compiled
 * is believed by a server with the same key only.
 */
const SHARED_CODE = { PATCHBAY_SECRET_KEY: '5a'.repeat(32), PATCHBAY_PLUGINS_CACHE: join(TARGET, 'tmp/it-plugins') };

/** Below those that the system gives to whoever asks for any; from here on there is room for some thousands. */
const OWN_PORTS = 20_000;
const OWN_PORTS_COUNT = 12_000;

/** A port of this stand's own: a server that starts again must not find a stranger's at its address. */
async function ownPort() {
  const server = createServer();
  const port = OWN_PORTS + Math.floor(Math.random() * OWN_PORTS_COUNT);
  const isFree = await new Promise((done) => server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true)));
  await new Promise((done) => server.close(done));
  return isFree ? port : ownPort();
}

export const TOKEN = '700000001:DEMO-simulator-token-patchbay-0001';
export const PASSWORD = 'patchbay-demo';

/** Starts a program and waits for a line; `stop` ends exactly this process. */
async function program(path, args, ready) {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...SHARED_CODE } });
  let output = '';
  const ended = new Promise((done) => child.once('exit', done));
  const found = new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`${path} did not start:\n${output}`)), START_MS);
    const hear = (bytes) => {
      output = (output + bytes).slice(-KEPT_OUTPUT);
      const match = ready.exec(output);
      if (match === null) return;
      clearTimeout(timer);
      done(match);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`${path} ended with ${code}:\n${output}`)));
  });
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal);
    const hard = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(hard);
  };
  try {
    return { match: await found, stop, output: () => output };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** A server without a user on an empty folder, with the code that it prints for the first one. */
export async function startEmpty() {
  const folder = await mkdtemp(join(scratch, 'patchbay-e2e-'));
  const serving = await program(
    process.env['PATCHBAY_BIN'] ?? join(TARGET, 'debug/patchbay'),
    ['--data', folder, 'serve', '--listen', '127.0.0.1:0'],
    /listening on (http:\/\/[\d.:]+)[\s\S]*enter the code ([0-9A-Z-]+)\./,
  );
  const [, core, code] = serving.match;
  return {
    core,
    code,
    async stop() {
      await serving.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The running pair. `control` asks the simulator's control API. */
export async function startStand() {
  const folder = await mkdtemp(join(scratch, 'patchbay-e2e-'));
  const binary = (name) => join(TARGET, 'debug', name);
  const options = ['--listen', '127.0.0.1:0', '--provider', join(ROOT, 'plugins/chatbot')];
  const address = /listening on (http:\/\/[\d.:]+)/;
  const simulator = await program(process.env['PATCHBAY_SIMULATOR_BIN'] ?? binary('patchbay-simulator'), options, address);
  const simulatorUrl = simulator.match[1];
  const start = (at) =>
    program(
      process.env['PATCHBAY_BIN'] ?? binary('patchbay'),
      ['demo', '--bare', '--data', folder, '--listen', at, '--simulator', simulatorUrl],
      // The links are printed when the demo's content is there: after the address at the first start,
      // on either side of it at a later one.
      /^(?=[\s\S]*listening on (http:\/\/[\d.:]+))(?=[\s\S]*Live chat page +(\S+))(?=[\s\S]*API +http)/,
    );
  /** Fills a client of its own with made-up tickets, beside the running server. */
  const generate = (client, tickets, messages) =>
    program(
      process.env['PATCHBAY_BIN'] ?? binary('patchbay'),
      ['generate', '--data', folder, '--client', client, '--into-existing', '--agents', '2', '--tickets', `${tickets}`, '--messages', `${messages}`],
      /client_id=\d+/,
    );
  let demo = await start(`127.0.0.1:${await ownPort()}`).catch(async (error) => {
    await simulator.stop();
    throw error;
  });
  const [, core, visit] = demo.match;

  async function control(path, body) {
    const answer = await fetch(`${simulatorUrl}/control/telegram${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`the simulator refused ${path}: ${await answer.text()}`);
    return answer.json();
  }

  return {
    core,
    visit,
    simulator: simulatorUrl,
    control,
    /** A customer of the demo's bot writes. */
    write: (id, text, more = {}) => control('/messages', { token: TOKEN, from: { id, first_name: `Customer ${id}` }, text, ...more }),
    generate,
    phone: (id) => `${simulatorUrl}/telegram/phone?bot=${encodeURIComponent(TOKEN)}&user=${id}`,
    output: () => demo.output(),
    /** Ends the server only; `begin` starts it again at the same address, with the same data. */
    end: (signal) => demo.stop(signal),
    async begin() {
      demo = await start(new URL(core).host);
    },
    async stop() {
      await demo.stop();
      await simulator.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
