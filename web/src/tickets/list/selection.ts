import { create } from 'zustand';
import type { Problem } from '../../api/problem';
import type { Ticket, TicketStatus } from '../../api/types';
import { useGroups } from './groups';
import { rowsShown, useTicketList } from './store';

/** One change made to every chosen ticket. */
export type Bulk =
  | { kind: 'status'; status: TicketStatus }
  | { kind: 'assign'; username: string | null }
  | { kind: 'label'; id: number }
  | { kind: 'department'; id: number | null }
  | { kind: 'severity'; severity: Ticket['severity'] }
  /** Until a moment; null takes them up again. */
  | { kind: 'snooze'; until: number | null }
  | { kind: 'spam'; spam: boolean }
  /** The same run again does nothing twice. */
  | { kind: 'macro'; id: number; runId: string }
  | { kind: 'read' };

/** A ticket that refused, by the number people know it by. */
export interface Refused {
  id: number;
  number: string;
  problem: Problem;
}

export interface Run {
  bulk: Bulk;
  done: number;
  of: number;
  /** They stay chosen. */
  failed: readonly Refused[];
  state: 'running' | 'stopped' | 'ended';
}

interface SelectionState {
  chosen: ReadonlySet<number>;
  run: Run | null;
}

const empty: SelectionState = { chosen: new Set(), run: null };

export const useSelection = create<SelectionState>()(() => empty);

/** Each run is the only one whose tickets are still taken up. */
let runs = 0;

/** Begins a run, or ends the one before: the answer is its number. */
export function nextRun(): number {
  runs += 1;
  return runs;
}

/** Whether a run still takes up tickets. */
export function isCurrent(run: number): boolean {
  return run === runs;
}

export function isRunning(): boolean {
  return useSelection.getState().run?.state === 'running';
}

export function toggleChosen(id: number): void {
  useSelection.setState(({ chosen }) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    return { chosen: next };
  });
}

export function choose(ids: readonly number[]): void {
  useSelection.setState({ chosen: new Set(ids) });
}

/** Ends what is running after the tickets that are on their way. The others stay chosen. */
export function stopBulk(): void {
  nextRun();
  useSelection.setState(({ run }) => ({ run: run === null ? null : { ...run, state: 'stopped' } }));
}

export function clearChosen(): void {
  nextRun();
  useSelection.setState(empty, true);
}

/** Another list is shown: nothing of the one before is chosen there. What is running goes on. */
export function leaveList(): void {
  if (!isRunning()) clearChosen();
}

/** What left the screen is chosen no longer: nobody would see what is done with it. */
export function letGo(): void {
  const { chosen, run } = useSelection.getState();
  if (chosen.size === 0 || run !== null) return;
  const shown = new Set(rowsShown().map(({ id }) => id));
  const kept = [...chosen].filter((id) => shown.has(id));
  if (kept.length < chosen.size) choose(kept);
}

useTicketList.subscribe((now, before) => {
  if (now.rows !== before.rows) letGo();
});
useGroups.subscribe((now, before) => {
  if (now.groups !== before.groups || now.by !== before.by) letGo();
});
