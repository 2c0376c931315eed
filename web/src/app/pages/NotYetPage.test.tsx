import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Screen } from './NotYetPage';

function openAt(path: string, isAdmin: boolean) {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin } });
  return drawRoutes([{ path: '/settings/:section', element: 'the settings' }, { path: '*', Component: Screen }], path).router;
}

it.each(['/forms', '/forms/'])('%s leads whoever manages forms to their settings', async (path) => {
  const router = openAt(path, true);
  await waitFor(() => expect(screen.getByText('the settings')).toBeTruthy());
  expect(router.state.location.pathname).toBe('/settings/ticket-forms');
});

it.each([
  ['/forms', false],
  ['/calendar', true],
])('%s says that it is not there yet where nothing else holds it', (path, isAdmin) => {
  const router = openAt(path, isAdmin);
  expect(screen.getByRole('link')).toBeTruthy();
  expect(router.state.location.pathname).toBe(path);
});
