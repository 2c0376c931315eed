// A host of its own for an API of the simulator, for clients that take an origin and no path.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The origin of a server that passes every request on to `address`, until the tests end. */
export async function host(after, address) {
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const headers = { ...request.headers };
    // These are the connection's own.
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name];
    const body = pieces.length ? Buffer.concat(pieces) : undefined;
    const answer = await fetch(address + request.url, { method: request.method, headers, body });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}`;
}
