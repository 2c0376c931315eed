import { describe, expect, it, vi } from 'vitest';
import { isGreeted } from './greeting';
import { begin, panel, root, freshPage } from './testPage';

freshPage();

describe('the greeting', () => {
  const GREETING = { after_seconds: 5, pages: ['/pricing'] };
  const words = () => root()?.querySelector('.say')?.textContent ?? null;

  it('comes on its pages, after its time, and opens the chat', () => {
    history.replaceState(null, '', '/pricing/eu');
    begin({ greeting: GREETING });
    vi.advanceTimersByTime(4999);
    expect(words()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(words()).toBe('May we help?');
    root()?.querySelector<HTMLButtonElement>('.say')?.click();
    expect(panel()?.open).toBe(true);
    expect(words()).toBeNull();
  });

  it('comes once a day', () => {
    history.replaceState(null, '', '/pricing');
    begin({ greeting: GREETING });
    vi.advanceTimersByTime(5000);
    root()?.querySelector<HTMLButtonElement>('.greeting .icon')?.click();
    expect(words()).toBeNull();
    window.dispatchEvent(new PopStateEvent('popstate'));
    vi.advanceTimersByTime(60_000);
    expect(words()).toBeNull();
    vi.setSystemTime(Date.now() + 86_400_000);
    window.dispatchEvent(new PopStateEvent('popstate'));
    vi.advanceTimersByTime(5000);
    expect(words()).toBe('May we help?');
  });

  it('does not come on other pages, nor to who has opened the chat', () => {
    begin({ greeting: GREETING });
    vi.advanceTimersByTime(60_000);
    expect(words()).toBeNull();
    window.patchbay?.('open');
    window.patchbay?.('close');
    history.replaceState(null, '', '/pricing');
    window.dispatchEvent(new PopStateEvent('popstate'));
    vi.advanceTimersByTime(60_000);
    expect(words()).toBeNull();
  });

  it('goes by the beginnings of paths', () => {
    expect(isGreeted('/cart', [])).toBe(true);
    expect(isGreeted('/pricing/eu', ['/pricing', '/help'])).toBe(true);
    expect(isGreeted('/', ['/pricing'])).toBe(false);
  });
});
