import { create } from 'zustand';
import { api } from '../api/client';
import type { Announcement } from '../api/types';
import { onEvent, onReload } from '../realtime/apply';
import { realtime, useConnection } from '../realtime/connection';
import { useSession } from '../session/store';

interface Shown {
  /** All that have not ended, those to come among them. */
  announcements: readonly Announcement[];
  /** Ids of those this person does not want to see any more. */
  dismissed: readonly number[];
  /** When the list came, by the clock of the server: what begins now shows now. */
  toldAt: number;
}

export const useAnnouncements = create<Shown>()(() => ({ announcements: [], dismissed: [], toldAt: 0 }));

const RANK: Record<string, number> = { critical: 0, warning: 1 };

/** What to show at a moment, the most urgent first. */
export function shownAt({ announcements, dismissed, toldAt }: Shown, clock: number): Announcement[] {
  const now = Math.max(clock, toldAt);
  return announcements
    .filter(({ id, from, until }) => from <= now && (until == null || until > now) && !dismissed.includes(id))
    .sort((a, b) => (RANK[a.level] ?? 2) - (RANK[b.level] ?? 2));
}

function setDismissed(id: number, gone: boolean): void {
  useAnnouncements.setState(({ dismissed }) => {
    const others = dismissed.filter((other) => other !== id);
    return { dismissed: gone ? [...others, id] : others };
  });
}

/** Gone at once; back again when the server does not take it. */
export async function dismiss(id: number): Promise<void> {
  setDismissed(id, true);
  try {
    await api.post('/api/announcements/{id}/dismiss', { path: { id } });
  } catch (thrown) {
    setDismissed(id, false);
    throw thrown;
  }
}

const ask = () => realtime.tell('getAnnouncement');

/** Asks with every new connection, and takes what the server tells. Called once, before any screen. */
export function watchAnnouncements(): void {
  onEvent('announcements', ({ announcements, dismissed, now }) =>
    useAnnouncements.setState({ announcements, toldAt: now, ...(dismissed === undefined ? {} : { dismissed }) }),
  );
  onEvent('announcementDismissed', ({ id }) => setDismissed(id, true));
  onReload(ask);
  useConnection.subscribe((now, before) => {
    if (now.phase === 'live' && before.phase !== 'live') ask();
  });
  useSession.subscribe((now, before) => {
    if (now.phase === 'out' && before.phase === 'in') useAnnouncements.setState({ announcements: [], dismissed: [] });
  });
}
