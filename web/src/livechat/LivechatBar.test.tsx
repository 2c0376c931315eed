import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { Ticket } from '../api/types';
import { LivechatBar } from './LivechatBar';
import { resetLivechats, setEnded, setPresence, useLivechats } from './store';
import './texts';

const chat = { id: 1, ticket_number: 'N1', closed: 0, ts: 1, name: 'Ann', session_id: '5', livechat: true } as unknown as Ticket;

beforeEach(() => {
  resetLivechats();
  useLivechats.setState({ phase: 'ready', groups: [{ session_id: '5', session_name: 'Ann', ts: 1, livechats: [chat] }] });
});

it('says that a visitor who is gone cannot be written to now, and follows when they come back', async () => {
  serve({ 'GET /api/session/info': { body: { ended: false, online: false, seen_at: 1_700_000_000_000 } } });
  draw(<LivechatBar number="N1" />);
  expect(screen.queryByText('The visitor can write to you.')).toBeNull();
  expect(await screen.findByText(/The visitor left the page at/)).toBeTruthy();
  act(() => setPresence(1, { online: true, seenAt: 2 }));
  expect(screen.getByText('The visitor can write to you.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Convert to ticket' })).toBeTruthy();
});

it('says from which page the visitor writes and that the site knows them, also once it has ended', async () => {
  const page = { page_url: 'https://shop.example/lamps', page_title: 'Lamps', verified: true };
  serve({ 'GET /api/session/info': { body: { ended: false, online: true, seen_at: null, ...page } } });
  draw(<LivechatBar number="N1" />);
  expect((await screen.findByRole('link', { name: 'From the page Lamps' })).getAttribute('href')).toBe('https://shop.example/lamps');
  expect(screen.getByText('Verified')).toBeTruthy();
  act(() => setEnded(1));
  expect(screen.getByRole('status').textContent).toBe('Live Chat Ended');
  expect(screen.getByText('Verified')).toBeTruthy();
});
