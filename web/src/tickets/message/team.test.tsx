import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { aMessage } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useCustomEmoji } from '../../api/emoji';
import type { Session } from '../../session/model';
import { useSession } from '../../session/store';
import { ReactionPicker } from './ReactionPicker';
import { Reactions } from './Reactions';

const PARTY = { id: 1, name: ':party:', url: '/api/emoji/pictures/k', deleted: false };
const OLD = { id: 2, name: ':old:', url: '/api/emoji/pictures/o', deleted: true };
const put = { reaction: ':party:', username: 'agent1', name: 'Agent One', team: true };

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { username: 'agent1' } as Session });
  useCustomEmoji.setState({ phase: 'ready', problem: null, emoji: [PARTY, OLD] });
});

it("offers the desk's own emoji where the channel takes none, and takes one away the second time", async () => {
  const { asked } = serve({ 'PUT /api/messages/7/reaction': { body: { data: {} } } });
  const first = draw(<ReactionPicker message={aMessage({ id: 7 })} allowed={null} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'React' }));
  expect(await screen.findByText('Only your team sees these')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'React with :old:' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'React with 👍' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'React with :party:' }));
  first.unmount();

  draw(<ReactionPicker message={aMessage({ id: 7, reactions: [put] })} allowed={[]} />);
  await user.click(screen.getByRole('button', { name: 'React' }));
  expect(await screen.findByRole('button', { name: 'React with 👍' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'React with :party:' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map((call) => call.body)).toEqual([
    { emoji: ':party:', off: false },
    { emoji: ':party:', off: true },
  ]);
});

it('shows pictures with count and names, also of a deleted one, and only where it has any', async () => {
  const { asked } = serve({ 'PUT /api/messages/7/reaction': { body: { data: {} } } });
  const reactions = [put, { ...put, username: 'agent2', name: 'Agent Two' }, { ...put, reaction: ':old:', username: 'agent3', name: 'Three' }];
  draw(<Reactions message={aMessage({ id: 7, reactions })} offered={false} />);
  const party = screen.getByRole('button', { name: ':party: by Agent One, Agent Two, for the team only' });
  expect([party.textContent, party.getAttribute('aria-pressed')]).toEqual(['2', 'true']);
  const old = screen.getByRole('button', { name: ':old: by Three, for the team only' });
  expect(old.querySelector('img')?.getAttribute('src')).toBe(OLD.url);
  await userEvent.setup().click(party);
  await waitFor(() => expect(asked.map((call) => call.body)).toEqual([{ emoji: ':party:', off: true }]));
});

it('is absent where there is nothing to choose', () => {
  useCustomEmoji.setState({ emoji: [OLD] });
  draw(<ReactionPicker message={aMessage({ id: 7 })} allowed={null} />);
  expect(screen.queryByRole('button')).toBeNull();
});
