import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aPlugin, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { usePlugins } from '../api/plugins';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { openSearch } from './overlays';
import { SearchOverlay } from './SearchOverlay';

const post = (number: number, channel: string, livechat = false) => ({ id: number, ticket_number: number, channel, livechat, title: `Lamp ${number}`, marks: [], label: '[]', name: 'Mei', closed: 0, ts: 1 });
const message = (number: number, channel: string, livechat = false) => ({
  id: number, ticket_id: number, ticket_number: number, channel, livechat, direction: 'in', message: `Bulb ${number}`, marks: [], sender_name: 'Mei', title: 'Lamp', ts: 1,
});

it('leads from what is found to its conversation, by its kind', async () => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  usePlugins.setState({ plugins: [aPlugin('EXCHANGE', ['calls'])] });
  serve({
    'GET /api/search/data': {
      body: {
        post: [post(1, 'TELEGRAM'), post(2, 'WEB', true), post(3, 'EXCHANGE')],
        message: [message(4, 'TELEGRAM'), message(5, 'WEB', true), message(6, 'EXCHANGE')],
        postCount: 3, messageCount: 3, postMore: false, messageMore: false, indexing: null,
      },
    },
  });
  openSearch();
  draw(<SearchOverlay />);
  await userEvent.type(await screen.findByRole('textbox'), 'number:1{Enter}');
  await screen.findByRole('region', { name: 'Live Chat' });
  const paths = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(paths.toSorted()).toEqual(['/call/3', '/call/6', '/livechat/2', '/livechat/5', '/ticket/1', '/ticket/4']);
});
