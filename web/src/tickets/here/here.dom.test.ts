import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { realtime } from '../../realtime/connection';
import { colleaguesOf, comeHere, takeViewing, useHere, writing, type ViewingFrame } from './here';

const frame = (over: Partial<ViewingFrame> = {}): ViewingFrame => ({
  ticket_id: 1,
  username: 'agent2',
  name: 'Agent Two',
  tab: 'a',
  state: 'viewing',
  asks: false,
  ...over,
});
const here = () => colleaguesOf(useHere.getState().byTicket.get(1) ?? new Map());
let leave: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  useHere.setState({ byTicket: new Map() });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

it('counts a colleague once, and the one who writes first', () => {
  takeViewing(frame());
  takeViewing(frame({ tab: 'b', state: 'replying' }));
  takeViewing(frame({ username: 'agent3', name: 'A Third' }));
  expect(here().map(({ username, state }) => [username, state])).toEqual([
    ['agent2', 'replying'],
    ['agent3', 'viewing'],
  ]);
  takeViewing(frame({ tab: 'b', state: 'gone' }));
  expect(here().find(({ username }) => username === 'agent2')?.state).toBe('viewing');
});

it('forgets who says nothing more', () => {
  takeViewing(frame());
  vi.advanceTimersByTime(51_000);
  expect(here()).toEqual([]);
});

it('says that it is here, answers who asks, and says when it writes and goes', () => {
  const told: unknown[] = [];
  vi.spyOn(realtime, 'tell').mockImplementation((_event, data) => void told.push((data as ViewingFrame).state));
  leave = comeHere(1);
  takeViewing(frame({ asks: true }));
  writing(1, true);
  writing(1, true);
  writing(2, true);
  vi.advanceTimersByTime(20_000);
  expect(told).toEqual(['viewing', 'viewing', 'replying', 'replying']);
  vi.advanceTimersByTime(45_000);
  expect(told.at(-1)).toBe('viewing');
  leave();
  expect(told.at(-1)).toBe('gone');
});
