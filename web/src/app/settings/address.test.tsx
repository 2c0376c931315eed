import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, Outlet, type RouteObject } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useVariant } from '../../api/variant';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { rememberTicket } from '../../tickets/lastTicket';
import { ENTRIES_KEPT, masked } from '../../ui/settingsAddress';
import { SettingsLink } from '../../ui/SettingsLink';
import { MobileFrame } from '../MobileFrame';
import { Screen as SettingsPage } from '../pages/SettingsPage';
import { openSettings, useSettings } from './open';
import { SettingsPlace } from './SettingsPlace';

/** A screen with something typed, which is lost when the router lets go of it. */
function Ticket() {
  const [text, setText] = useState('');
  return (
    <>
      <textarea aria-label="Answer" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <SettingsLink section="macros">Macros</SettingsLink>
    </>
  );
}

function Frame() {
  return (
    <>
      <Outlet />
      <SettingsPlace />
    </>
  );
}

const ROUTES: RouteObject[] = [
  {
    Component: Frame,
    children: [
      { path: '/', element: <Link to="/ticket/7?filter=all">Home</Link> },
      { path: '/ticket/:number', Component: Ticket },
      { path: '/popup/ticket/:number', Component: Ticket },
      { path: '/settings/:section?', Component: SettingsPage },
    ],
  },
  {
    element: (
      <MobileFrame>
        <Outlet />
      </MobileFrame>
    ),
    children: [
      { path: '/mobile/ticket', Component: Ticket },
      { path: '/mobile/settings/:section?', Component: SettingsPage },
    ],
  },
];

beforeEach(() => {
  serve({});
  localStorage.clear();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  useSettings.setState({ wanted: false, asked: null, left: null });
  useVariant.setState({ mineKnown: true, mine: { restore_ticket: false, customer_analysis: false, dashboard: false } });
});

function start(path: string) {
  const { router } = drawRoutes(ROUTES, path);
  const shown = () => {
    const { pathname, search, mask } = router.state.location;
    return mask?.pathname ?? `${pathname}${search}`;
  };
  return { router, shown, back: () => act(() => router.navigate(-1)) };
}

const dialog = () => screen.findByRole('dialog', { name: 'Settings' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const section = (name: string) => screen.findByRole('region', { name });
const choose = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));

describe('over a screen', () => {
  it('goes from section to section by addresses, and Back goes the same way to the screen as it was', async () => {
    const { router, shown, back } = start('/ticket/7?filter=all');
    await userEvent.type(screen.getByLabelText('Answer'), 'Good day');
    act(() => openSettings('labels'));
    await section('Labels');
    expect(shown()).toBe('/settings/labels');
    await choose('Users');
    await section('Users');
    expect(shown()).toBe('/settings/users');
    await back();
    await section('Labels');
    expect(shown()).toBe('/settings/labels');
    await back();
    await gone();
    expect(shown()).toBe('/ticket/7?filter=all');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('Good day');
    await act(() => router.navigate(1));
    await section('Labels');
  });

  it('closes to the screen at once, however many sections were open, and leaves none of them on the way back', async () => {
    const { router, shown, back } = start('/');
    await userEvent.click(screen.getByRole('link', { name: 'Home' }));
    act(() => openSettings(17));
    await section('Subscription');
    expect(shown()).toBe('/settings/subscription');
    await choose('Audit log');
    await choose('Security');
    await section('Security');
    await userEvent.keyboard('{Escape}{Escape}');
    await gone();
    expect(shown()).toBe('/ticket/7?filter=all');
    expect(router.state.location.state).toBeNull();
    await back();
    expect(shown()).toBe('/');
  });

  it('closes after more sections than a browser keeps entries of', async () => {
    const { router, shown } = start('/');
    await act(() => router.navigate('/ticket/7', masked('/ticket/7', 'rules', ENTRIES_KEPT)));
    await section('Rules');
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(shown()).toBe('/ticket/7');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('opens where it was left, and takes no step to the section that is open', async () => {
    const { shown, back } = start('/');
    act(() => openSettings('rules'));
    await section('Rules');
    await choose('Rules');
    act(() => openSettings());
    await back();
    await gone();
    act(() => openSettings());
    await section('Rules');
    expect(shown()).toBe('/settings/rules');
  });

  it('is linked to from other rooms, in a new window from one that holds a conversation only', async () => {
    const { shown } = start('/ticket/7');
    const link = screen.getByRole('link', { name: 'Macros' });
    expect(link.getAttribute('href')).toBe('/settings/macros');
    await userEvent.click(link);
    await section('Macros');
    expect(shown()).toBe('/settings/macros');
    start('/popup/ticket/7');
    const popup = screen.getAllByRole('link', { name: 'Macros', hidden: true }).at(-1);
    expect(popup?.getAttribute('target')).toBe('_blank');
  });
});

describe('by its address', () => {
  it('lies over the home, and closes to it', async () => {
    const { router, shown } = start('/settings/labels');
    await section('Labels');
    expect(router.state.location.pathname).toBe('/');
    expect(shown()).toBe('/settings/labels');
    await choose('Users');
    await section('Users');
    await userEvent.click(screen.getByRole('button', { name: 'Close settings' }));
    await gone();
    expect(shown()).toBe('/');
  });

  it('lies over the last ticket for those who come back to it', async () => {
    rememberTicket('/ticket/9');
    useVariant.setState({ mineKnown: false });
    const { router } = start('/settings/labels');
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => useVariant.setState({ mineKnown: true, mine: { restore_ticket: true, customer_analysis: false, dashboard: false } }));
    await section('Labels');
    expect(router.state.location.pathname).toBe('/ticket/9');
  });

  it.each(['/settings', '/settings/1'])('%s becomes the address of its section', async (path) => {
    const { shown } = start(path);
    await section('Profile');
    await waitFor(() => expect(shown()).toBe('/settings/profile'));
  });

  it('says that there is no such section, and shows those that there are', async () => {
    const { shown } = start('/settings/lables');
    expect(await screen.findByText('There is no section at this address')).toBeTruthy();
    expect(shown()).toBe('/settings/lables');
    expect(within(await dialog()).queryByRole('button', { current: 'page' })).toBeNull();
    await choose('Labels');
    await section('Labels');
    expect(shown()).toBe('/settings/labels');
  });

  it('shows nothing of a section that is for admins, and lists none of those', async () => {
    useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
    const { asked } = serve({});
    start('/settings/users');
    expect(await screen.findByText('You do not have the permission for this section')).toBeTruthy();
    expect(within(await dialog()).queryByRole('button', { name: 'Users' })).toBeNull();
    expect(asked).toEqual([]);
    await choose('Profile');
    await section('Profile');
  });

  it('lies over the mobile view in its frame', async () => {
    const { router, shown, back } = start('/mobile/settings/labels');
    await section('Labels');
    expect(router.state.location.pathname).toBe('/mobile/ticket');
    expect(shown()).toBe('/mobile/settings/labels');
    await choose('Users');
    await section('Users');
    expect(shown()).toBe('/mobile/settings/users');
    await back();
    await section('Labels');
  });
});
