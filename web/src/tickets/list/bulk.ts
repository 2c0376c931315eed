import { api } from '../../api/client';
import { labelIds } from '../../api/labels';
import { refusalsOf, runMacro } from '../../api/macros';
import { asProblem, Problem } from '../../api/problem';
import type { Ticket } from '../../api/types';
import { changeClosed, changeDepartment, changeLabels, changeParticipants, changeSeverity, changeSnooze, changeSpam } from '../changes';
import { assigneesOf } from '../model';
import { readFor } from '../read';
import { isCurrent, isRunning, letGo, nextRun, useSelection, type Bulk, type Refused } from './selection';
import { rowOf } from './store';

/** What became of a run: those that were changed, those that refused, and whether it went to its end. */
export interface Outcome {
  done: number;
  failed: number;
  stopped: boolean;
}

/** Tickets that are changed at the same time. */
const AT_ONCE = 3;

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
      await changeClosed(id, bulk.status, { line: '' });
      return;
    case 'assign': {
      const people = bulk.username === null ? [] : assigneesOf(await current(id));
      const participants = bulk.username === null ? [] : [...new Set([...people, bulk.username])];
      if (bulk.username === null || participants.length > people.length) await changeParticipants(id, participants);
      return;
    }
    case 'label': {
      const labels = labelIds(await current(id));
      if (!labels.includes(bulk.id)) await changeLabels(id, [...labels, bulk.id]);
      return;
    }
    case 'department':
      await changeDepartment(id, bulk.id);
      return;
    case 'severity':
      await changeSeverity(id, bulk.severity, 'ticket');
      return;
    case 'snooze':
      await changeSnooze(id, bulk.until);
      return;
    case 'spam':
      await changeSpam(id, bulk.spam, false);
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
  const mine = nextRun();
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
      if (!isCurrent(mine) && useSelection.getState().run?.state !== 'stopped') return;
      noteDone(next.id, refused);
      if (!isCurrent(mine)) return;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (!isCurrent(mine)) return { ...outcome, stopped: true };
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
