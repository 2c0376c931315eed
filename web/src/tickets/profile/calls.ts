import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { openDialog } from '../../ui/dialog';
import { toastError, toastSuccess, toastUndo } from '../../ui/toast';
import type { Form } from './model';
import { openProfile, useProfile } from './open';
import { say } from './texts';

export const calls = {
  read: async (contact: number, signal: AbortSignal) => (await api.get('/api/contacts/{id}', { path: { id: contact }, signal })).data,
  change: async (contact: number, changes: Partial<Form>) => (await api.put('/api/contacts/{id}', { path: { id: contact }, json: changes })).data,
  activity: (contact: number, offset: number, signal: AbortSignal) =>
    api.get('/api/user/profile/{offset}', { path: { offset }, query: { mode: 'quick', id: contact }, signal }),
  /** For what lies beyond the activity that can be passed page by page. */
  conversations: (contact: number, before: number, signal: AbortSignal) =>
    api.get('/api/contacts/{id}/tickets', { path: { id: contact }, query: { before }, signal }),
  find: async (words: string, signal: AbortSignal) =>
    (await api.get('/api/contacts/list', { query: { keyword: words, pagination: 8 }, signal })).data,
  preview: async (loser: number, into: number, signal: AbortSignal) =>
    (await api.get('/api/contacts/{id}/merge', { path: { id: loser }, query: { into }, signal })).data,
};

interface Named {
  id: number;
  name: string;
}

/** Merges a contact into another one and shows that one; what goes wrong is thrown. */
export async function merge(loser: Named, survivor: Named): Promise<void> {
  await api.put('/api/contacts/{id}/merge', { path: { id: loser.id }, json: { into: survivor.id } });
  if (useProfile.getState().contact !== null) openProfile(survivor.id);
  toastUndo(say('merge.done', { loser: loser.name, survivor: survivor.name }), {
    label: say('merge.undo'),
    run: () => void undo(loser),
  });
}

/** Takes a merge back; says so, or why not. */
export async function undo(loser: Named): Promise<void> {
  try {
    await api.delete('/api/contacts/{id}/merge', { path: { id: loser.id } });
    toastSuccess(say('merge.undone', { name: loser.name }));
  } catch (thrown) {
    toastError(asProblem(thrown).description ?? say('merge.failed'));
  }
}

/** The same after saying what goes back. */
export function askUndo(loser: Named): void {
  openDialog({
    title: say('merge.undo_title', { name: loser.name }),
    text: say('merge.undo_text'),
    confirm: { label: say('merge.undo'), run: () => void undo(loser) },
  });
}
