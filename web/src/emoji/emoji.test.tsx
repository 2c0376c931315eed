import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useCustomEmoji } from '../api/emoji';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { useDialog } from '../ui/dialog';
import { EmojiSection } from './EmojiSection';
import { bareName, faultsOf, nameOf } from './model';

const PARTY = { id: 1, name: ':party:', url: '/api/emoji/pictures/k', deleted: false };
const OLD = { id: 2, name: ':old:', url: '/api/emoji/pictures/o', deleted: true };
const aFile = (name: string, type: string, bytes = 8) => new File([new Uint8Array(bytes)], name, { type });

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
  useCustomEmoji.setState({ phase: 'idle', problem: null, emoji: [] });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
});

it('names and files are judged before they are sent', () => {
  expect([bareName(' :Party: '), nameOf('Party Parrot (1).gif')]).toEqual(['party', 'party_parrot_1']);
  expect(faultsOf('party', aFile('a.gif', 'image/gif'))).toEqual({});
  expect(faultsOf('x', null)).toEqual({ name: 'fault.name', picture: 'fault.picture' });
  expect(faultsOf('two words', aFile('a.svg', 'image/svg+xml'))).toEqual({ name: 'fault.name', picture: 'fault.kind' });
  expect(faultsOf('big', aFile('a.png', 'image/png', 300_000))).toEqual({ picture: 'fault.size' });
});

it('adds a picture under a name, shows what is refused, and deletes after asking', async () => {
  const stored = [OLD];
  let taken = true;
  const { asked } = serve({
    'GET /api/emoji/custom': () => ({ body: stored }),
    'POST /api/emoji/custom': () => {
      if (taken) return { status: 409, body: { error: { code: 'conflict', message: 'There is an emoji :party: already.' } } };
      stored.unshift(PARTY);
      return { status: 201, body: PARTY };
    },
    'DELETE /api/emoji/custom/1': () => {
      stored.shift();
      return { body: { result: 'success' } };
    },
  });
  draw(<EmojiSection />);
  expect(await screen.findByText('No emoji of your own yet')).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add emoji' }));
  expect(screen.getByText('Choose a picture.')).toBeTruthy();
  expect(asked).toHaveLength(1);

  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no field for a file');
  await user.upload(input, aFile('Party.gif', 'image/gif'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('party');
  await user.click(screen.getByRole('button', { name: 'Add emoji' }));
  expect((await screen.findByRole('alert')).textContent).toBe('There is an emoji :party: already.');
  taken = false;
  await user.click(screen.getByRole('button', { name: 'Add emoji' }));
  expect(await screen.findByText(':party:')).toBeTruthy();
  const sent = asked.find((call) => call.key.startsWith('POST'))?.body as FormData;
  expect([sent.get('name'), (sent.get('picture') as File).name]).toEqual(['party', 'Party.gif']);

  await user.click(screen.getByRole('button', { name: 'Delete :party:' }));
  useDialog.getState().dialog?.confirm?.run();
  await waitFor(() => expect(screen.queryByText(':party:')).toBeNull());
});

it('says when it does not load, and when it is not for this person', async () => {
  serve({ 'GET /api/emoji/custom': { status: 503, body: {} } });
  const first = draw(<EmojiSection />);
  expect(await screen.findByText('The emoji could not be loaded')).toBeTruthy();
  first.unmount();
  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  draw(<EmojiSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
  expect(asked).toEqual([]);
});
