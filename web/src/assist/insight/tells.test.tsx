import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, expect, it } from 'vitest';
import { aMessage, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Below } from './Below';
import { toggleTells, useTells } from './store';

const message = aMessage({ id: 5 });
const PERSONALITY = { value: 'Exact and calm.', scores: [{ name: 'openness', value: 0.42 }, { name: 'zest', value: 1 }], helper: 'Local helper', ts: 1_700_000_000_000 };
const ADVOCACY = { value: 'detractor', scores: [{ name: 'detractor', value: 0.7 }], helper: 'Local helper', ts: 1_700_000_000_000 };

beforeEach(() => {
  useTells.setState({ open: {} });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('is nothing before somebody asks, and asks for each kind when it is chosen', async () => {
  const { asked } = serve({ 'GET /api/wauchat': ({ url }) => ({ body: { result: 'success', type: url.searchParams.get('type'), value: PERSONALITY } }) });
  const { container } = draw(<Below message={message} />);
  expect(container.querySelector('button')).toBeNull();
  act(() => toggleTells(message));
  const kinds = await screen.findByRole('group', { name: 'What this tells' });
  expect(within(kinds).getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Other words', 'Personality', 'Would recommend us', 'What comes next', 'What matters most']);
  expect(asked).toEqual([]);
  await userEvent.click(within(kinds).getByRole('button', { name: 'Personality' }));
  expect(await screen.findByText('Exact and calm.')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Scores' })).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Openness42 %', 'zest100 %']);
  await userEvent.click(within(kinds).getByRole('button', { name: 'Personality' }));
  expect(asked).toHaveLength(1);
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it('shows what is stored already, folded at first and in words', async () => {
  const { asked } = serve({});
  draw(<Below message={{ ...message, advocacy: ADVOCACY, anchor: 'told by the channel' }} />);
  const fold = await screen.findByRole('button', { name: 'What this tells' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(fold);
  expect((await screen.findAllByText('Advises against us')).length).toBe(2);
  expect(screen.getByRole('button', { name: 'Would recommend us' }).getAttribute('aria-pressed')).toBe('true');
  expect(asked).toEqual([]);
});

it('says when the message does not tell, when no helper is there, and tries again', async () => {
  let tries = 0;
  serve({
    'GET /api/wauchat': ({ url }) => {
      if (url.searchParams.get('type') === 'anchor') return { status: 409, body: { error: { code: 'conflict', message: 'None.' } } };
      tries += 1;
      return tries === 1 ? { status: 503, body: {} } : { body: { result: 'success', type: 'alternative', value: { ...PERSONALITY, value: '', scores: [] } } };
    },
  });
  act(() => toggleTells(message));
  draw(<Below message={message} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Other words' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The message does not tell.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'What matters most' }));
  expect(await screen.findByText('No helper is connected')).toBeTruthy();
});
