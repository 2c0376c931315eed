import { describe, expect, it, vi } from 'vitest';
import { begin, frame, launcher, openReady, page, panel, root, say, types, freshPage } from './testPage';

freshPage();

describe('the launcher', () => {
  it('stands there at once, and nothing else is loaded', () => {
    begin();
    expect(launcher()?.getAttribute('aria-label')).toBe('Shop help');
    expect(launcher()?.getAttribute('aria-expanded')).toBe('false');
    expect(frame()).toBeNull();
    expect(document.querySelector('style, link')).toBeNull();
  });

  it('makes the frame at the first sign of interest, once, and opens it on a click', () => {
    begin();
    launcher()?.dispatchEvent(new Event('pointerenter'));
    const first = frame();
    expect(first?.getAttribute('src')).toBe('https://desk.example/widget/abc#en');
    expect(first?.title).toBe('Shop help');
    expect(panel()?.open).toBe(false);
    launcher()?.dispatchEvent(new Event('focus'));
    launcher()?.click();
    expect(frame()).toBe(first);
    expect(panel()?.open).toBe(true);
    expect(launcher()?.getAttribute('aria-expanded')).toBe('true');
  });

  it('speaks the language of the page', () => {
    document.documentElement.lang = 'ms-MY';
    begin();
    expect(launcher()?.textContent).toContain('Tanya kami');
    launcher()?.click();
    expect(frame()?.title).toBe('Sembang Langsung');
  });

  it('has the number of unread messages in its name', () => {
    begin();
    openReady();
    say({ type: 'unread', count: 3 });
    expect(launcher()?.getAttribute('aria-label')).toBe('Shop help, 3 unread');
    expect(root()?.querySelector('.badge')?.textContent).toBe('3');
    say({ type: 'unread', count: 0 });
    expect(launcher()?.getAttribute('aria-label')).toBe('Shop help');
    expect(root()?.querySelector<HTMLElement>('.badge')?.hidden).toBe(true);
  });

  it('is one, however often the tag stands there', () => {
    begin();
    begin();
    expect(document.querySelectorAll('patchbay-widget')).toHaveLength(1);
    expect(console.info).toHaveBeenCalledOnce();
  });

  it('comes back to a page that replaced its body when the tag is there again', () => {
    begin();
    document.body.replaceChildren();
    begin();
    expect(launcher()).not.toBeNull();
  });
});

describe('the talk with the frame', () => {
  it('answers the frame with what there is to know, at the desk only', () => {
    history.replaceState(null, '', '/pricing?token=secret#more');
    begin();
    window.patchbay?.('prefill', { name: 'Vera', phone: 60123, other: 'x' });
    window.patchbay?.('identify', { token: 'a.b.c' });
    openReady();
    expect(types()).toEqual(['hello', 'shown']);
    expect(page.posted[0]).toEqual({
      origin: 'https://desk.example',
      message: {
        patchbay: 1,
        type: 'hello',
        url: `${location.origin}/pricing`,
        title: document.title,
        heading: 'Shop help',
        accent: '#0B7A75',
        prefill: { name: 'Vera', phone: '60123' },
        identity: 'a.b.c',
        fresh: false,
      },
    });
    expect(page.posted[1]?.message).toMatchObject({ focus: true });
  });

  it('hears nobody but the frame, from nowhere but the desk', () => {
    begin();
    launcher()?.click();
    say({ type: 'ready' }, 'https://evil.example');
    say({ type: 'ready' }, 'https://desk.example', window);
    window.dispatchEvent(new MessageEvent('message', { data: { type: 'ready' }, origin: 'https://desk.example', source: page.inner }));
    expect(page.posted).toEqual([]);
    say({ type: 'ready' });
    say({ type: 'close' }, 'https://evil.example');
    expect(panel()?.open).toBe(true);
    say({ type: 'close' });
    expect(panel()?.open).toBe(false);
  });

  it('gives the focus back to the launcher when the frame closes itself', () => {
    begin();
    openReady();
    expect(root()?.activeElement).toBe(frame());
    say({ type: 'close' });
    expect(root()?.activeElement).toBe(launcher());
    expect(types().at(-1)).toBe('hidden');
  });

  it('says which page is shown when the host moves on without a load', () => {
    begin();
    openReady();
    history.replaceState(null, '', '/cart');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(page.posted.at(-1)?.message).toMatchObject({ type: 'page', url: `${location.origin}/cart` });
  });

  it('offers the chat in a tab of its own where the frame stays silent', () => {
    const problem = vi.fn();
    begin();
    window.patchbay?.('on', 'problem', problem);
    launcher()?.click();
    frame()?.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(2999);
    expect(root()?.querySelector('a')).toBeNull();
    vi.advanceTimersByTime(1);
    expect(root()?.querySelector('a')?.href).toBe('https://desk.example/visit/abc');
    expect(root()?.querySelector('.before')?.textContent).toContain('cannot be shown on this page');
    expect(problem).toHaveBeenCalledOnce();
    expect(console.warn).toHaveBeenCalledOnce();
    // One that was only slow shows after all.
    say({ type: 'ready' });
    expect(frame()?.hidden).toBe(false);
    expect(root()?.querySelector<HTMLElement>('.before')?.hidden).toBe(true);
  });

  it('takes the whole window of a phone, and lets nothing behind it be reached', () => {
    page.phone = true;
    begin();
    launcher()?.click();
    expect(page.modal).toBe(true);
    panel()?.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(panel()?.open).toBe(false);
  });

  it('closes on Escape before the frame is there', () => {
    begin();
    launcher()?.click();
    panel()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(panel()?.open).toBe(false);
  });
});
