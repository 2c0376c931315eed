import { create } from 'zustand';
import { pathOf, SHOWN_MAX, type Notice } from './model';

/** Cards over the screen, the newest last, until somebody closes or views them; and a path to open. */
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
