import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { drawRoutes } from '../../../tests/draw';
import { aCategory, aRow, aTranslation } from '../../../tests/knowledge';
import { serve } from '../../../tests/server';
import { contextNow } from '../../actions/live';
import { applyEvent } from '../../realtime/apply';
import type { Session } from '../../session/model';
import { useSession } from '../../session/store';
import { DialogWindow } from '../../ui/DialogWindow';
import { dropDrafts } from '../../ui/useDraft';
import { KnowledgeRoom } from '../KnowledgeRoom';

const open = (path = '/kb') => drawRoutes([{ path: '/kb/*', element: <><KnowledgeRoom /><DialogWindow /></> }, { path: '*', element: null }], path);
const CATEGORIES = { body: [aCategory(), aCategory({ id: 2, names: { en: 'Parcels', ms: 'Bungkusan' }, articles: 1 })] };

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
});

it('lists articles with how each language stands, and more of them when asked', async () => {
  const due = aRow({ id: 8, category_id: 1, verified_until: 1, translations: [aTranslation({ title: 'Parcels', state: 'published', revision: 3, published_revision: 2 }), aTranslation({ language: 'ms', title: 'Bungkusan', source_changed: true })] });
  const { asked } = serve({
    'GET /api/knowledge/categories': CATEGORIES,
    'GET /api/knowledge/articles': ({ url }) => ({ body: url.searchParams.get('after') === null ? { items: [aRow(), due], next: 'x' } : { items: [aRow({ id: 9, translations: [aTranslation({ title: 'Third' })] })], next: null } }),
  });
  open();
  expect((await screen.findByRole('link', { name: /^Refunds/ })).getAttribute('href')).toBe('/kb/7');
  const row = screen.getByRole('link', { name: /^Parcels/ });
  for (const words of ['Review is due', 'Orders', 'Unpublished changes', 'Source changed']) expect(row.textContent).toContain(words);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: /^Third/ });
  expect(asked.filter(({ key }) => key === 'GET /api/knowledge/articles')).toHaveLength(2);
  act(() => contextNow().knowledge?.move(1));
  act(() => contextNow().knowledge?.move(1));
  expect(document.activeElement).toBe(row);
});

it('keeps the filters in the address, and asks the server for what they leave', async () => {
  const wanted: string[] = [];
  serve({
    'GET /api/knowledge/categories': CATEGORIES,
    'GET /api/knowledge/articles': ({ url }) => {
      wanted.push(url.search);
      return { body: { items: [], next: null } };
    },
  });
  const { router } = open('/kb?state=draft');
  const user = userEvent.setup();
  expect(await screen.findByText('No article matches')).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Find articles' }), 'lamp');
  await user.selectOptions(screen.getByLabelText('Category'), 'Orders');
  await user.click(screen.getByLabelText('Due for review'));
  await waitFor(() => expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ state: 'draft', category: '1', due: '1', q: 'lamp' }));
  await waitFor(() => expect(new URLSearchParams(wanted.at(-1)).get('q')).toBe('lamp'));
  expect(Object.fromEntries(new URLSearchParams(wanted.at(-1)))).toMatchObject({ state: 'draft', category_id: '1', due: 'true' });
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(await screen.findByText('No articles yet')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

it('says why nothing is listed, and is for admins', async () => {
  serve({ 'GET /api/knowledge/categories': CATEGORIES, 'GET /api/knowledge/articles': { status: 500, body: {} } });
  const first = open();
  expect(await screen.findByText('The articles could not be loaded')).toBeTruthy();
  first.view.unmount();
  serve({ 'GET /api/knowledge/categories': CATEGORIES, 'GET /api/knowledge/articles': { status: 403, body: {} } });
  const second = open();
  expect(await screen.findByText('This place is for admins')).toBeTruthy();
  second.view.unmount();
  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  open();
  expect(screen.getByText('This place is for admins')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('reads again when somebody else changed something', async () => {
  let title = 'Refunds';
  serve({ 'GET /api/knowledge/categories': CATEGORIES, 'GET /api/knowledge/articles': () => ({ body: { items: [aRow({ translations: [aTranslation({ title })] })], next: null } }) });
  open();
  await screen.findByRole('link', { name: /^Refunds/ });
  title = 'Money back';
  act(() => applyEvent('knowledgeChanged', { article_id: 7 }));
  expect(await screen.findByRole('link', { name: /^Money back/ }, { timeout: 3_000 })).toBeTruthy();
});

it('names, orders and deletes categories', async () => {
  const { asked } = serve({
    'GET /api/knowledge/categories': CATEGORIES,
    'POST /api/knowledge/categories': { body: aCategory({ id: 3 }) },
    'PUT /api/knowledge/categories/order': { body: CATEGORIES.body },
    'DELETE /api/knowledge/categories/2': { body: { result: 'success' } },
  });
  open('/kb/categories');
  const user = userEvent.setup();
  expect((await screen.findByRole('button', { name: /^Orders/ })).textContent).toContain('Called as in English: Bahasa Melayu, 中文');
  await user.click(screen.getByRole('button', { name: 'Move Parcels up' }));
  await waitFor(() => expect(asked.find(({ key }) => key.endsWith('/order'))?.body).toEqual({ ids: [2, 1] }));
  await user.click(screen.getByRole('button', { name: 'Delete the category Parcels' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked.some(({ key }) => key === 'DELETE /api/knowledge/categories/2')).toBe(true));
  await user.click(screen.getByRole('button', { name: 'New category' }));
  await user.type(screen.getByLabelText('Name in Bahasa Melayu'), 'Lampu');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter the English name.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name in English'), 'Lamps');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.find(({ key }) => key === 'POST /api/knowledge/categories')?.body).toEqual({ names: { en: 'Lamps', ms: 'Lampu' } }));
});

it('shows what was looked for in vain, and leads to an article about it', async () => {
  const gap = { words: 'green lamp', language: 'ms' as const, count: 4, last_at: 1_700_000_000_000 };
  const { asked } = serve({ 'GET /api/knowledge/gaps': { body: [gap] }, 'DELETE /api/knowledge/gaps': { body: { result: 'success' } }, 'GET /api/knowledge/categories': CATEGORIES });
  const { router } = open('/kb/gaps');
  const user = userEvent.setup();
  expect(await screen.findByText(/4 times/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mark green lamp as done' }));
  await waitFor(() => expect(asked.find(({ key }) => key.startsWith('DELETE'))?.body).toEqual({ words: 'green lamp', language: 'ms' }));
  await user.click(screen.getByRole('link', { name: 'Write an article' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Green lamp');
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('ms');
  act(() => contextNow().knowledge?.go('articles'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/kb'));
});
