import { create } from 'zustand';
import { pathOf, SHOWN_MAX, type Notice } from './model';

/** Cards over the screen, the newest last, until they are closed or viewed; and a path to open. */
export const useCards = create<{ cards: readonly Notice[]; opening: string | null }>()(() => ({ cards: [], opening: null }));

export function addCard(notice: Notice): void {
  useCards.setState(({ cards }) => ({ cards: [...cards.filter((card) => card.id !== notice.id), notice].slice(-SHOWN_MAX) }));
}

export function dropCard(id: number): void {
  useCards.setState(({ cards }) => ({ cards: cards.filter((card) => card.id !== id) }));
}

/** Asks the part of the page that knows the way to lead there. */
export function openNotice(notice: Notice): void {
  useCards.setState({ opening: pathOf(notice) });
  dropCard(notice.id);
}

export function resetCards(): void {
  useCards.setState({ cards: [], opening: null });
}

/** A click on a notification leads there in the window that is open already. */
export function hearWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const said = data as { type?: unknown; path?: unknown } | null;
    if (said?.type === 'open' && typeof said.path === 'string') useCards.setState({ opening: said.path });
  });
}
