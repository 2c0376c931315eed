import { labelIds } from '../../api/labels';
import { newRunId, type Macro } from '../../api/macros';
import type { Ticket } from '../../api/types';
import { useSession } from '../../session/store';
import { openDialog } from '../../ui/dialog';
import { toastError, toastSuccess, toastUndo } from '../../ui/toast';
import { changeClosed, changeDepartment, changeLabels, changeParticipants, changeSeverity, changeSnooze, changeSpam } from '../changes';
import { assigneesOf } from '../model';
import { givesAway, isSeenBy } from '../../session/sight';
import { runBulk, type Outcome } from './bulk';
import { type Bulk } from './selection';
import { say } from './texts';

/** Sets back what a change did to a ticket; null for what cannot be taken back. */
function restore({ id, closed, assignee, label, department_id, severity }: Ticket, bulk: Bulk): (() => Promise<unknown>) | null {
  switch (bulk.kind) {
    case 'status':
      return () => changeClosed(id, closed, { line: '' });
    case 'assign':
      return () => changeParticipants(id, assigneesOf({ assignee }));
    case 'label':
      return () => changeLabels(id, labelIds({ label }));
    case 'department':
      return () => changeDepartment(id, department_id);
    case 'severity':
      return () => changeSeverity(id, severity, 'ticket');
    case 'snooze':
      return bulk.until === null ? null : () => changeSnooze(id, null);
    case 'spam':
      return () => changeSpam(id, !bulk.spam, false);
    case 'macro':
    case 'read':
      return null;
  }
}

async function takeBack(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(steps.map((step) => step()));
  const failed = ends.filter(({ status }) => status === 'rejected').length;
  if (failed === 0) toastSuccess(say('bulk_undone', { count: steps.length }));
  else toastError(say('bulk_failed', { count: failed }));
}

/** Waits for a run, and says what came of it; what all took can be taken back. */
export async function followBulk(doing: Promise<Outcome>, undo: readonly (() => Promise<unknown>)[] = []): Promise<void> {
  const { done, failed, stopped } = await doing;
  if (stopped || failed > 0) return;
  const text = say('bulk_ended', { count: done });
  if (undo.length === done) toastUndo(text, { label: say('bulk_undo'), run: () => void takeBack(undo) });
  else toastSuccess(text);
}

/** Changes tickets one after the other, and says what came of it. */
export function changeMany(rows: readonly Ticket[], ids: readonly number[], bulk: Bulk): void {
  if (ids.length === 0) return;
  const undo = rows.flatMap((row) => restore(row, bulk) ?? []);
  void followBulk(runBulk(bulk, ids), undo);
}

function ask(lost: number, label: string, run: () => void): void {
  if (lost === 0) run();
  else openDialog({ title: say('bulk_away_title', { count: lost }), text: say('bulk_away_text'), confirm: { label, run } });
}

/** Free tickets that are given to a colleague leave the sight of an agent who gives them, so that is asked. */
export function assignMany(rows: readonly Ticket[], username: string, name: string, run: () => void): void {
  const me = useSession.getState().session;
  const lost = rows.filter((row) => !isSeenBy(me, [...assigneesOf(row), username])).length;
  ask(lost, say('bulk_away', { name }), run);
}

/** A macro that gives its tickets away is asked about first. */
export function macroMany(count: number, macro: Macro, run: (bulk: Bulk) => void): void {
  const me = useSession.getState().session;
  const lost = me !== null && givesAway(macro, me) ? count : 0;
  ask(lost, say('bulk_away_run', { name: macro.name }), () => run({ kind: 'macro', id: macro.id, runId: newRunId() }));
}
