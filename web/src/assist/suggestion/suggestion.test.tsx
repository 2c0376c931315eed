import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aRecommendation } from '../../../tests/assist';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import type { JsonValue } from '../../api/json';
import type { Message } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { whenSent } from '../../ui/slots';
import { Above } from './Above';
import { suggestFor, takeSuggestion, useSuggestion } from './store';

const insert = vi.fn();
const asked = aMessage({ id: 5, message: 'Where is my money?' }) as Message & { id: number };
const stored = { ...asked, recommendation: aRecommendation() as unknown as JsonValue };
const ASK = 'GET /api/wauchat/recommendation';
const FEEDBACK = 'POST /api/assist/results/31/feedback';
const conflict = { status: 409, body: { error: { code: 'conflict', message: 'No helper is connected.' } } };

const show = (messages: readonly Message[] = [asked]) => draw(<Above info={anInfo({ id: 1, source_lang: 'ja' })} messages={messages} insert={insert} />);
const card = () => screen.findByRole('region', { name: 'Suggested answer' });
const begin = () => act(() => suggestFor(1, asked));

beforeEach(() => {
  localStorage.clear();
  insert.mockClear();
  whenSent.clear();
  useSuggestion.setState({ open: null });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

describe('a suggestion', () => {
  it('shows the classification, how sure it is, the advice, the sentences with their sources, and what was left out', async () => {
    serve({ [ASK]: { body: aRecommendation() } });
    show();
    begin();
    const at = within(await card());
    expect(await at.findByText('Refund')).toBeTruthy();
    for (const text of ['High confidence, 82 %', 'Say when the money comes.', 'Check the order', 'Begin with an apology', 'No article says this.']) expect(at.getByText(text)).toBeTruthy();
    expect(at.getByText('Left out: no source (1)')).toBeTruthy();
    expect(at.getByText(/^Local helper, /)).toBeTruthy();
    const source = at.getByRole('button', { name: 'Source 1: Refunds' });
    expect(source.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(source);
    expect(at.getByText('Refunds take five days.').tagName).toBe('MARK');
    expect(at.getByRole('link', { name: 'Open the article' }).getAttribute('href')).toBe('/support/kb/en/7');
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    expect(insert).not.toHaveBeenCalled();
  });

  it('is given up while it is on its way', async () => {
    serve({ [ASK]: () => new Promise<never>(() => undefined) });
    show();
    begin();
    expect((await card()).getAttribute('aria-busy')).toBe('true');
    const [cancel] = await screen.findAllByRole('button', { name: 'Cancel' });
    if (cancel !== undefined) await userEvent.click(cancel);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggested answer' })).toBeNull());
  });

  it('says what to do where no helper is connected', async () => {
    serve({ [ASK]: conflict });
    show();
    begin();
    expect((await screen.findByRole('link', { name: 'Plugins' })).getAttribute('href')).toBe('/plugins');
    act(() => useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } }));
    expect(await screen.findByText(/Ask an admin to connect one/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Plugins' })).toBeNull();
  });

  it('is asked for again where the helper could not answer', async () => {
    let tries = 0;
    serve({ [ASK]: () => ((tries += 1) === 1 ? { status: 503, body: { error: { code: 'unavailable', message: 'The helper rests.' } } } : { body: aRecommendation() }) });
    show();
    begin();
    expect((await screen.findByRole('alert')).textContent).toContain('The helper rests.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Refund')).toBeTruthy();
  });

  it.each([
    ['hand-off', 'A person has to decide', false],
    ['nothing', 'No answer is needed', false],
    ['ask', 'A question back to the customer', true],
  ] as const)('with the end %s says so', async (action, text, hasInsert) => {
    serve({ [ASK]: { body: aRecommendation({ action, ...(hasInsert ? {} : { what_to_say: '', results: [] }) }) } });
    show();
    begin();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Insert' }) !== null).toBe(hasInsert);
  });
});

describe('what becomes of it', () => {
  it('is taken by the button, and told as changed when it is sent otherwise', async () => {
    const { asked: calls } = serve({ [ASK]: { body: aRecommendation() }, [FEEDBACK]: { body: { result: 'success' } } });
    show();
    begin();
    await userEvent.click(await screen.findByRole('button', { name: 'Insert' }));
    expect(insert).toHaveBeenCalledWith('Hello,\n\nYour refund takes five days.');
    expect(screen.queryByRole('region', { name: 'Suggested answer' })).toBeNull();
    const told = () => calls.filter(({ key }) => key === FEEDBACK).map(({ body }) => body);
    await waitFor(() => expect(told()).toEqual([{ feedback: 'taken' }]));
    whenSent.get(1)?.('Hello, your money comes.');
    await waitFor(() => expect(told()).toEqual([{ feedback: 'taken' }, { feedback: 'edited' }]));
  });

  it('stays taken where it is sent as it is, also with other lines', async () => {
    const { asked: calls } = serve({ [ASK]: { body: aRecommendation() }, [FEEDBACK]: { body: { result: 'success' } } });
    show();
    begin();
    await screen.findByText('Refund');
    fireEvent.keyDown(await card(), { key: 'Enter', ctrlKey: true });
    expect(insert).toHaveBeenCalledTimes(1);
    whenSent.get(1)?.('Hello,\nYour refund takes five days.\n');
    await waitFor(() => expect(calls.filter(({ key }) => key === FEEDBACK)).toHaveLength(1));
    act(() => takeSuggestion());
    expect(insert).toHaveBeenCalledTimes(1);
  });

  it('is dismissed by Escape, and does not come back by itself', async () => {
    const { asked: calls } = serve({ [FEEDBACK]: { body: { result: 'success' } } });
    const shown = show([stored]);
    // What is there already shows at once, without a question to a helper.
    fireEvent.keyDown(await card(), { key: 'Escape' });
    await waitFor(() => expect(calls.map(({ key, body }) => [key, body])).toEqual([[FEEDBACK, { feedback: 'dismissed' }]]));
    shown.unmount();
    show([stored]);
    expect(screen.queryByRole('region', { name: 'Suggested answer' })).toBeNull();
    act(() => suggestFor(1, stored));
    expect(await card()).toBeTruthy();
  });

  it('is another one on request, and in another language', async () => {
    const queries: string[] = [];
    serve({
      [ASK]: ({ url }) => {
        queries.push(url.search);
        const translation = url.searchParams.get('translation');
        return { body: aRecommendation({ id: 32, classification: 'Second', translation: translation === null ? null : 'Lima hari.' }) };
      },
    });
    show([stored]);
    await card();
    await userEvent.click(await screen.findByRole('button', { name: 'Another' }));
    expect(await screen.findByText('Second')).toBeTruthy();
    const languages = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language of the answer' });
    expect([...languages.options].map(({ text }) => text)).toEqual(['As written', 'English', 'Bahasa Melayu', '中文', 'Japanese']);
    await userEvent.selectOptions(languages, 'ms');
    expect(await screen.findByText('In Bahasa Melayu')).toBeTruthy();
    expect(queries).toEqual(['?messageId=5&again=1', '?messageId=5&translation=ms']);
    await userEvent.click(screen.getByRole('button', { name: 'Insert' }));
    expect(insert).toHaveBeenCalledWith('Lima hari.');
  });

  it('stays where it could not be translated', async () => {
    serve({ [ASK]: conflict });
    show([stored]);
    await card();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language of the answer' }), 'zh');
    expect((await screen.findByRole('alert')).textContent).toBe('It could not be translated. No helper translates here.');
    await userEvent.click(screen.getByRole('button', { name: 'Insert' }));
    expect(insert).toHaveBeenCalledWith(aRecommendation().what_to_say);
  });
});
