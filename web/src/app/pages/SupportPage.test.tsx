import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { aSupportArticle, aSupportHome } from '../../../tests/knowledge';
import { serve } from '../../../tests/server';
import { Screen } from './SupportPage';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';

const open = (path: string) => drawRoutes([{ path: '/support/:space/:lang/:id?/:question?', element: <Screen /> }, { path: '*', element: null }], path);
const admin = { ...sessionFrom(SESSION_ANSWER), isAdmin: true };
const agent = (hides: boolean) => ({ ...admin, isAdmin: false, permissions: { ...admin.permissions, hide_knowledgebase: hides } });

const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = scrolled;
  useSession.setState({ phase: 'in', session: admin });
});

it('shows what is published by category, and what a search found', async () => {
  serve({
    'GET /api/support/kb/en': ({ url }) => ({ body: aSupportHome(url.searchParams.get('q') === 'send' ? { results: [{ id: 7, title: 'Refunds', excerpt: 'We send it back', path: '/support/kb/en/7', language: 'en', marks: [] }] } : url.searchParams.has('q') ? { results: [] } : {}) }),
    'GET /api/support/kb/en/7': { body: aSupportArticle() },
  });
  const { router } = open('/support/kb/en');
  const user = userEvent.setup();
  const orders = await screen.findByRole('region', { name: 'Orders' });
  expect(within(orders).getAllByRole('link').map((link) => link.textContent)).toEqual(['Refunds', 'Parcels']);
  expect(screen.getByRole('link', { name: 'Manage articles' }).getAttribute('href')).toBe('/kb');
  await user.type(screen.getByRole('searchbox'), 'send');
  expect(await screen.findByText('We send it back')).toBeTruthy();
  expect(router.state.location.search).toBe('?q=send');
  await user.type(screen.getByRole('searchbox'), ' nothing');
  expect(await screen.findByText('No article found')).toBeTruthy();
  await user.clear(screen.getByRole('searchbox'));
  await user.click(within(await screen.findByRole('region', { name: 'Orders' })).getByRole('link', { name: 'Refunds' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Refunds' })).toBeTruthy();
});

it('leads to the heading that the address names', async () => {
  serve({ 'GET /api/support/kb/en/7': { body: aSupportArticle() } });
  const { router } = open('/support/kb/en/7/how');
  const how = await screen.findByRole('heading', { name: 'How' });
  await waitFor(() => expect(document.activeElement).toBe(how));
  expect(scrolled).toHaveBeenCalled();
  await userEvent.setup().click(within(screen.getByRole('navigation', { name: 'On this page' })).getByRole('link', { name: 'When' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/support/kb/en/7/when'));
  expect(document.activeElement?.textContent).toBe('When');
});

it('asks whether it helped, and what is missing where it did not', async () => {
  const { asked } = serve({ 'GET /api/support/kb/en/7': { body: aSupportArticle() }, 'POST /api/support/kb/en/7/feedback': { body: {} } });
  open('/support/kb/en/7');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'No' }));
  await user.type(screen.getByLabelText('What is missing?'), 'The price.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Thank you for your answer.')).toBeTruthy();
  expect(asked.at(-1)?.body).toEqual({ helpful: false, comment: 'The price.' });
});

it('offers the languages that there are and the one that is asked for, and says where that is none of them', async () => {
  serve({ 'GET /api/support/kb/en/7': { body: aSupportArticle() }, 'GET /api/support/kb/zh/7': { body: aSupportArticle() } });
  const { router } = open('/support/kb/zh/7');
  expect(await screen.findByText('There is no version in 中文 yet. This one is in English.')).toBeTruthy();
  const choices = () => [...screen.getByLabelText<HTMLSelectElement>('Language').options].map(({ text }) => text);
  expect(choices()).toEqual(['English', '中文']);
  await userEvent.setup().selectOptions(screen.getByLabelText('Language'), 'English');
  await waitFor(() => expect(router.state.location.pathname).toBe('/support/kb/en/7'));
  await waitFor(() => expect(choices()).toEqual(['English']));
});

it('offers on the first page the languages that some article is in', async () => {
  serve({ 'GET /api/support/kb/en': { body: aSupportHome({ languages: ['zh', 'en'] }) }, 'GET /api/support/kb/zh': { body: aSupportHome({ language: 'zh', languages: ['zh', 'en'] }) } });
  const { router } = open('/support/kb/en');
  await screen.findByRole('region', { name: 'Orders' });
  const select = screen.getByLabelText<HTMLSelectElement>('Language');
  expect([...select.options].map(({ text }) => text)).toEqual(['English', '中文']);
  await userEvent.setup().selectOptions(select, '中文');
  await waitFor(() => expect(router.state.location.pathname).toBe('/support/kb/zh'));
});

it('is the same without a session, of the client that the address names', async () => {
  useSession.setState({ phase: 'out', session: null });
  const clients: (string | null)[] = [];
  serve({
    'GET /api/support/manual/en': ({ url }) => {
      clients.push(url.searchParams.get('client'));
      return { body: aSupportHome({ space: 'manual' }) };
    },
  });
  open('/support/manual/en?client=shop');
  expect(await screen.findByRole('heading', { name: 'Support manual' })).toBeTruthy();
  expect(clients).toEqual(['shop']);
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Manage articles' })).toBeNull();
});

it('hides the articles from whom they are hidden, and not the manual', async () => {
  useSession.setState({ session: agent(true) });
  const { asked } = serve({ 'GET /api/support/manual/en': { body: aSupportHome({ space: 'manual' }) } });
  const first = open('/support/kb/en');
  expect(await screen.findByText('The knowledgebase is hidden from you')).toBeTruthy();
  expect(asked).toEqual([]);
  first.view.unmount();
  open('/support/manual/en');
  expect(await screen.findByRole('heading', { name: 'Support manual' })).toBeTruthy();
});

it.each(['/support/nowhere/en', '/support/kb/xx', '/support/kb/en/lamp', '/support/kb/en/99'])('says of %s that there is nothing', async (path) => {
  serve({});
  open(path);
  expect(await screen.findByText('This page does not exist')).toBeTruthy();
});

it('says when it could not be loaded and when nothing is published', async () => {
  serve({ 'GET /api/support/kb/en': { status: 500, body: {} } });
  const first = open('/support/kb/en');
  expect(await screen.findByText('The articles could not be loaded')).toBeTruthy();
  first.view.unmount();
  serve({ 'GET /api/support/kb/en': { body: aSupportHome({ categories: [] }) } });
  open('/support/kb/en');
  expect(await screen.findByText('Nothing is published yet')).toBeTruthy();
});
