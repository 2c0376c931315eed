/** The button that opens the chat: all that a page has to draw before somebody wants to chat. */

import { button, icon, make, PATHS } from './dom';
import type { ChosenTexts } from './settings';

export interface Launcher {
  readonly element: HTMLButtonElement;
  readonly setOpen: (open: boolean) => void;
  readonly setUnread: (count: number) => void;
}

const MOST = 99;

export interface LauncherParts {
  readonly texts: ChosenTexts;
  /** The pointer, the focus or a finger is on the button: it will probably be pressed. */
  readonly onIntent: () => void;
  readonly onPress: () => void;
}

export function createLauncher({ texts, onIntent, onPress }: LauncherParts): Launcher {
  const name = texts.launcher || texts.title || texts.own.title;
  const badge = make('span', 'badge', { 'aria-hidden': 'true', hidden: '' });
  const element = button('launcher', onPress, name, icon(PATHS.chat, 24));
  if (texts.launcher !== '') element.append(make('span', '', { dir: 'auto' }, texts.launcher));
  element.append(badge);
  element.setAttribute('aria-expanded', 'false');
  for (const sign of ['pointerenter', 'focus', 'touchstart']) {
    element.addEventListener(sign, onIntent, { once: true, passive: true });
  }
  return {
    element,
    setOpen: (open) => {
      element.setAttribute('aria-expanded', String(open));
      element.querySelector('svg')?.replaceWith(icon(open ? PATHS.close : PATHS.chat, 24));
    },
    setUnread: (count) => {
      badge.hidden = count === 0;
      badge.textContent = count > MOST ? `${MOST}+` : `${count}`;
      const unread = texts.own.unread.replace('{number}', `${count}`);
      element.setAttribute('aria-label', count === 0 ? name : `${name}, ${unread}`);
    },
  };
}
