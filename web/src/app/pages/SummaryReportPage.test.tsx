import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Screen } from './SummaryReportPage';

beforeEach(() => {
  serve({});
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it.each([
  ['/report/livechat/3', '/report/livechat/3'],
  ['/report/livechat/open', '/report/livechat/0'],
  ['/report/ticket/all', '/report/ticket/4'],
  ['/report/livechat/all', '/report/livechat/4'],
  ['/report/all/all', '/report/ticket/4'],
  ['/report/all/2', '/report/ticket/2'],
  ['/report/all/open', '/report/ticket/0'],
  ['/report/letters/1', '/report/ticket/0'],
])('%s opens at %s', async (path, place) => {
  const { router } = drawRoutes([{ path: '/report/:type/:status', element: <Screen /> }], path);
  await waitFor(() => expect(router.state.location.pathname).toBe(place));
  expect(await screen.findByRole('heading', { name: 'Summary' })).toBeTruthy();
});
