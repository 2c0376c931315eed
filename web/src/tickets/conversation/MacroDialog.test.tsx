import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useMacros } from '../../api/macros';
import type { TicketInfo } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { closeDialog, useDialog } from '../../ui/dialog';
import { loadTicketTexts } from '../texts';
import { MacroDialog } from './MacroDialog';

const INFO = { id: 1_000_000_001, ticket_number: 12 } as TicketInfo;
const MACROS = [
  { id: 5, name: 'Take it', departments: [], then: [], runs: 0, last_run_at: null },
  { id: 6, name: 'Close it', departments: [], then: [], runs: 0, last_run_at: null },
];

beforeEach(async () => {
  await loadTicketTexts();
  useMacros.setState({ phase: 'idle', problem: null, macros: [] });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  closeDialog();
});

it('asks before it gives the ticket away', async () => {
  const away = { ...MACROS[0], then: [{ do: 'assignee', value: '99' }] };
  const run = { ticket: INFO.id, outcome: 'done', done: [] };
  const { asked } = serve({ 'GET /api/macros': { body: [away] }, 'POST /api/macros/5/run': { body: { runs: [run] } } });
  const onClose = vi.fn();
  draw(<MacroDialog info={INFO} onClose={onClose} />);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Take it' }));
  expect(useDialog.getState()).toMatchObject({ open: true, dialog: { title: 'You will no longer see this ticket' } });
  expect(asked.some(({ key }) => key === 'POST /api/macros/5/run')).toBe(false);
  act(() => useDialog.getState().dialog?.confirm?.run());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('runs a macro and tells what it could not do', async () => {
  const why = 'There is nothing here.';
  const runs = [
    { ticket: INFO.id, outcome: 'partly', done: [{ do: 'label_add', value: '7', error: why }, { do: 'spam', value: '' }] },
    { ticket: INFO.id, outcome: 'done', done: [{ do: 'spam', value: '' }] },
  ];
  const { asked } = serve({
    'GET /api/macros': { body: MACROS },
    'POST /api/macros/5/run': () => ({ body: { runs: [runs.shift()] } }),
  });
  const onClose = vi.fn();
  draw(<MacroDialog info={INFO} onClose={onClose} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Find a macro'), 'take');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close it' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Take it' }));
  expect(await screen.findByText(why)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Take it' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const ids = asked.filter(({ key }) => key === 'POST /api/macros/5/run').map(({ body }) => body as { tickets: number[]; run_id: string });
  expect(ids.map(({ tickets }) => tickets)).toEqual([[INFO.id], [INFO.id]]);
  expect(ids[0]?.run_id).toBe(ids[1]?.run_id);
});

it('says when there is none', async () => {
  serve({ 'GET /api/macros': { body: [] } });
  draw(<MacroDialog info={INFO} onClose={vi.fn()} />);
  expect(await screen.findByText(/No macros yet/)).toBeTruthy();
});
