/** The greeting: a few words beside the launcher, at most once a day in a browser, on the pages that the admins chose. */

import { button, icon, make, PATHS } from './dom';
import type { Memory } from './memory';
import type { ChosenTexts, WidgetSettings } from './settings';

export interface Greeting {
  /** A live region that is there from the beginning, so that what comes into it is read out. */
  readonly element: HTMLElement;
  /** The host shows another page: the time on it begins now. */
  readonly restart: () => void;
  /** The chat was opened, or the words were put away: nothing greets any more. */
  readonly end: () => void;
  /** Takes the words and the timer away, as with the whole widget. */
  readonly stop: () => void;
}

/** Whether a page is one of those with the given beginnings of paths. */
export function isGreeted(path: string, pages: readonly string[]): boolean {
  return pages.length === 0 || pages.some((start) => path.startsWith(start));
}

export interface GreetingParts {
  readonly settings: WidgetSettings;
  readonly texts: ChosenTexts;
  readonly memory: Memory;
  readonly onOpen: () => void;
}

export function createGreeting({ settings, texts, memory, onOpen }: GreetingParts): Greeting {
  const element = make('div', 'greeting', { role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rules = settings.greeting;

  const stop = () => {
    clearTimeout(timer);
    element.replaceChildren();
  };
  const end = () => {
    stop();
    memory.greeted.set(true);
  };
  const restart = () => {
    clearTimeout(timer);
    if (rules === null || texts.greeting === '') return;
    if (!isGreeted(location.pathname, rules.pages)) return stop();
    if (memory.greeted.get() || memory.live.get()) return;
    timer = setTimeout(() => {
      // Another tab may have begun a chat meanwhile.
      if (memory.live.get()) return;
      memory.greeted.set(true);
      const words = button('say', onOpen, null, texts.greeting);
      words.dir = 'auto';
      element.replaceChildren(words, button('icon', end, texts.own.dismiss, icon(PATHS.close, 18)));
    }, rules.after_seconds * 1000);
  };
  return { element, restart, end, stop };
}
