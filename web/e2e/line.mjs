// A line between the browser and the core that can be cut, or hold requests up. The browser's own offline
// mode leaves open sockets alone, which is not what happens in a tunnel.
import { createServer, connect } from 'node:net';
import { once } from 'node:events';

/** Passes bytes to `target` until it is cut; mended, it takes connections on the same port again. */
export async function openLine(target) {
  const { hostname, port } = new URL(target);
  const open = new Set();
  let whole = true;
  /** What requests begin with that are held up, and how those go on that are. */
  let slow = null;
  const waiting = new Set();

  /** Passes on what the browser sends; a request that is held up is gone with the browser's end of the connection. */
  function forward(near, far) {
    let held = null;
    const goOn = () => {
      for (const bytes of held.splice(0)) far.write(bytes);
      held = null;
    };
    near.on('data', (bytes) => {
      if (held === null && slow?.test(bytes.toString('latin1'))) {
        held = [];
        waiting.add(goOn);
      }
      if (held === null) far.write(bytes);
      else held.push(bytes);
    });
    near.on('end', () => far.end());
    near.on('close', () => waiting.delete(goOn));
  }

  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(port), hostname);
    forward(near, far);
    far.pipe(near);
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
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
    /** Requests that begin like this wait on the way until `release`. */
    hold: (pattern) => (slow = pattern),
    release() {
      slow = null;
      for (const goOn of waiting) goOn();
      waiting.clear();
    },
    /** How many requests wait. */
    held: () => waiting.size,
    close() {
      this.cut();
      server.close();
    },
  };
}
