import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { PickTicket } from './PickTicket';

const found = (id: number, title: string, closed = 0) => ({ id, ticket_number: id, title, name: 'Ben', channel: 'DEMO_MAIL', closed });

it('lets nobody pick what was found for other words', async () => {
  serve({
    'GET /api/search/data': ({ url }) => ({ body: { post: url.searchParams.get('message') === 'lamp*' ? [found(7, 'Lamp')] : [] } }),
  });
  draw(<PickTicket info={anInfo()} act="merge" onClose={vi.fn()} />);
  const user = userEvent.setup();
  const field = await screen.findByRole('textbox', { name: /ticket/i });
  await user.type(field, 'lamp');
  expect(await screen.findByRole('button', { name: /Lamp/ })).toBeTruthy();
  await user.type(field, 'x');
  expect(screen.queryByRole('button', { name: /Lamp/ })).toBeNull();
  await waitFor(() => expect(screen.getByRole('status')).toBeTruthy());
  expect(screen.queryByRole('button', { name: /Lamp/ })).toBeNull();
});

it('offers no spam to merge into', async () => {
  serve({ 'GET /api/search/data': { body: { post: [found(7, 'Lamp'), found(8, 'Lamp for free', 5)] } } });
  draw(<PickTicket info={anInfo()} act="merge" onClose={vi.fn()} />);
  await userEvent.setup().type(await screen.findByRole('textbox', { name: /ticket/i }), 'lamp');
  expect(await screen.findByRole('button', { name: /#7 Lamp/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Lamp for free/ })).toBeNull();
});
