import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { standInForDrawing } from '../../../tests/editor';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { fetchRich } from '../composer/rich/load';
import type { StartChannel } from './calls';
import { StartMessage } from './StartMessage';

const MAIL: StartChannel = {
  channel_id: 1, channel: 'EMAIL', name: 'Shop mail', starts: 'email', addresses: [], ticket_number: null, window: null,
  send: { subject: true, cc: true, html: true, attachments_max: 2, attachment_max_bytes: 10 },
};
const START = 'POST /api/conversations';

function open() {
  const core = serve({
    'GET /api/conversations/channels': { body: { data: [MAIL] } },
    'GET /api/contacts/list': { body: { data: [], total: 0, more: false } },
    [START]: { body: { result: 'success', ticket_id: 40, ticket_number: 13, continued: false, data: {} } },
  });
  const shown = draw(<StartMessage to={null} onWritten={vi.fn()} onHeld={vi.fn()} onNone={vi.fn()} onSent={vi.fn()} />);
  return { ...shown, sent: () => core.asked.filter(({ key }) => key === START).map(({ body }) => body as Record<string, unknown>) };
}

const message = () => screen.findByRole('textbox', { name: 'Message' });

beforeAll(async () => {
  standInForDrawing();
  await fetchRich();
});
beforeEach(() => {
  localStorage.clear();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('a letter is written and sent with formatting, once, and its draft has it as well', async () => {
  const first = open();
  const user = userEvent.setup();
  await message();
  await user.click(screen.getByRole('button', { name: 'Bold' }));
  await user.keyboard('Ready');
  first.unmount();
  const { sent } = open();
  expect((await message()).querySelector('strong')?.textContent).toBe('Ready');
  fireEvent.change(screen.getByRole('textbox', { name: /^To/ }), { target: { value: 'new@shop.example' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Subject' }), { target: { value: 'Your lamp' } });
  act(() => screen.getByRole('textbox', { name: 'Message' }).focus());
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ message: '<p><strong>Ready</strong></p>', type: 'text/html', subject: 'Your lamp' });
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' }).textContent).toBe(''));
});

it('a letter without its words says so at the field', async () => {
  const { sent } = open();
  const field = await message();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Write a message, or attach a file.');
  expect(sent()).toEqual([]);
});
