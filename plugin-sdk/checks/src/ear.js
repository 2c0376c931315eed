// A webhook that keeps what it gets, byte for byte, because signatures are over bytes.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Listens on a free port until the tests of the file end: give it their `after`. */
export async function listen(after) {
  const ear = new Ear();
  ear.server.listen(0, '127.0.0.1');
  await once(ear.server, 'listening');
  ear.base = `http://127.0.0.1:${ear.server.address().port}`;
  after(() => {
    ear.server.close();
    ear.server.closeAllConnections();
  });
  return ear;
}

class Ear {
  heard = [];
  waiting = [];
  /** What is answered to whom: `(request) => ({ status, body })`. */
  answer = () => ({ status: 200, body: '' });

  constructor() {
    this.server = createServer((request, response) => this.take(request, response));
  }

  async take(request, response) {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const { method, url, headers } = request;
    const one = { method, url, address: this.base + url, headers, body: Buffer.concat(pieces) };
    const { status, body } = this.answer(one);
    response.writeHead(status).end(body);
    const next = this.waiting.shift();
    if (next) next(one);
    else this.heard.push(one);
  }

  /** The oldest request that nobody has asked for yet; waits for one. */
  next() {
    const one = this.heard.shift();
    return one ? Promise.resolve(one) : new Promise((take) => this.waiting.push(take));
  }
}
