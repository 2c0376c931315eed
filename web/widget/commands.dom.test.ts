import { describe, expect, it, vi } from 'vitest';
import { begin, frame, launcher, leavePage, openReady, page, panel, say, types, freshPage } from './testPage';

freshPage();

describe("the host's calls", () => {
  it('from before the load are made up for, in their order', () => {
    const opened = vi.fn();
    const q: unknown[][] = [['on', 'open', opened], ['open']];
    window.patchbay = Object.assign(() => undefined, { q });
    begin();
    expect(panel()?.open).toBe(true);
    expect(opened).toHaveBeenCalledOnce();
  });

  it('tell who listens, whatever a listener does', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const heard: unknown[] = [];
    begin();
    window.patchbay?.('on', 'ready', () => heard.push('ready'));
    window.patchbay?.('on', 'open', () => {
      throw new Error("the host's own");
    });
    window.patchbay?.('on', 'open', () => heard.push('open'));
    window.patchbay?.('on', 'unread', (count: unknown) => heard.push(count));
    window.patchbay?.('on', 'close', () => heard.push('close'));
    openReady();
    say({ type: 'unread', count: 2 });
    window.patchbay?.('toggle');
    expect(heard).toEqual(['ready', 'open', 2, 'close']);
  });

  it('that nobody knows are said to whoever writes the page', () => {
    begin();
    window.patchbay?.('opne');
    window.patchbay?.('identify', 'not an object');
    expect(console.warn).toHaveBeenCalledTimes(2);
  });

  it('reach a frame that is there', () => {
    begin();
    openReady();
    window.patchbay?.('identify', { token: 'x.y.z' });
    window.patchbay?.('prefill', { message: 'Order 7' });
    expect(page.posted.slice(-2).map(({ message }) => message)).toEqual([
      { patchbay: 1, type: 'identify', token: 'x.y.z' },
      { patchbay: 1, type: 'prefill', prefill: { message: 'Order 7' } },
    ]);
  });

  it('shut it down: the page is as before, the frame forgets, and the tag may come again', () => {
    begin();
    openReady();
    say({ type: 'state', state: 'chat' });
    window.patchbay?.('shutdown');
    expect(launcher()).toBeNull();
    expect(types().at(-1)).toBe('shutdown');
    say({ type: 'state', state: 'forgotten' });
    expect(document.querySelector('patchbay-widget')).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.endsWith('.live'))).toEqual([]);
    window.patchbay?.('open');
    begin();
    expect(panel()?.open).toBe(true);
  });

  it('shut it down where no frame was needed yet: one is made to forget, and goes in any case', () => {
    begin();
    window.patchbay?.('shutdown');
    say({ type: 'ready' });
    expect(types()).toEqual(['hello', 'shutdown']);
    vi.advanceTimersByTime(5000);
    expect(document.querySelector('patchbay-widget')).toBeNull();
  });
});

describe('the next page', () => {
  it('opens the chat again where it was open, and leaves the focus alone', () => {
    begin();
    openReady();
    say({ type: 'state', state: 'chat' });
    leavePage();
    begin();
    expect(panel()?.open).toBe(true);
    expect(document.activeElement).toBe(document.body);
    say({ type: 'ready' });
    expect(page.posted.at(-1)?.message).toMatchObject({ type: 'shown', focus: false });
  });

  it('makes the frame for a chat that goes on, and for none that has ended', () => {
    begin();
    openReady();
    say({ type: 'state', state: 'waiting' });
    say({ type: 'close' });
    leavePage();
    begin();
    expect(frame()).not.toBeNull();
    expect(panel()?.open).toBe(false);
    say({ type: 'ready' });
    expect(types()).toEqual(['hello']);
    say({ type: 'state', state: 'ended' });
    leavePage();
    begin();
    expect(frame()).toBeNull();
  });

  it('begins anew where the widget is set so', () => {
    begin();
    openReady();
    say({ type: 'state', state: 'chat' });
    leavePage();
    begin({ fresh: true });
    expect(frame()).toBeNull();
    openReady();
    expect(page.posted[0]?.message).toMatchObject({ type: 'hello', fresh: true });
    // The same page asks a frame that loads again to go on.
    say({ type: 'ready' });
    expect(page.posted.findLast(({ message }) => message['type'] === 'hello')?.message).toMatchObject({ fresh: false });
  });
});
