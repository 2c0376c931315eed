import { create } from 'zustand';
import { api } from '../../api/client';
import { labelIds } from '../../api/labels';
import { refusalsOf, runMacro } from '../../api/macros';
import { asProblem, Problem } from '../../api/problem';
import type { Ticket, TicketStatus } from '../../api/types';
import { assigneesOf } from '../model';
import { readFor } from '../read';
import { statusLine } from '../status';
import { useGroups } from './groups';
import { rowOf, rowsShown, useTicketList } from './store';

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

/** What became of a run: those that were changed, those that refused, and whether it went to its end. */
export interface Outcome {
  done: number;
  failed: number;
  stopped: boolean;
}

interface SelectionState {
  chosen: ReadonlySet<number>;
  run: Run | null;
}

const empty: SelectionState = { chosen: new Set(), run: null };

export const useSelection = create<SelectionState>()(() => empty);

/** Tickets that are changed at the same time. */
const AT_ONCE = 3;
/** Each run is the only one whose tickets are still taken up. */
let runs = 0;

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
  runs += 1;
  useSelection.setState(({ run }) => ({ run: run === null ? null : { ...run, state: 'stopped' } }));
}

export function clearChosen(): void {
  runs += 1;
  useSelection.setState(empty, true);
}

/** Another list is shown: nothing of the one before is chosen there. What is running goes on. */
export function leaveList(): void {
  if (!isRunning()) clearChosen();
}

/** What is on screen, or for a ticket that is not, what the server says. */
async function current(id: number): Promise<Ticket> {
  const known = rowOf(id);
  if (known !== undefined) return known;
  const { data } = await api.get('/api/ticket/info/{token}/{id}', { path: { token: '-', id } });
  // Whoever knows neither its people nor its labels would take them off.
  if (typeof data.label !== 'string' || typeof data.assignee !== 'string') throw new Error('The ticket could not be read.');
  return data;
}

async function change(id: number, bulk: Bulk): Promise<void> {
  switch (bulk.kind) {
    case 'status':
      await api.post('/api/ticket/message', { json: statusLine(id, '', bulk.status) });
      return;
    case 'assign': {
      const people = bulk.username === null ? [] : assigneesOf(await current(id));
      const participants = bulk.username === null ? [] : [...new Set([...people, bulk.username])];
      if (bulk.username === null || participants.length > people.length) await api.put('/api/tickets/{id}/participants', { path: { id }, json: { participants } });
      return;
    }
    case 'label': {
      const labels = labelIds(await current(id));
      if (!labels.includes(bulk.id)) await api.post('/api/ticket/label', { json: { ticket_id: id, label: [...labels, bulk.id] } });
      return;
    }
    case 'department':
      await api.post('/api/ticket/department', { json: { ticket_id: id, department_id: bulk.id } });
      return;
    case 'severity':
      await api.post('/api/ticket/priority', { json: { _token: '-', id, priority: bulk.severity, type: 'ticket' } });
      return;
    case 'snooze':
      await api.put('/api/tickets/{id}/snooze', { path: { id }, json: { until: bulk.until } });
      return;
    case 'spam':
      await api.put('/api/tickets/{id}/spam', { path: { id }, json: { spam: bulk.spam, block: false } });
      return;
    case 'macro': {
      const refusals = refusalsOf(await runMacro(bulk.id, id, bulk.runId));
      if (refusals.length > 0) throw new Problem('conflict', 409, 'macro', {}, refusals.join(' '));
      return;
    }
    case 'read':
      await readFor(id);
  }
}

function noteDone(id: number, refused: Refused | null): void {
  useSelection.setState(({ chosen, run }) => {
    if (run === null) return {};
    const left = new Set(chosen);
    if (refused === null) left.delete(id);
    return { chosen: left, run: { ...run, done: run.done + 1, failed: refused === null ? run.failed : [...run.failed, refused] } };
  });
}

/** Changes one ticket after the other, a few at a time, and says how far it is. What worked is no longer chosen. */
export async function runBulk(bulk: Bulk, ids: readonly number[] = [...useSelection.getState().chosen]): Promise<Outcome> {
  const outcome = { done: 0, failed: 0 };
  if (isRunning() || ids.length === 0) return { ...outcome, stopped: true };
  const mine = ++runs;
  // Rows may leave the list while they are changed.
  const waiting = ids.map((id) => ({ id, number: String(rowOf(id)?.ticket_number ?? id) }));
  useSelection.setState({ run: { bulk, done: 0, of: waiting.length, failed: [], state: 'running' } });
  async function worker(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      let refused: Refused | null = null;
      try {
        await change(next.id, bulk);
      } catch (thrown) {
        refused = { ...next, problem: asProblem(thrown) };
      }
      outcome[refused === null ? 'done' : 'failed'] += 1;
      if (mine !== runs && useSelection.getState().run?.state !== 'stopped') return;
      noteDone(next.id, refused);
      if (mine !== runs) return;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (mine !== runs) return { ...outcome, stopped: true };
  useSelection.setState(({ run }) => ({ run: run === null || run.failed.length === 0 ? null : { ...run, state: 'ended' } }));
  letGo();
  return { ...outcome, stopped: false };
}

/** Once more for those that refused. */
export async function retryBulk(): Promise<Outcome> {
  const { run } = useSelection.getState();
  if (run === null || run.state === 'running') return { done: 0, failed: 0, stopped: true };
  return runBulk(
    run.bulk,
    run.failed.map(({ id }) => id),
  );
}

/** What left the screen is chosen no longer: nobody would see what is done with it. */
function letGo(): void {
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
