import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../../tests/draw';
import { aSupportArticle, aSupportHome } from '../../../tests/knowledge';
import { serve } from '../../../tests/server';
import { startEngine } from '../../actions/engine';
import { loadActionTexts } from '../../actions/texts';
import { contextNow } from '../../actions/live';
import { KnowledgePanel } from './KnowledgePanel';
import '../actions';

const insert = vi.fn();
const close = vi.fn();
const HIT = { article_id: 8, language: 'en', title: 'Parcels', excerpt: 'On their way', path: '/support/kb/en/8?client=shop', marks: [] };
const PARCELS = aSupportArticle({ id: 8, title: 'Parcels', html: '<p>On their <em>way</em>.</p>' });

let end: () => void = () => undefined;
beforeEach(async () => {
  insert.mockClear();
  close.mockClear();
  Element.prototype.scrollIntoView = vi.fn();
  await loadActionTexts();
  end = startEngine();
});
afterEach(() => act(() => end()));

const core = (base_url = '', more: Parameters<typeof serve>[0] = {}) =>
  serve({
    'GET /api/support/kb/en': { body: aSupportHome({ base_url }) },
    'GET /api/support/kb/ms': { body: aSupportHome({ categories: [] }) },
    'GET /api/knowledge/search': ({ url }) => ({ body: url.searchParams.get('q') === 'way' ? [HIT] : [] }),
    'GET /api/support/kb/en/7': { body: aSupportArticle() },
    'GET /api/support/kb/en/8': { body: PARCELS },
    ...more,
  });
const open = (over: Partial<Parameters<typeof KnowledgePanel>[0]> = {}) => draw(<KnowledgePanel language="en-GB" insert={insert} onClose={close} {...over} />);
const field = () => screen.findByRole('combobox', { name: 'Search articles' });

it('is used by keyboard alone: found, read, inserted', async () => {
  core();
  open();
  const search = await field();
  expect(document.activeElement).toBe(search);
  await screen.findByRole('option', { name: 'Refunds' });
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  const pointed = within(screen.getByRole('listbox', { name: 'Articles found' })).getByRole('option', { selected: true });
  expect(pointed.textContent).toBe('Parcels');
  expect(search.getAttribute('aria-activedescendant')).toBe(pointed.id);
  fireEvent.keyDown(search, { key: 'Enter' });
  const reading = await screen.findByRole('region', { name: 'Parcels' });
  expect(await within(reading).findByText(/On their/)).toBeTruthy();
  fireEvent.keyDown(reading, { key: 'Enter', altKey: true });
  await waitFor(() => expect(insert).toHaveBeenCalledWith('On their way.'));
  fireEvent.keyDown(reading, { key: 'Enter', altKey: true, shiftKey: true });
  await waitFor(() => expect(insert).toHaveBeenLastCalledWith(`Parcels\n${window.location.origin}/support/kb/en/8`));
  fireEvent.keyDown(reading, { key: 'Escape' });
  fireEvent.keyDown(await field(), { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(1);
});

it('finds by words, and inserts what it points at without opening it', async () => {
  core();
  open();
  fireEvent.change(await field(), { target: { value: 'way' } });
  await screen.findByRole('option', { name: /On their way/ }, { timeout: 3_000 });
  fireEvent.keyDown(await field(), { key: 'Enter', altKey: true });
  await waitFor(() => expect(insert).toHaveBeenCalledWith('On their way.'));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Insert as link' }));
  await waitFor(() => expect(insert).toHaveBeenLastCalledWith(`Parcels\n${window.location.origin}/support/kb/en/8?client=shop`));
  fireEvent.change(await field(), { target: { value: 'nothing' } });
  expect(await screen.findByText('No article found', undefined, { timeout: 3_000 })).toBeTruthy();
  expect(contextNow().reading).toBeNull();
});

it('names the address at which customers reach the pages', async () => {
  core('https://desk.test', { 'GET /api/support/kb/en/7': { body: aSupportArticle({ html: '<p>See <a href="/support/kb/en/8">parcels</a>.</p>' }) } });
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('option', { name: 'Refunds' }));
  expect((await screen.findByRole('link', { name: 'Open in a new tab' })).getAttribute('href')).toBe('https://desk.test/support/kb/en/7');
  await user.click(screen.getByRole('button', { name: 'Insert as text' }));
  await waitFor(() => expect(insert).toHaveBeenLastCalledWith('See parcels (https://desk.test/support/kb/en/8).'));
  await user.click(screen.getByRole('button', { name: 'Insert as link' }));
  await waitFor(() => expect(insert).toHaveBeenLastCalledWith('Refunds\nhttps://desk.test/support/kb/en/7'));
});

it('opens and inserts nothing while what it lists is not what was typed', async () => {
  let answer: (hits: object[]) => void = () => undefined;
  const { asked } = core('', { 'GET /api/knowledge/search': () => new Promise((resolve) => { answer = (hits) => resolve({ body: hits }); }) });
  open();
  const search = await field();
  const stale = await screen.findByRole('option', { name: 'Refunds' });
  const chosen = () => screen.queryByRole('option', { name: /Refunds|Parcels/, selected: true });
  const settled = () => waitFor(() => expect(chosen()?.textContent).toContain('On their way'));
  const tries = () => {
    fireEvent.keyDown(search, { key: 'Enter', altKey: true });
    fireEvent.keyDown(search, { key: 'Enter', altKey: true, shiftKey: true });
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.click(stale);
    expect(screen.queryByRole('region')).toBeNull();
    expect(chosen()).toBeNull();
    expect(search.hasAttribute('aria-activedescendant')).toBe(false);
    expect(contextNow().reading).toBeNull();
    for (const name of ['Insert as text', 'Insert as link']) expect(screen.queryByRole('button', { name })?.hasAttribute('disabled')).not.toBe(false);
  };
  fireEvent.change(search, { target: { value: 'way' } });
  tries();
  await waitFor(() => expect(asked.some(({ key }) => key.endsWith('/search'))).toBe(true));
  tries();
  answer([HIT]);
  await settled();
  // The answer to other words stands there until theirs comes.
  fireEvent.change(search, { target: { value: 'ways' } });
  tries();
  await waitFor(() => expect(asked.filter(({ key }) => key.endsWith('/search'))).toHaveLength(2));
  fireEvent.click(screen.getByRole('option', { name: /Parcels/ }));
  tries();
  expect(insert).not.toHaveBeenCalled();
  answer([HIT]);
  await settled();
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(await screen.findByRole('region', { name: 'Parcels' })).toBeTruthy();
});

it("begins in the customer's language where articles have it", async () => {
  core();
  open({ language: 'ms' });
  expect(await screen.findByText('Nothing is published yet')).toBeTruthy();
  await userEvent.setup().selectOptions(screen.getByLabelText('Language'), 'English');
  expect(await screen.findByRole('option', { name: 'Refunds' })).toBeTruthy();
});

it('is for reading alone where nobody can answer any more', async () => {
  core();
  open({ insert: undefined });
  await userEvent.setup().click(await screen.findByRole('option', { name: 'Refunds' }));
  expect(await screen.findByText('At once.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Insert as text' })).toBeNull();
  expect(contextNow().reading).toBeNull();
});
