import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useDepartments } from '../../api/departments';
import { useLabels } from '../../api/labels';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { GroupedList } from './GroupedList';
import { closeGroups, toggleGroup } from './groups';

beforeEach(() => {
  closeGroups();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  useDepartments.setState({ phase: 'ready', problem: null, departments: [] });
  useLabels.setState({ phase: 'ready', problem: null, labels: [] });
});

it.each(['department', 'label'] as const)('shows by %s that a click opens a window of its own, while Alt alone is held', async (by) => {
  serve({
    [`GET /api/ticket/groups/${by}/open`]: { body: { data: [{ id: 0, count: 1 }], countMore: false } },
    [`GET /api/ticket/load2/${by}/open/ticket/0/0`]: { body: { data: [aTicket({ name: 'Mei' })], count: 1 } },
  });
  draw(<GroupedList by={by} filter="open" selected={undefined} />);
  await screen.findByRole('button', { expanded: false });
  toggleGroup(0);
  const row = await screen.findByRole('link', { name: 'Mei' });
  const acting = () => row.closest('[data-acting]') !== null && screen.queryByText('Open in a window') !== null;
  expect(acting()).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Alt', altKey: true });
  expect(acting()).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Shift', altKey: true, shiftKey: true });
  expect(acting()).toBe(false);
  fireEvent.keyUp(document.body, { key: 'Shift', altKey: true });
  expect(acting()).toBe(true);
  fireEvent.keyUp(document.body, { key: 'Alt' });
  expect(acting()).toBe(false);
});
