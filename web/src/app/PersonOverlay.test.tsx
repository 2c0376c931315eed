import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aPlugin, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { usePlugins } from '../api/plugins';
import { openCard } from '../presence/open';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { PersonOverlay } from './PersonOverlay';

const line = (number: number, channel: string, livechat = false) => ({ id: number, ticket_number: number, channel, livechat, title: `Lamp ${number}`, name: 'Mei', ts: 1 });

it('leads from what a colleague works on to its conversation, by its kind', async () => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  usePlugins.setState({ plugins: [aPlugin('EXCHANGE', ['calls'])] });
  serve({ 'GET /api/ticket/user/list': { body: { data: [line(1, 'TELEGRAM'), line(2, 'EXCHANGE'), line(3, 'WEB', true)], exp: 0, expLevel: 1 } } });
  openCard('ann');
  draw(<PersonOverlay />);
  await screen.findByRole('link', { name: /Lamp 1/ });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/ticket/1', '/call/2', '/livechat/3']);
});
