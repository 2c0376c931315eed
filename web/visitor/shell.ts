/** What is around the screens: the visitors' page with its addresses, or a frame in a site's page. */

import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrameState } from '../widget/protocol';
import { enterChat, goToEnd } from './route';
import { createStore, type Store } from './store';
import { t } from './texts';

export interface Shell {
  /** Goes from the queue to the chat that an agent has begun. */
  readonly enterChat: (token: string) => void;
  /** What there is to do when a visit is over. */
  readonly leave: () => void;
  readonly leaveLabel: string;
  /** Whether the visitor can see what arrives. */
  readonly watched: Store<boolean>;
  readonly showUnread: (count: number) => void;
  /** Tells who wants to know where the visit stands. */
  readonly report: (state: FrameState) => void;
  /** In a site's page: the title above the screens, and the button that closes the frame. */
  readonly frame: { readonly title: string; readonly closeButton: () => ComponentChildren } | null;
}

const watched = createStore(!document.hidden);
document.addEventListener('visibilitychange', () => watched.set(() => !document.hidden));

/** The count stands in the tab's title. */
function countInTitle(unread: number): void {
  const plain = document.title.replace(/^\(\d+\) /, '');
  document.title = unread > 0 ? `(${unread}) ${plain}` : plain;
}

/** The visitors' page, which has a tab to itself. */
export const PAGE: Shell = {
  enterChat,
  leave: goToEnd,
  leaveLabel: t.close,
  watched,
  showUnread: countInTitle,
  report: () => undefined,
  frame: null,
};

export const ShellContext = createContext(PAGE);

export const useShell = () => useContext(ShellContext);
