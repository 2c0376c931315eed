// A line between the browser and the core that can be cut. The browser's own offline mode leaves
// open sockets alone, which is not what happens in a tunnel.
import { createServer, connect } from 'node:net';
import { once } from 'node:events';

/** Passes bytes to `target` until it is cut; mended, it takes connections on the same port again. */
export async function openLine(target) {
  const { hostname, port } = new URL(target);
  const open = new Set();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    cut() {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    mend: () => (whole = true),
    close() {
      this.cut();
      server.close();
    },
  };
}
