import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aTicket, SESSION_ANSWER } from '../../tests/builders';
import { drawRoutes } from '../../tests/draw';
import { serve } from '../../tests/server';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { LivechatList } from './LivechatList';
import { resetLivechats } from './store';

const chat = (id: number, name: string) => aTicket({ id, ticket_number: id, channel: 'LIVECHAT', livechat: true, name, title: name });

beforeEach(() => {
  localStorage.clear();
  resetLivechats();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('opens a chat in a window of its own where it is clicked with Alt, and shows so while Alt is held', async () => {
  const data = [{ session_id: 1, session_name: 'Ann', livechats: [chat(1, 'Ann')] }, { session_id: 2, session_name: 'Ben', livechats: [chat(2, 'Lamp'), chat(3, 'Bulb')] }];
  serve({ 'GET /api/ticket/load/-/open/livechat/0': { body: { data, count: 3, countMore: false, status: 200 } } });
  const onPopup = vi.fn();
  const { router } = drawRoutes([{ path: '*', element: <LivechatList selected={undefined} onPopup={onPopup} /> }], '/livechat');
  const ann = await screen.findByRole('link', { name: /^Ann/ });
  const bulb = screen.getByRole('link', { name: /^Bulb/ });
  expect(screen.queryByText('Open in a window')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Alt', altKey: true });
  expect(screen.getByText('Open in a window')).toBeTruthy();
  fireEvent.click(ann, { altKey: true });
  fireEvent.click(bulb, { altKey: true });
  expect(onPopup.mock.calls).toMatchObject([[{ id: 1 }], [{ id: 3 }]]);
  expect(router.state.location.pathname).toBe('/livechat');
  fireEvent.keyUp(document.body, { key: 'Alt' });
  expect(screen.queryByText('Open in a window')).toBeNull();
  fireEvent.click(bulb);
  await waitFor(() => expect(router.state.location.pathname).toBe('/livechat/3'));
  expect(onPopup).toHaveBeenCalledTimes(2);
});
