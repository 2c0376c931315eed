import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import type { QueuedVisitor } from '../realtime/envelope';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { pageName } from './model';
import { Queue } from './Queue';
import { resetQueue, useQueue } from './queue';

const ANN: QueuedVisitor = {
  session: 1,
  name: 'Ann',
  message: 'Is it in stock?',
  waiting_since_ms: 0,
  number: 1,
  channel_id: 1,
  page_url: 'https://shop.example/lamps',
  page_title: 'Lamps',
  verified: true,
};

beforeEach(() => {
  resetQueue();
  useSession.setState({ phase: 'starting', session: null });
});

it('shows which page a visitor is on, and who is verified', () => {
  const BEN: QueuedVisitor = { ...ANN, session: 2, number: 2, name: 'Ben', page_url: '', page_title: '', verified: false };
  useQueue.setState({ queue: [ANN, BEN], count: 2 });
  draw(<Queue />);
  const [ann, ben] = screen.getAllByRole('listitem');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'From the page Lamps' });
  expect(ann?.contains(link)).toBe(true);
  expect([link.href, link.target, link.rel]).toEqual(['https://shop.example/lamps', '_blank', 'noopener noreferrer']);
  expect(ann?.textContent).toContain('AnnVerified');
  expect(ben?.textContent).not.toContain('Verified');
  expect(ben?.querySelector('a')).toBeNull();
});

it('is looked at only by people who answer no customers', () => {
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, type: 'agent', permission: ['notes_only'] }) });
  useQueue.setState({ queue: [ANN], count: 1 });
  draw(<Queue />);
  expect(screen.getByText('Ann')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['https://shop.example/lamps', ' Lamps ', 'Lamps'],
  ['https://shop.example/lamps?a=1', '', '/lamps'],
  ['http://shop.example:8080/', '', 'shop.example:8080'],
  ['https://shop.example', '', 'shop.example'],
  ['', 'Lamps', ''],
  ['javascript:alert(1)', 'Lamps', ''],
])('calls the page %s with the title “%s” “%s”', (url, title, name) => {
  expect(pageName(url, title)).toBe(name);
});
