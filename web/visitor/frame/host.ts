/**
 * The frame's side of the talk with the site's page. Which sites may embed the frame is the content policy's
 * matter; here only the window that embeds it is listened to, and answered at the origin that said hello.
 */

import { readHostMessage, sealed, type FrameMessage, type HostMessage } from '../../widget/protocol';

export interface Host {
  readonly tell: (message: FrameMessage) => void;
  /** Listens from now on, and says that the frame is there. Gives the way to stop. */
  readonly begin: (listener: (message: HostMessage) => void) => () => void;
}

export function createHost(own: Window): Host {
  const { parent } = own;
  let origin: string | null = null;
  const tell = (message: FrameMessage) => {
    // Before the hello nobody knows who embeds the frame: then it only says that it is there.
    if (origin !== null || message.type === 'ready') parent.postMessage(sealed(message), origin ?? '*');
  };
  return {
    tell,
    begin: (listener) => {
      const received = (event: MessageEvent<unknown>) => {
        if (event.source !== parent) return;
        const message = readHostMessage(event.data);
        if (message === null) return;
        if (message.type === 'hello') origin ??= event.origin;
        if (event.origin === origin) listener(message);
      };
      own.addEventListener('message', received);
      tell({ type: 'ready' });
      return () => own.removeEventListener('message', received);
    },
  };
}
