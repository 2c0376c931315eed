import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { anInfo, aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { loadActionTexts } from '../../actions/texts';
import { useScope } from '../../actions/live';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { ToastPlace } from '../../ui/ToastPlace';
import { undoLast } from '../../ui/toast';
import { loadTicketTexts } from '../texts';
import { beginResolve, setAfterResolving } from './after';

const go = vi.fn();
const back = vi.fn();
const nothing = () => undefined;
const info = anInfo({ id: 2, ticket_number: 1002 });
const rows = [1, 2, 3].map((id) => aTicket({ id, ticket_number: 1000 + id }));

function Desk({ shown = rows, alone = false }: { shown?: typeof rows; alone?: boolean }) {
  useScope('ticket', { info, messages: [], setStatus: nothing, reply: nothing, note: nothing, quote: nothing, send: nothing, toggleDetails: nothing, trace: undefined, back: alone ? null : back, go });
  useScope('list', { rows: shown, row: undefined, move: nothing, extend: nothing, open: nothing });
  return <ToastPlace />;
}

beforeAll(async () => {
  await Promise.all([loadActionTexts(), loadTicketTexts()]);
});

beforeEach(() => {
  localStorage.clear();
  go.mockClear();
  back.mockClear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('goes to the next conversation, with a way back', async () => {
  const { asked } = serve({ 'POST /api/ticket/message': { body: {} } });
  draw(<Desk />);
  act(() => beginResolve(info)());
  expect(go.mock.calls).toEqual([['/ticket/1003']]);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(go).toHaveBeenLastCalledWith('/ticket/1002'));
  expect(asked.at(-1)?.body).toMatchObject({ status: 0, ticket_id: 2 });
  expect(undoLast()).toBe(false);
});

it('goes to the one before at the end of the list, and back to it where there is no other', () => {
  const { unmount } = draw(<Desk shown={rows.slice(0, 2)} />);
  act(() => beginResolve(info)());
  expect(go.mock.calls).toEqual([['/ticket/1001']]);
  unmount();
  draw(<Desk shown={rows.slice(1, 2)} />);
  act(() => beginResolve(info)());
  expect(back).toHaveBeenCalledTimes(1);
});

it.each([
  ['list', 1],
  ['stay', 0],
] as const)('does as somebody chose: %s', (after, times) => {
  setAfterResolving(after);
  draw(<Desk />);
  act(() => beginResolve(info)());
  expect(back).toHaveBeenCalledTimes(times);
  expect(go).not.toHaveBeenCalled();
});

it('stays in a window of its own, and where it was resolved before', () => {
  const { unmount } = draw(<Desk alone />);
  act(() => beginResolve(info)());
  unmount();
  draw(<Desk />);
  act(() => beginResolve({ ...info, closed: 2 })());
  expect([go, back].map((one) => one.mock.calls.length)).toEqual([0, 0]);
});
