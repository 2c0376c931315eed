import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useLabels } from '../../api/labels';
import { LabelMenu } from './LabelMenu';

const aLabel = (id: number, name: string) => ({ id, name, color: '#c03020', colorDark: '#ff8078', level: 1, sla: 30, deleted: false });

it('shows what the ticket carries, says what was removed, and sends the whole list', async () => {
  useLabels.getState().take([aLabel(2, 'Urgent'), aLabel(1, 'Later')]);
  const info = anInfo({ label: '[2,9]' });
  const { asked } = serve({ 'POST /api/ticket/label': { body: { result: 'success', data: { ...info, label: '[2,1,9]' } } } });
  draw(<LabelMenu info={info} />);
  expect(screen.getByText('Urgent')).toBeTruthy();
  expect(screen.getByText('Removed label')).toBeTruthy();

  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Change labels' }));
  const later = await screen.findByRole('menuitemcheckbox', { name: 'Later', hidden: true });
  expect(later.getAttribute('aria-checked')).toBe('false');
  await user.click(later);
  await waitFor(() => expect(asked.map((call) => call.body)).toEqual([{ ticket_id: 1, label: [2, 9, 1] }]));
});
