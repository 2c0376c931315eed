import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import type { TicketInfo } from '../../api/types';
import { Header } from './Header';

const show = (info: TicketInfo) => draw(<Header info={info} backTo={null} detailsOpen={false} onDetails={() => undefined} onStatus={() => undefined} />);

it('counts down to what is due soonest, and shows nothing where nothing is', async () => {
  const first = show(anInfo({ due: { metric: 'resolution', at: null, warn_at: null, state: 'paused', remaining_ms: 7_200_000, breached: false } }));
  expect((await screen.findByRole('img', { name: 'Resolution paused, 2 hours left' })).textContent).toBe('2h');
  first.unmount();
  show(anInfo());
  expect(screen.getByRole('heading', { name: 'Where is my parcel' })).toBeTruthy();
  expect(document.querySelector('[data-due]')).toBeNull();
});
