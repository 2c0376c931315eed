import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { useVariant, WHOLE_DESK } from '../api/variant';
import { useUnread } from '../realtime/unread';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { Nav } from './Nav';

beforeEach(() => {
  localStorage.clear();
  useVariant.setState({ settled: true, variant: WHOLE_DESK });
  useUnread.setState({ ticket: 0, livechat: 0, chat: 0 });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

const hidden = (name: string) => screen.getByRole('link', { name }).dataset['hidden'];

it('hides an entry while collapsed, and remembers it', async () => {
  const user = userEvent.setup();
  const first = draw(<Nav />);
  expect(screen.queryByText('Choose what hides')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show labels' }));
  await user.click(screen.getByRole('button', { name: 'Choose what hides' }));
  await user.click(await screen.findByRole('button', { name: 'Hide Live chat while collapsed' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(hidden('Live chat')).toBe('true');
  expect(hidden('Tickets')).toBeUndefined();
  first.unmount();
  draw(<Nav />);
  expect(hidden('Live chat')).toBe('true');
});

it('hides at first what the variant says, and shows nothing that has no screen', () => {
  const admin = sessionFrom({ ...SESSION_ANSWER, type: 'admin' });
  useSession.setState({ session: admin });
  useVariant.setState({ variant: { ...WHOLE_DESK, hidden_menu: ['/contacts', '/call_config'] } });
  const whole = draw(<Nav />);
  expect([hidden('Contacts'), hidden('Call Configurations'), hidden('Tickets')]).toEqual(['true', 'true', undefined]);
  for (const name of ['Chats', 'Case Management']) {
    expect(screen.queryByRole('link', { name }), name).toBeNull();
  }
  whole.unmount();
  useVariant.setState({ variant: { ...WHOLE_DESK, id: 'call-centre', name: 'Patchbay Calls', features: ['call'], hidden_menu: [] } });
  draw(<Nav />);
  expect(screen.getByRole('link', { name: 'Patchbay Calls' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Tickets' })).toBeNull();
});

it('marks where one is, and counts what is unread as it changes', async () => {
  draw(<Nav />, '/ticket/7');
  expect(screen.getByRole('link', { name: 'Tickets' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();
  useUnread.setState({ ticket: 120 });
  expect(await screen.findByRole('link', { name: 'Tickets 120 unread' })).toBeTruthy();
  expect(screen.getByText('99+')).toBeTruthy();
});

it('marks the calls while one is open', () => {
  draw(<Nav />, '/call/7');
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map((link) => link.getAttribute('aria-label'))).toEqual(['Call']);
});

it('opens everything from the bar of a phone', async () => {
  const user = userEvent.setup();
  draw(<Nav />);
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const all = await screen.findByRole('navigation', { name: 'All places' });
  expect(all.textContent).toContain('Contacts');
  expect(all.textContent).toContain('Support');
  expect(all.textContent).toContain('Report');
  expect(all.textContent).not.toContain('Call Configurations');
});

it('leaves out what the account does not have', () => {
  const productDetails = SESSION_ANSWER.productDetails.filter((feature) => feature !== 'livechat');
  useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, productDetails }) });
  draw(<Nav />);
  expect(screen.getByRole('link', { name: 'Tickets' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Live chat' })).toBeNull();
});
