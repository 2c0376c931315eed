import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { useAgents } from '../../api/agents';
import { loadTicketTexts } from '../texts';
import { takeViewing } from './here';
import { HereMarks } from './HereMarks';

it('shows colleagues by their photos, and by initials without', async () => {
  await loadTicketTexts();
  useAgents.setState({ photos: new Map([['mei', '/photo/mei']]) });
  takeViewing({ ticket_id: 1, username: 'mei', name: 'Mei', tab: 'a', state: 'replying', asks: false });
  takeViewing({ ticket_id: 1, username: 'tan', name: 'Tan', tab: 'b', state: 'viewing', asks: false });
  draw(<HereMarks ticketId={1} />);
  const [mei, tan] = screen.getAllByRole('listitem');
  expect(mei?.querySelector('img')?.getAttribute('src')).toBe('/photo/mei');
  expect(tan?.querySelector('img')).toBeNull();
  expect(tan?.textContent).toBe('TA');
});
