import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { mergeBack } from '../merge';
import { Onward } from './Onward';
import { askOnward, leaveOnward, useOnward } from './onward';
import { SplitDialog } from './SplitDialog';

const SPLIT = 'POST /api/tickets/1/split';

it('splits from a message, and can take it back', async () => {
  const { asked } = serve({
    [SPLIT]: { body: { result: 'success', ticket_id: 9, ticket_number: '1009' } },
    'PUT /api/tickets/9/merge': { body: { result: 'success' } },
  });
  const onClose = vi.fn();
  draw(<SplitDialog info={anInfo()} message={aMessage({ id: 7, message: 'Another thing' })} onClose={onClose} />);
  expect(await screen.findByText('Another thing')).toBeTruthy();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Title of the new ticket'), ' The bill ');
  await user.type(screen.getByLabelText('Reason (if you like)'), 'Two matters');
  await user.click(screen.getByRole('button', { name: 'Split' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked[0]).toEqual({ key: SPLIT, body: { message_id: 7, title: 'The bill', why: 'Two matters' } });
  await mergeBack(9, 1);
  expect(asked.at(-1)).toEqual({ key: 'PUT /api/tickets/9/merge', body: { into: 1, why: '' } });
});

it('says why not, and keeps what was typed', async () => {
  const begins = { status: 409, body: { error: { code: 'conflict', message: 'The ticket begins with this message.' } } };
  serve({ [SPLIT]: begins });
  draw(<SplitDialog info={anInfo()} message={aMessage({ id: 7 })} onClose={() => undefined} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Title of the new ticket'), 'The bill');
  await user.click(screen.getByRole('button', { name: 'Split' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The ticket begins with this message.');
  expect(screen.getByLabelText<HTMLInputElement>('Title of the new ticket').value).toBe('The bill');
});

it('closes on Escape only while nothing was typed', async () => {
  const onClose = vi.fn();
  draw(<SplitDialog info={anInfo()} message={aMessage({ id: 7 })} onClose={onClose} />);
  const user = userEvent.setup();
  const title = await screen.findByLabelText('Title of the new ticket');
  await user.type(title, 'The bill{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(title);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('opens the window that was asked for, in its own conversation only', async () => {
  leaveOnward();
  const { unmount } = draw(<Onward info={anInfo({ id: 2 })} />);
  askOnward({ act: 'split', ticketId: 1, message: aMessage() });
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
  draw(<Onward info={anInfo()} />);
  expect(await screen.findByText('Split ticket #1001')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel' }));
  expect(useOnward.getState().asked).toBeNull();
});
