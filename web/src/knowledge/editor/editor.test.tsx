import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawRoutes } from '../../../tests/draw';
import { aCategory, anArticle, aTranslation } from '../../../tests/knowledge';
import { serve } from '../../../tests/server';
import { contextNow } from '../../actions/live';
import { applyEvent } from '../../realtime/apply';
import type { Session } from '../../session/model';
import { useSession } from '../../session/store';
import { DialogWindow } from '../../ui/DialogWindow';
import { KnowledgeRoom } from '../KnowledgeRoom';
import type { Article } from '../types';

const toasts = vi.hoisted(() => ({ error: vi.fn(), success: vi.fn() }));
vi.mock('../../ui/toast', async (load) => ({ ...(await load<object>()), toastError: toasts.error, toastSuccess: toasts.success }));

const open = (path: string) => drawRoutes([{ path: '/kb/*', element: <><KnowledgeRoom /><DialogWindow /></> }, { path: '*', element: <p>Elsewhere</p> }], path);
const PREVIEW = ({ body }: { body: unknown }) => ({ body: { html: `<p>${(body as { body: string }).body}</p>` } });
const TEXT = '/api/knowledge/articles/7/translations/en';

/** A core with one article, which saving changes. */
function desk(article: Article, more: Parameters<typeof serve>[0] = {}) {
  let stored = article;
  const put = (to: Article) => {
    stored = to;
    return { body: to };
  };
  const core = serve({
    'GET /api/knowledge/categories': { body: [aCategory()] },
    'GET /api/knowledge/articles': { body: { items: [], next: null } },
    'GET /api/knowledge/articles/7': () => ({ body: stored }),
    'POST /api/knowledge/preview': PREVIEW,
    [`PUT ${TEXT}`]: ({ body }) => put(anArticle({ translations: [aTranslation({ ...(body as { title: string; body: string }), revision: (stored.translations[0]?.revision ?? 0) + 1 })] })),
    [`POST ${TEXT}/publish`]: () => put(anArticle({ translations: stored.translations.map((one) => ({ ...one, state: 'published' as const, published_revision: one.revision })) })),
    [`POST ${TEXT}/archive`]: () => put(anArticle({ translations: stored.translations.map((one) => ({ ...one, state: 'archived' as const, published_revision: null })) })),
    ...more,
  });
  return { ...core, put };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text');
const sent = (asked: readonly { key: string; body: unknown }[], key: string) => asked.filter((call) => call.key === key).map(({ body }) => body);

const narrow = window.matchMedia.bind(window);
const screenOf = (wide: boolean) => {
  window.matchMedia = (query) => ({ ...narrow(query), matches: wide && query.includes('1024px') });
};

beforeEach(() => {
  screenOf(true);
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
});
afterEach(() => {
  window.matchMedia = narrow;
  vi.restoreAllMocks();
});

it('begins an article, and publishes it at once', async () => {
  const core = desk(anArticle(), { 'POST /api/knowledge/articles': { body: anArticle({ translations: [aTranslation({ language: 'ms', revision: 9 }), aTranslation({ revision: 4 })] }) } });
  const { router } = open('/kb/new?language=en');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Enter a title.')).toBeTruthy();
  await user.type(screen.getByLabelText('Title'), 'Refunds');
  await user.selectOptions(screen.getByLabelText('Category'), 'Orders');
  await user.type(await field(), 'At once.');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/kb/7?language=en'));
  expect(sent(core.asked, 'POST /api/knowledge/articles')).toEqual([{ category_id: 1, language: 'en', title: 'Refunds', body: 'At once.' }]);
  await waitFor(() => expect(sent(core.asked, `POST ${TEXT}/publish`)).toEqual([{ revision: 4 }]));
});

it('says that a new article is a draft where it cannot be published, and opens it', async () => {
  const refused = { status: 503, body: { error: { code: 'unavailable', message: 'The disk is full.' } } };
  desk(anArticle(), { 'POST /api/knowledge/articles': { body: anArticle() }, [`POST ${TEXT}/publish`]: refused });
  const { router } = open('/kb/new?language=en');
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Refunds' } });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith(expect.stringMatching(/^The draft is saved, but not published\. ./)));
  expect(router.state.location.pathname).toBe('/kb/7');
  await waitFor(async () => expect((await field()).value).toBe('We send it back.'));
});

it('saves a draft from the revision it began with, and shows what readers will see', async () => {
  const core = desk(anArticle({ translations: [aTranslation({ state: 'published', published_revision: 1 })] }));
  open('/kb/7');
  const text = await field();
  fireEvent.change(text, { target: { value: 'New words.' } });
  expect(await within(screen.getByRole('region', { name: 'Preview' })).findByText('New words.', undefined, { timeout: 3_000 })).toBeTruthy();
  act(() => contextNow().article?.save());
  await waitFor(() => expect(sent(core.asked, `PUT ${TEXT}`)).toEqual([{ title: 'Refunds', body: 'New words.', revision: 1 }]));
  expect(await screen.findByText(/^Revision 2/)).toBeTruthy();
  fireEvent.change(text, { target: { value: 'Newer words.' } });
  act(() => contextNow().article?.publish());
  await waitFor(() => expect(sent(core.asked, `PUT ${TEXT}`)[1]).toEqual({ title: 'Refunds', body: 'Newer words.', revision: 2 }));
  await waitFor(() => expect(sent(core.asked, `POST ${TEXT}/publish`)).toEqual([{ revision: 3 }]));
});

it('has the field, the preview and the source in one place where there is room for one', async () => {
  screenOf(false);
  desk(anArticle());
  open('/kb/7');
  const text = await field();
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Preview' }));
  expect(await screen.findByRole('region', { name: 'Preview' })).toBeTruthy();
  expect(text.closest('[hidden]')).not.toBeNull();
  act(() => contextNow().article?.togglePreview());
  expect(text.closest('[hidden]')).toBeNull();
});

it('gives up the older preview when newer words come', async () => {
  const given: AbortSignal[] = [];
  const core = desk(anArticle());
  const fetched = fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (input.endsWith('/preview') && init.signal) given.push(init.signal);
    return input.endsWith('/preview') && given.length === 1 ? new Promise(() => undefined) : fetched(input, init);
  });
  open('/kb/7');
  const text = await field();
  await waitFor(() => expect(given).toHaveLength(1));
  fireEvent.change(text, { target: { value: 'Newer.' } });
  expect(await within(screen.getByRole('region', { name: 'Preview' })).findByText('Newer.', undefined, { timeout: 3_000 })).toBeTruthy();
  expect(given[0]?.aborted).toBe(true);
  expect(core.asked.filter(({ key }) => key.endsWith('/preview'))).toHaveLength(1);
});

it('marks text with buttons and keys, and keeps Ctrl+K from the palette there', async () => {
  desk(anArticle());
  open('/kb/7');
  const text = await field();
  text.setSelectionRange(0, 2);
  fireEvent.keyDown(text, { key: 'b', ctrlKey: true });
  expect(text.value).toBe('**We** send it back.');
  expect([text.selectionStart, text.selectionEnd]).toEqual([2, 4]);
  expect(fireEvent.keyDown(text, { key: 'k', ctrlKey: true })).toBe(false);
  expect(text.value).toBe('**[We](https://)** send it back.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Heading' }));
  expect(text.value.startsWith('## ')).toBe(true);
});

it('loses neither text when two write at once', async () => {
  const theirs = anArticle({ translations: [aTranslation({ title: 'Refunds', body: 'Theirs.', revision: 2, updated_by: { user_id: 2, username: 'tan', name: 'Tan' } })] });
  const core = desk(anArticle(), { [`PUT ${TEXT}`]: ({ body }) => ((body as { revision: number }).revision === 1 ? (core.put(theirs), { status: 409, body: { error: { code: 'overtaken', message: 'Saved meanwhile.' } } }) : core.put(theirs)) });
  open('/kb/7');
  const text = await field();
  fireEvent.change(text, { target: { value: 'Mine.' } });
  act(() => contextNow().article?.save());
  expect((await screen.findByText('Tan saved a newer revision while you were writing.')).closest('[role="alert"]')).toBeTruthy();
  expect(text.value).toBe('Mine.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Keep my text' }));
  act(() => contextNow().article?.save());
  await waitFor(() => expect(sent(core.asked, `PUT ${TEXT}`)[1]).toMatchObject({ body: 'Mine.', revision: 2 }));
});

it.each([
  ['Keep my text', 'We send it back.'],
  ['Take the newer revision', 'Theirs.'],
])('publishes only what was seen, and goes on with: %s', async (choice, words) => {
  const theirs = anArticle({ translations: [aTranslation({ body: 'Theirs.', revision: 2, updated_by: { user_id: 2, username: 'tan', name: 'Tan' } })] });
  const core = desk(anArticle(), {
    [`POST ${TEXT}/publish`]: () => (core.put(theirs), { status: 409, body: { error: { code: 'overtaken', message: 'Another revision is the newest.' } } }),
  });
  open('/kb/7');
  const text = await field();
  act(() => contextNow().article?.publish());
  expect((await screen.findByText('Tan saved a newer revision while you were writing.')).closest('[role="alert"]')).toBeTruthy();
  expect(sent(core.asked, `POST ${TEXT}/publish`)).toEqual([{ revision: 1 }]);
  expect(text.value).toBe('We send it back.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  await userEvent.setup().click(screen.getByRole('button', { name: choice }));
  expect(text.value).toBe(words);
  expect(screen.queryByText(/saved a newer revision/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(false);
});

it('shows what another saved where nothing was typed, and asks where something was', async () => {
  const core = desk(anArticle());
  open('/kb/7');
  const text = await field();
  core.put(anArticle({ translations: [aTranslation({ body: 'Theirs.', revision: 2 })] }));
  act(() => applyEvent('knowledgeChanged', { article_id: 7 }));
  await waitFor(() => expect(text.value).toBe('Theirs.'));
  fireEvent.change(text, { target: { value: 'Mine.' } });
  core.put(anArticle({ translations: [aTranslation({ body: 'Theirs again.', revision: 3 })] }));
  act(() => applyEvent('knowledgeChanged', { article_id: 7 }));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Take the newer revision' }));
  expect(text.value).toBe('Theirs again.');
});

it('has the source beside a translation, and says when the source went on', async () => {
  const both = [aTranslation({ revision: 3, html: '<p>Source words.</p>' }), aTranslation({ language: 'ms', title: 'Bayaran', body: 'Lama.', source_revision: 2, source_changed: true })];
  const core = desk(anArticle({ translations: both }), { 'PUT /api/knowledge/articles/7/translations/ms': { body: anArticle({ translations: both }) } });
  open('/kb/7?language=ms');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Show the source' }));
  expect(within(screen.getByRole('region', { name: 'Source' })).getByText('Source words.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'It still fits' }));
  await waitFor(() => expect(sent(core.asked, 'PUT /api/knowledge/articles/7/translations/ms')).toEqual([{ title: 'Bayaran', body: 'Lama.', revision: 1, source_revision: 3 }]));
});

it('asks before what was typed is left, for another language as well', async () => {
  desk(anArticle());
  const { router } = open('/kb/7');
  const user = userEvent.setup();
  fireEvent.change(await field(), { target: { value: 'Mine.' } });
  await user.click(screen.getByRole('link', { name: /中文/ }));
  expect(await screen.findByText('Discard what you typed?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await field()).value).toBe('Mine.');
  await user.click(screen.getByRole('link', { name: 'All articles' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/kb'));
});

it('brings an older revision back as the draft', async () => {
  const core = desk(anArticle({ translations: [aTranslation({ revision: 2, body: 'New.' })] }), {
    [`GET ${TEXT}/revisions`]: { body: [{ revision: 2, title: 'Refunds', at: 2, by: null }, { revision: 1, title: 'Refunds', at: 1, by: null }] },
    [`GET ${TEXT}/revisions/1`]: { body: { revision: 1, title: 'Refunds', at: 1, by: null, body: 'Old.' } },
  });
  open('/kb/7');
  await field();
  act(() => contextNow().article?.revisions());
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Revision 1/ }));
  await screen.findByText('Old.');
  await user.click(screen.getByRole('button', { name: 'Restore as draft' }));
  await waitFor(() => expect(sent(core.asked, `PUT ${TEXT}`)).toEqual([{ title: 'Refunds', body: 'Old.', revision: 2 }]));
  await waitFor(async () => expect((await field()).value).toBe('Old.'));
});

it('archives, sets the review date and the category, and deletes after a question', async () => {
  const core = desk(anArticle({ translations: [aTranslation({ state: 'published', published_revision: 1 })] }), {
    'PUT /api/knowledge/articles/7': { body: anArticle({ category_id: 1 }) },
    'DELETE /api/knowledge/articles/7': { body: { result: 'success' } },
  });
  const { router } = open('/kb/7');
  const user = userEvent.setup();
  await field();
  await user.selectOptions(await screen.findByLabelText('Category'), 'Orders');
  await waitFor(() => expect(sent(core.asked, 'PUT /api/knowledge/articles/7')).toEqual([{ category_id: 1, verified_until: null }]));
  act(() => contextNow().article?.remove());
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/kb'));
});

it('shows what readers wrote', async () => {
  desk(anArticle({ comments: [{ language: 'en', helpful: false, comment: 'The price is missing.', at: 1 }] }));
  open('/kb/7');
  expect((await screen.findByRole('region', { name: 'What readers wrote' })).textContent).toContain('The price is missing.');
});

it('says when there is no such article', async () => {
  serve({ 'GET /api/knowledge/categories': { body: [] } });
  open('/kb/99');
  expect(await screen.findByText('This article does not exist')).toBeTruthy();
});
