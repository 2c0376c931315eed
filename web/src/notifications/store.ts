import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import { useVariant } from '../api/variant';
import { CATEGORIES, PAGE, type Category, type Notice } from './model';

export interface Tab {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** Newest first. */
  items: readonly Notice[];
  /** Whether the last answer was a whole page, so that there may be more. */
  more: boolean;
  loadingMore: boolean;
}

interface State {
  open: boolean;
  /** Whether it was ever open: only then the tab was somebody's choice. */
  opened: boolean;
  tab: Category;
  tabs: Readonly<Record<Category, Tab>>;
  /** Categories with something unread. */
  dots: Readonly<Record<Category, boolean>>;
}

const EMPTY: Tab = { phase: 'idle', problem: null, items: [], more: false, loadingMore: false };
const FIRST: State = {
  open: false,
  opened: false,
  tab: 'sla',
  tabs: { sla: EMPTY, trade: EMPTY, system: EMPTY },
  dots: { sla: false, trade: false, system: false },
};

export const useNotices = create<State>()(() => FIRST);

/** Answers that were asked for before this number are of another person or time. */
let round = 0;

function setTab(category: Category, change: Partial<Tab>): void {
  useNotices.setState((state) => ({ tabs: { ...state.tabs, [category]: { ...state.tabs[category], ...change } } }));
}

function setDot(category: Category, lit: boolean): void {
  useNotices.setState((state) => ({ dots: { ...state.dots, [category]: lit } }));
}

export function resetNotices(): void {
  round += 1;
  useNotices.setState(FIRST);
}

/** Asks which tabs have something unread. */
export async function loadDots(): Promise<void> {
  const mine = round;
  const flags = await api.get('/api/notification/check');
  if (mine !== round) return;
  useNotices.setState({ dots: { sla: flags.unread, trade: flags.unread_2, system: flags.unread_3 } });
}

function ask(category: Category, lastId?: number): Promise<Notice[]> {
  const offset = lastId === undefined ? 0 : useNotices.getState().tabs[category].items.length;
  return api.get('/api/notification/get', { query: { type: category, offset, ...(lastId === undefined ? {} : { lastId }) } });
}

export async function loadTab(category: Category): Promise<void> {
  const mine = round;
  setTab(category, { phase: 'loading', problem: null });
  try {
    const items = await ask(category);
    if (mine !== round) return;
    setTab(category, { phase: 'ready', items, more: items.length >= PAGE });
    sendRead(category);
  } catch (thrown) {
    if (mine === round) setTab(category, { phase: 'failed', problem: asProblem(thrown) });
  }
}

export async function loadMore(category: Category): Promise<void> {
  const mine = round;
  const last = useNotices.getState().tabs[category].items.at(-1);
  if (last === undefined) return;
  setTab(category, { loadingMore: true });
  try {
    const items = await ask(category, last.id);
    if (mine !== round) return;
    const known = useNotices.getState().tabs[category].items;
    const fresh = items.filter((item) => known.every((one) => one.id !== item.id));
    setTab(category, { items: [...known, ...fresh], more: items.length >= PAGE, loadingMore: false });
  } catch (thrown) {
    if (mine === round) setTab(category, { loadingMore: false });
    throw thrown;
  }
}

/** Says that what is loaded of a tab was read. What fails here is made good when the tab opens again. */
function sendRead(category: Category): void {
  const newest = useNotices.getState().tabs[category].items[0];
  if (newest === undefined || newest.seen) return;
  void api.post('/api/notification/read', { json: { lastId: newest.id, category } }).catch(() => undefined);
}

export function openTab(category: Category): void {
  useNotices.setState({ tab: category });
  setDot(category, false);
  if (useNotices.getState().tabs[category].phase === 'ready') sendRead(category);
  else void loadTab(category);
}

export function openPanel(): void {
  const { opened, tab } = useNotices.getState();
  useNotices.setState({ open: true, opened: true });
  // The desk of traders begins with what they trade.
  openTab(!opened && useVariant.getState().variant.id === 'trading' ? 'trade' : tab);
}

/** With the panel closed, what it showed is no longer new. */
export function closePanel(): void {
  useNotices.setState((state) => {
    const tabs = { ...state.tabs };
    for (const category of CATEGORIES) {
      const tab = tabs[category];
      if (tab.items.some((item) => !item.seen) && !state.dots[category]) {
        tabs[category] = { ...tab, items: tab.items.map((item) => ({ ...item, seen: true })) };
      }
    }
    return { open: false, tabs };
  });
}

/** Something new: on top of its tab when that is open, else its dot is lit. */
export function takeNotice(notice: Notice, category: Category): void {
  const { tabs, open, tab } = useNotices.getState();
  const { phase, items } = tabs[category];
  if (phase === 'ready' && items.every((item) => item.id !== notice.id)) {
    setTab(category, { items: [notice, ...items] });
  }
  if (open && tab === category) sendRead(category);
  else setDot(category, true);
}

/** Another window of this person has read a tab. */
export function takeRead(category: Category, lastId: number): void {
  const newest = useNotices.getState().tabs[category].items[0];
  if (newest === undefined || newest.id <= lastId) setDot(category, false);
}

export function takeRemoved(id: number): void {
  for (const category of CATEGORIES) {
    const { items } = useNotices.getState().tabs[category];
    if (items.some((item) => item.id === id)) setTab(category, { items: items.filter((item) => item.id !== id) });
  }
}

/** Takes one away for good; it stays when the server does not say that it is gone. */
export async function removeNotice(id: number): Promise<void> {
  const { result }: { result?: string } = await api.post('/api/notification/remove', { json: { id } });
  if (result !== 'success') throw new Error('The answer does not say that the notification is gone.');
  takeRemoved(id);
}

/** What was loaded may be out of date. */
export function reloadNotices(): void {
  const { open, tab } = useNotices.getState();
  for (const category of CATEGORIES) setTab(category, { phase: 'idle' });
  void loadDots().catch(() => undefined);
  if (open) openTab(tab);
}
