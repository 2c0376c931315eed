import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aMessage, SESSION_ANSWER } from '../../../../tests/builders';
import { draw } from '../../../../tests/draw';
import { standInForDrawing } from '../../../../tests/editor';
import { button, field, lines, REPLY, SENT, showMail } from '../../../../tests/mailComposer';
import { serve } from '../../../../tests/server';
import { useReplies } from '../../../api/replies';
import { sessionFrom } from '../../../session/model';
import { useSession } from '../../../session/store';
import { fetchPart } from '../../../ui/lazyPart';
import { MailBody } from '../../message/MailBody';
import { EMPTY_DRAFT, keepDraft, readDraft } from '../drafts';
import { callBack } from '../later';
import { entryOf, localMessage } from '../outbox';
import { sendWaiting } from '../resend';
import { loadSuggestions } from '../suggest/load';
import { fetchRich } from './load';

beforeAll(async () => {
  standInForDrawing();
  await Promise.all([fetchRich(), fetchPart(loadSuggestions)]);
});
beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

describe('what is sent', () => {
  it('is text where nothing is formatted, with a line for each Enter', async () => {
    const { asked } = serve({ [REPLY]: SENT });
    const mail = showMail(1);
    await mail.write('Dear Mei,{Enter}{Enter}thank you');
    expect(asked).toEqual([]);
    await mail.send();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.body).toMatchObject({ message: 'Dear Mei,\n\nthank you', type: 'text' });
    expect(lines()).toBe('');
  });

  it('is HTML with formatting, by button, key and sign', async () => {
    const { asked } = serve({ [REPLY]: SENT });
    const mail = showMail(2);
    await mail.write('Dear ');
    await mail.user.click(button('Bold'));
    expect(button('Bold').getAttribute('aria-pressed')).toBe('true');
    await mail.user.keyboard('Mei{Control>}b{/Control}, {Control>}i{/Control}soon{Control>}i{/Control}{Enter}- lamp{Enter}bulb');
    await mail.send();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.body).toMatchObject({
      type: 'text/html',
      message: '<p>Dear <strong>Mei</strong>, <em>soon</em></p><ul><li>lamp\n</li><li>bulb\n</li></ul>',
    });
    expect(lines()).toBe('');
  });

  it('waits in the browser with its formatting, and keeps that when it is tried again', async () => {
    serve({ [REPLY]: new TypeError('network') });
    const mail = showMail(3);
    await mail.user.click(button('Bold'));
    await mail.user.keyboard('Now');
    await mail.send();
    await waitFor(() => expect(localStorage.getItem('patchbay.outbox')).toContain('"waits":true'));
    const { asked } = serve({ [REPLY]: SENT });
    await sendWaiting();
    expect(asked[0]?.body).toMatchObject({ type: 'text/html', message: '<p><strong>Now</strong></p>' });
  });

  it('is shown with its formatting at once, in a frame that runs nothing', async () => {
    serve({ [REPLY]: { status: 503, body: {} } });
    const mail = showMail(4);
    await mail.user.click(button('Bold'));
    await mail.user.keyboard('<b>');
    await mail.send();
    const kept = () => JSON.parse(localStorage.getItem('patchbay.outbox') ?? '[]') as { queueId: string }[];
    await waitFor(() => expect(kept()).toHaveLength(1));
    const entry = entryOf(kept()[0]?.queueId ?? '');
    if (entry === undefined) throw new Error('lost');
    const message = localMessage(entry);
    expect(message).toMatchObject({ type: 'text/html', message: '<b>' });
    mail.unmount();
    draw(<MailBody message={message} />);
    const frame = screen.getByTitle<HTMLIFrameElement>(/./);
    expect(frame.srcdoc).toContain('<p><strong>&lt;b></strong></p>');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
  });

  it('stays as it was drawn until its page is there', () => {
    serve({ 'GET /api/messages/9/html': new TypeError('network') });
    draw(<MailBody message={aMessage({ id: 9, direction: 'out', type: 'text/html', html_url: '/api/messages/9/html', html: '<p><em>x</em></p>' })} />);
    expect(screen.getByTitle<HTMLIFrameElement>(/./).srcdoc).toContain('<em>x</em>');
  });

  it('never shows an empty frame while the page takes its place', async () => {
    serve({ 'GET /api/messages/10/html': { body: '<p><em>x</em>, made safe</p>' } });
    const { container } = draw(<MailBody message={aMessage({ id: 10, direction: 'out', type: 'text/html', html_url: '/api/messages/10/html', html: '<p><em>x</em></p>' })} />);
    const frames = () => [...container.querySelectorAll('iframe')];
    const [first] = frames();
    const seen: unknown[] = [];
    const loaded = () => seen.push(frames().map((frame) => [frame === first, frame.title !== '', frame.getAttribute('aria-hidden')]));
    container.addEventListener('load', loaded, { capture: true });
    await waitFor(() => expect(screen.getByTitle<HTMLIFrameElement>(/./).srcdoc).toContain('made safe'));
    // Its load finds the first one still in its place, and only then it is shown.
    expect(seen.at(-1)).toEqual([
      [true, true, null],
      [false, false, 'true'],
    ]);
    expect(frames()).toHaveLength(1);
    expect(frames()).not.toContain(first);
  });

  it('comes back from the answers for later as it was written', async () => {
    const reply = { text: '<p>Dear <strong>Mei</strong><br><br>bye</p>', html: true, contents: [], reply_to: null, via: null, subject: null, to: [], cc: [], sign: false };
    serve({ 'DELETE /api/scheduled/5': { body: { ticket_id: 4, reply, files: [] } } });
    const back = await callBack({ id: 5 } as Parameters<typeof callBack>[0]);
    expect(back?.draft).toMatchObject({ text: 'Dear Mei\n\nbye', html: '<p>Dear <strong>Mei</strong></p><p></p><p>bye</p>' });
  });
});

describe('a draft', () => {
  it('is there again with its formatting', async () => {
    serve({});
    const first = showMail(5);
    await first.user.click(button('Bold'));
    await first.user.keyboard('half');
    first.unmount();
    expect(readDraft('agent1', 5)).toMatchObject({ text: 'half', html: '<p><strong>half</strong></p>' });
    showMail(5);
    expect(field().querySelector('strong')?.textContent).toBe('half');
  });

  it('of another device is shown, and nothing can be undone into it', async () => {
    const theirs = { text: 'Theirs', html: '<p><em>Theirs</em></p>' };
    const { drafts } = serve({ 'GET /api/tickets/6/draft': { body: { draft: theirs, version: 3 } }, 'PUT /api/tickets/6/draft': { body: { draft: null, version: 4 } } });
    const mail = showMail(6);
    await waitFor(() => expect(field().querySelector('em')?.textContent).toBe('Theirs'));
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true');
    await mail.write('!');
    expect(lines()).toBe('Theirs!');
    mail.unmount();
    await waitFor(() => expect(drafts.at(-1)?.body).toMatchObject({ draft: { text: 'Theirs!', html: '<p><em>Theirs!</em></p>' } }));
    showMail(6);
    await waitFor(() => expect(lines()).toBe('Theirs!'));
  });

  it('keeps its text without formatting and with it again', async () => {
    const { asked } = serve({ [REPLY]: SENT });
    keepDraft('agent1', 7, { ...EMPTY_DRAFT, text: 'Dear Mei\n- lamp', html: '<p>Dear <strong>Mei</strong></p><ul><li><p>lamp</p></li></ul>' });
    const { user } = showMail(7);
    const toggle = async () => {
      await user.click(button('More ways to send'));
      await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Plain text' }));
    };
    const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');
    await toggle();
    expect(box().value).toBe('Dear Mei\n- lamp');
    expect(screen.queryByRole('toolbar')).toBeNull();
    await toggle();
    expect(field().querySelector('strong')?.textContent).toBe('Mei');
    await toggle();
    await user.type(box(), '!');
    await toggle();
    expect(lines()).toBe('Dear Mei\n- lamp!');
    expect(field().querySelector('strong')).toBeNull();
    await toggle();
    await user.type(box(), '{Enter}');
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ message: 'Dear Mei\n- lamp!', type: 'text' }));
    expect(localStorage.getItem('patchbay.plain_text.agent1')).toBe('true');
  });
});

describe('what is put into it', () => {
  it('is a canned reply behind a slash, with its lines', async () => {
    useReplies.setState({ phase: 'ready', replies: [{ id: 1, shortcut: 'hello', title: 'Hello', text: 'Hello', shared: true, uses: 0, updated_at: 0 }] });
    const { asked } = serve({ 'POST /api/replies/1/insert': { body: { text: 'Hello Mei,\n\nthank you.' } } });
    const mail = showMail(8);
    await mail.write('First{Enter}Then /he');
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await mail.user.keyboard('{Enter}');
    await waitFor(() => expect(lines()).toBe('First\nThen Hello Mei,\n\nthank you.'));
    expect(asked.map(({ key }) => key)).toEqual(['POST /api/replies/1/insert']);
    expect(screen.queryByRole('listbox')).toBeNull();
    await mail.user.keyboard('!');
    expect(lines()).toBe('First\nThen Hello Mei,\n\nthank you.!');
  });

  it('is what another part of the desk offers, on a line of its own', async () => {
    serve({});
    const mail = showMail(9);
    await mail.write('Hi!');
    act(() => mail.ref.current?.insert('We send it.'));
    expect(lines()).toBe('Hi!\nWe send it.');
    expect(document.activeElement).toBe(field());
  });

  it('begins with the button for emoji', async () => {
    serve({});
    const mail = showMail(10);
    await mail.write('Hi');
    await mail.user.click(button('Insert an emoji'));
    expect(lines()).toBe('Hi :');
  });
});

it('counts what is written, and says what is too long', async () => {
  serve({});
  await showMail(11, { text_max: 10 }).write('12345678901');
  expect(screen.getByText('1 character over 10')).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

it('is a text box where the channel takes no formatting', () => {
  serve({});
  showMail(12, { html: false });
  expect(field().tagName).toBe('TEXTAREA');
  expect(screen.queryByRole('toolbar')).toBeNull();
});
