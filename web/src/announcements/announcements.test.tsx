import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { Announcement } from '../api/types';
import { applyEvent } from '../realtime/apply';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { AnnouncementBanner } from './AnnouncementBanner';
import { AnnouncementsSection } from './AnnouncementsSection';
import { shownAt, useAnnouncements, watchAnnouncements } from './store';

const anAnnouncement = (over: Partial<Announcement>): Announcement => ({
  id: 1,
  text: 'Stocktaking today',
  level: 'info',
  link: '',
  from: 0,
  until: null,
  by: 'admin',
  created_at: 0,
  updated_at: 0,
  ...over,
});

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
  useAnnouncements.setState({ announcements: [], dismissed: [], toldAt: 0 });
});

it('shows what has begun, has not ended and was not dismissed, the most urgent first', () => {
  const announcements = [
    anAnnouncement({ id: 1 }),
    anAnnouncement({ id: 2, level: 'critical' }),
    anAnnouncement({ id: 3, from: 60 }),
    anAnnouncement({ id: 4, until: 50 }),
    anAnnouncement({ id: 5, level: 'warning', until: 51 }),
    anAnnouncement({ id: 6 }),
  ];
  const at = (now: number, toldAt = 0) => shownAt({ announcements, dismissed: [6], toldAt }, now).map((one) => one.id);
  expect(at(50)).toEqual([2, 5, 1]);
  expect(at(60)).toEqual([2, 1, 3]);
  expect(at(20, 60)).toEqual([2, 1, 3]);
});

it('comes live, and goes when it is dismissed here or in another window', async () => {
  const { asked } = serve({ 'POST /api/announcements/1/dismiss': { body: { result: 'success' } } });
  watchAnnouncements();
  draw(<AnnouncementBanner />);
  applyEvent('announcements', {
    announcements: [anAnnouncement({ link: 'https://shop.example/a' }), anAnnouncement({ id: 2, text: 'Two' })],
    now: Date.now(),
  });
  expect(await screen.findByText('Stocktaking today', { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read more' }).getAttribute('rel')).toContain('noopener');
  const [first] = screen.getAllByRole('button', { name: 'Dismiss announcement' });
  if (first) await userEvent.setup().click(first);
  expect(screen.queryByText('Stocktaking today', { exact: false })).toBeNull();
  expect(asked.map((call) => call.key)).toEqual(['POST /api/announcements/1/dismiss']);
  applyEvent('announcementDismissed', { id: 2 });
  await waitFor(() => expect(screen.queryByText('Two')).toBeNull());
});

it('is back when the server does not take the dismissal', async () => {
  serve({ 'POST /api/announcements/1/dismiss': { status: 503, body: {} } });
  useAnnouncements.setState({ announcements: [anAnnouncement({})] });
  draw(<AnnouncementBanner />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss announcement' }));
  expect(await screen.findByText('Stocktaking today')).toBeTruthy();
});

it('is published by an admin', async () => {
  const core = serve({
    'GET /api/announcements': { body: [] },
    'POST /api/announcements': { status: 201, body: anAnnouncement({}) },
  });
  const posts = () => core.asked.filter((call) => call.key.startsWith('POST'));
  draw(<AnnouncementsSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New announcement' }));
  await user.type(screen.getByLabelText('Text'), ' ');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Write what you want to say.')).toBeTruthy();
  expect(posts()).toEqual([]);
  await user.type(screen.getByLabelText('Text'), 'Stocktaking');
  await user.click(screen.getByText('Warning'));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.body).toEqual({ text: ' Stocktaking', level: 'warning', link: '', from: null, until: null });
  expect(await screen.findByText('No announcements yet')).toBeTruthy();
});

it('puts the refusal of the server beside its field', async () => {
  serve({
    'GET /api/announcements': { body: [anAnnouncement({})] },
    'PUT /api/announcements/1': {
      status: 422,
      body: { error: { code: 'invalid', message: 'Not like this.', fields: { link: 'A link begins with https://.' } } },
    },
  });
  draw(<AnnouncementsSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Stocktaking today/ }));
  await user.type(screen.getByLabelText('Link'), 'shop');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A link begins with https://.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('shop');
});

it('keeps what was typed when the window is closed and opened again', async () => {
  serve({ 'GET /api/announcements': { body: [anAnnouncement({})] } });
  const shown = draw(<AnnouncementsSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Stocktaking today/ }));
  await user.type(screen.getByLabelText('Text'), ' and tomorrow');
  shown.unmount();
  draw(<AnnouncementsSection />);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Stocktaking today and tomorrow');
});

it('says so when they do not load, and when they are not for this person', async () => {
  serve({ 'GET /api/announcements': { status: 500, body: {} } });
  const shown = draw(<AnnouncementsSection />);
  expect(await screen.findByText('The announcements could not be loaded')).toBeTruthy();
  shown.unmount();
  useSession.setState({ session: { isAdmin: false } as Session });
  draw(<AnnouncementsSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
});
