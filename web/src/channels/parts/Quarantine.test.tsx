import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { Quarantine } from './Quarantine';

const entry = (id: number, message: string) => ({
  id, channel_id: 4, channel_name: 'Shop bot', kind: 'webhook', received_at: 1_700_000_000_000, attempts: 1, error: { code: 'malformed', message }, size: 12, preview: '{}',
});

it('ties each reason to its entry and to the buttons of it', async () => {
  const rows = [entry(2, 'The update has no chat.'), entry(1, 'The guest trapped.')];
  serve({ 'GET /api/quarantine': { body: { data: rows, more: false } } });
  draw(<Quarantine channel={4} />);
  const first = await screen.findByRole('listitem', { name: 'The update has no chat.' });
  expect(screen.getByRole('listitem', { name: 'The guest trapped.' })).toBeTruthy();
  const buttons = within(first).getAllByRole('button');
  expect(buttons).toHaveLength(3);
  for (const button of buttons) {
    const by = button.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(by)?.textContent).toBe('The update has no chat.');
  }
});
