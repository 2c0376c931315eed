import { act, screen, waitFor } from '@testing-library/react';
import { Link, Outlet } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawRoutes } from '../../../tests/draw';
import { useOpenedName } from '../opened';
import { Arrival } from './Arrival';

beforeEach(() => useOpenedName.setState({ name: '' }));
afterEach(() => document.body.replaceChildren());

function Frame() {
  return (
    <>
      <Arrival skips />
      <main id="screen" data-region="screen" tabIndex={-1}>
        <section data-region="list" aria-label="Tickets">
          <h1>
            Tickets <span>14</span>
          </h1>
          <input aria-label="Find" />
          <Link to="/ticket/7">Lamp</Link>
        </section>
        <Outlet />
      </main>
    </>
  );
}

const Opened = () => (
  <div data-opened>
    <section data-region="conversation" aria-label="The lamp is broken">
      <h2>The lamp is broken</h2>
      <button type="button">Status</button>
    </section>
  </div>
);

const routes = [{ Component: Frame, children: [{ path: '/ticket', element: null }, { path: '/ticket/7', Component: Opened }] }];
const title = () => useOpenedName.getState().name;
const told = () => screen.getByRole('status').textContent;

it('names what is open, and moves the focus to it without saying it again', async () => {
  const { router } = drawRoutes(routes, '/ticket');
  await waitFor(() => expect(title()).toBe('Tickets'));
  // The first screen of a page is read by the browser.
  expect([document.activeElement, told()]).toEqual([document.body, '']);
  await act(() => router.navigate('/ticket/7'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'The lamp is broken' })));
  expect([title(), told()]).toEqual(['#7 The lamp is broken', '']);
});

it('goes back to the row, and says politely where that is', async () => {
  const { router } = drawRoutes(routes, '/ticket/7');
  await waitFor(() => expect(title()).toBe('#7 The lamp is broken'));
  await act(() => router.navigate('/ticket'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Lamp' })));
  expect(told()).toBe('Tickets');
});

it('leaves whoever writes where they are, and says what is open', async () => {
  const { router } = drawRoutes(routes, '/ticket');
  await waitFor(() => expect(title()).toBe('Tickets'));
  screen.getByLabelText('Find').focus();
  await act(() => router.navigate('/ticket/7'));
  await waitFor(() => expect(told()).toBe('#7 The lamp is broken'));
  expect(document.activeElement).toBe(screen.getByLabelText('Find'));
});

it('has a second link past the navigation: to the list, or to the conversation', async () => {
  const { router } = drawRoutes(routes, '/ticket');
  expect(screen.getByRole('link', { name: 'Skip to the list' })).toBeTruthy();
  await act(() => router.navigate('/ticket/7'));
  act(() => screen.getByRole('link', { name: 'Skip to the conversation' }).click());
  expect(document.activeElement?.closest('[data-region]')?.getAttribute('data-region')).toBe('conversation');
});
