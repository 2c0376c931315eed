import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aTicket } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { useAgents } from '../../api/agents';
import type { Ticket } from '../../api/types';
import { Row } from './Row';

const show = (ticket: Partial<Ticket>) => draw(<Row ticket={aTicket(ticket)} narrow top={0} height={72} isSelected={false} isFocused={false} />);

beforeEach(() => {
  useAgents.setState({ names: new Map([['mei', 'Mei'], ['tan', 'Tan']]), photos: new Map([['mei', '/photo/mei']]) });
});

it('shows who takes part by their photos, and by initials without', () => {
  show({ assignee: 'mei,tan' });
  const people = screen.getByRole('img', { name: 'Mei, Tan' });
  expect([...people.querySelectorAll('img')].map((photo) => photo.getAttribute('src'))).toEqual(['/photo/mei']);
  expect(people.textContent).toBe('TA');
});
