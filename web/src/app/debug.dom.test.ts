import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anInfo, SESSION_ANSWER } from '../../tests/builders';
import { useConnection } from '../realtime/connection';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { useConversations } from '../tickets/conversation/store';
import { useDialog } from '../ui/dialog';
import { runDebug } from './debug';
import { useOverlays } from './overlays';

beforeEach(() => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  useConnection.setState({ socketDebug: false });
  useOverlays.setState({ crash: null });
  useDialog.setState({ dialog: null, open: false });
  window.history.replaceState(null, '', '/');
});
afterEach(() => vi.restoreAllMocks());

it('does nothing without a session', async () => {
  useSession.setState({ phase: 'out', session: null });
  await runDebug('c');
  await runDebug('s');
  expect(useOverlays.getState().crash).toBeNull();
  expect(useConnection.getState().socketDebug).toBe(false);
});

it('crashes the screen on demand', async () => {
  await runDebug('c');
  expect(useOverlays.getState().crash?.message).toContain('alt+shift+c');
});

it('writes the frames of the socket, and stops again', async () => {
  await runDebug('s');
  expect(useConnection.getState().socketDebug).toBe(true);
  await runDebug('s');
  expect(useConnection.getState().socketDebug).toBe(false);
});

it('dumps variables', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await runDebug('v');
  expect(info.mock.calls[0]?.[1]).toMatchObject({ address: '/', version: '1.1.5 d' });
});

it('saves the error log as a file', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  URL.createObjectURL = () => 'blob:log';
  await runDebug('e');
  expect(names).toEqual(['error-log.json']);
});

it('asks before a customer gets the test message, and needs a conversation', async () => {
  await runDebug('w');
  expect(useDialog.getState().open).toBe(false);
  window.history.replaceState(null, '', '/ticket/1001');
  const conversation = { number: '1001', phase: 'ready' as const, info: anInfo(), messages: [], total: 0, older: 'none' as const, starts: new Set<number>(), problem: null, atBottom: true, place: 'open' as const, readAt: 0, used: 1 };
  useConversations.setState({ open: { '1001': conversation } });
  await runDebug('w');
  expect(useDialog.getState().dialog?.title).toBe('Send a test message');
});
