import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../../tests/builders';
import { standInForDrawing } from '../../../../tests/editor';
import { anAction, withKeys } from '../../../../tests/keys';
import { button, field, lines, REPLY, SENT, showMail } from '../../../../tests/mailComposer';
import { serve } from '../../../../tests/server';
import { sessionFrom } from '../../../session/model';
import { useSession } from '../../../session/store';
import { fetchRich } from './load';

const acted = vi.fn<(key: string) => void>();

withKeys(
  anAction('e', () => acted('e')),
  anAction('Mod+k', () => acted('palette'), { over: true }),
  anAction('Mod+Shift+Enter', () => acted('resolve'), { typing: true }),
);

beforeAll(async () => {
  standInForDrawing();
  await fetchRich();
});
beforeEach(() => {
  localStorage.clear();
  acted.mockClear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

describe('what is pasted', () => {
  it('is reduced to what the editor knows, and attached where it is a picture', async () => {
    serve({ 'POST /api/upload': { body: { files: [] } } });
    const { paste } = showMail(21);
    paste({ 'text/html': '<p style="color:red" onclick="run()">Red <b>lamp</b><img src="https://track.example/1"><script>run()</script></p>', 'text/plain': 'Red lamp' });
    expect(field().innerHTML).toBe('<p dir="auto">Red <strong>lamp</strong></p>');
    const picture = new File([new Uint8Array(4)], 'lamp.png', { type: 'image/png' });
    // An office program's picture of the text is not meant, a picture alone is.
    paste({ 'text/html': '<p>Table</p>', 'text/plain': 'Table' }, [picture]);
    expect(lines()).toBe('Red lampTable');
    expect(screen.queryByText('lamp.png')).toBeNull();
    paste({ 'text/html': '<img src="https://shop.example/lamp.png">' }, [picture]);
    expect(await screen.findByText('lamp.png')).toBeTruthy();
  });

  it('keeps the lines of plain text', () => {
    serve({});
    showMail(22).paste({ 'text/plain': 'One\n\nTwo' });
    expect(lines()).toBe('One\n\nTwo');
  });

  it('is plain text where there are megabytes of it, at once', () => {
    serve({});
    const { paste } = showMail(23);
    const row = `<p class=MsoNormal style='margin:0cm;line-height:normal;mso-layout-grid-align:none'><b><span style='font-size:9.0pt'>Word</span></b></p>`;
    const html = row.repeat(40_000);
    expect(html.length).toBeGreaterThan(5_000_000);
    const start = performance.now();
    paste({ 'text/html': html, 'text/plain': 'Word\n'.repeat(300) });
    // A third of that in Chromium; a busy machine needs its time here.
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(field().querySelectorAll('p')).toHaveLength(301);
    expect(field().querySelector('strong')).toBeNull();
  });

  it('is refused with the reason where it is longer than the channel takes, and nothing is lost', async () => {
    serve({});
    const mail = showMail(24, { text_max: 1_000 });
    await mail.write('Mine');
    mail.paste({ 'text/html': '<p>x</p>'.repeat(600_000), 'text/plain': 'x'.repeat(1_100) });
    expect(screen.getByRole('alert').textContent).toMatch(/^Not pasted: \d+ characters over 1000$/);
    expect(lines()).toBe('Mine');
    await mail.user.keyboard('!');
    expect(screen.queryByRole('alert')).toBeNull();
    mail.unmount();
    showMail(25).paste({ 'text/plain': 'x\n'.repeat(5_001), 'text/html': '<p>x</p>'.repeat(5_001) });
    expect(screen.getByRole('alert').textContent).toBe('Not pasted: more than 5000 lines. Attach it as a file.');
  });
});

describe('the keys', () => {
  it('of the desk do not act while somebody writes', async () => {
    serve({});
    const mail = showMail(26);
    await mail.write('e');
    expect(acted).not.toHaveBeenCalled();
    await mail.user.keyboard('{Control>}k{/Control}{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    expect(acted.mock.calls).toEqual([['palette'], ['resolve']]);
    expect(lines()).toBe('e');
    await mail.user.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(field());
    await mail.user.keyboard('e');
    expect(acted).toHaveBeenLastCalledWith('e');
  });

  it('of an input method are left to it', async () => {
    const { asked } = serve({ [REPLY]: SENT });
    await showMail(27).write('ni');
    fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter', keyCode: 229, ctrlKey: true, isComposing: true });
    await Promise.resolve();
    expect(asked).toEqual([]);
  });

  it('go through the toolbar with the arrows, and back into the text', async () => {
    serve({});
    const mail = showMail(28);
    const bar = screen.getByRole('toolbar', { name: 'Formatting' });
    expect([...bar.querySelectorAll('button')].filter((one) => one.tabIndex === 0)).toHaveLength(1);
    await mail.write('x');
    await mail.user.keyboard('{Alt>}{F10}{/Alt}');
    expect(document.activeElement).toBe(button('Bold'));
    await mail.user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(button('Underline'));
    await mail.user.keyboard('{End}');
    expect(document.activeElement).toBe(button('Redo'));
    await mail.user.keyboard('{ArrowRight}{Enter}');
    expect(button('Bold').getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it('take formatting away as well', async () => {
    serve({});
    const mail = showMail(30);
    await mail.write('- one{Control>}a{/Control}{Control>}b{/Control}');
    expect(field().querySelector('li strong')).toBeTruthy();
    await mail.user.keyboard('{Control>}\\{/Control}');
    expect(field().innerHTML).toBe('<p dir="auto">one</p>');
  });
});

it('adds, changes and removes a link', async () => {
  serve({});
  const mail = showMail(29);
  await mail.write('shop');
  await mail.user.keyboard('{Control>}a{/Control}{Control>}{Shift>}k{/Shift}{/Control}');
  const address = () => screen.getByLabelText<HTMLInputElement>('Link address');
  expect(document.activeElement).toBe(address());
  await mail.user.keyboard('javascript:alert(1){Enter}');
  expect(screen.getByText(/^Enter a web or email address/)).toBeTruthy();
  await mail.user.clear(address());
  await mail.user.keyboard('shop.example{Enter}');
  const link = () => field().querySelector('a');
  expect(link()?.getAttribute('href')).toBe('https://shop.example');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await mail.user.click(button('Link'));
  expect(address().value).toBe('https://shop.example');
  await mail.user.clear(address());
  await mail.user.keyboard('help@shop.example{Enter}');
  expect(link()?.getAttribute('href')).toBe('mailto:help@shop.example');
  await mail.user.click(button('Link'));
  await mail.user.click(button('Remove link'));
  expect(link()).toBeNull();
  expect(lines()).toBe('shop');
});
