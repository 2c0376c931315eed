/** @jsxImportSource preact */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accentFor, contrast, parseColour } from '../colour';
import { pieces } from '../chat/links';
import { chooseLanguage } from '../texts';
import { en } from '../texts/en';
import { ms } from '../texts/ms';
import { zh } from '../texts/zh';
import { settled } from '../transport/fakeSocket';
import { readInfo } from '../transport/wire';
import { Ending } from './Ending';
import { ratingProblems } from './rating';

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

async function click(name: string): Promise<void> {
  const button = [...root.querySelectorAll('button')].find((one) => one.textContent === name);
  await act(async () => {
    button?.click();
    await settled();
  });
}

describe('the rating card', () => {
  it('asks for stars, then for a reason, and thanks', async () => {
    const calls: unknown[] = [];
    const rate = (...call: unknown[]) => {
      calls.push(call);
      return Promise.resolve(true);
    };
    await act(() => render(<Ending kind="ended" rate={rate} onClose={() => undefined} />, root));
    expect(root.querySelectorAll('input:checked')).toHaveLength(0);
    await click('Submit');
    expect(root.textContent).toContain('Please fill in.');
    await act(() => root.querySelectorAll('input')[2]?.click());
    expect(root.textContent).toContain('Please tell us what should we improve!');
    await act(() => {
      const reason = root.querySelector('textarea');
      if (!reason) return;
      reason.value = ' slow ';
      reason.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await click('Submit');
    expect(calls).toEqual([[3, 'slow']]);
    expect(root.textContent).toContain('Thank you for your feedback!');
    expect(root.textContent).toContain('Live Chat Ended');
  });

  it('goes away on Cancel and leaves the end text', async () => {
    await act(() => render(<Ending kind="converted" rate={() => Promise.resolve(true)} onClose={() => undefined} />, root));
    await click('Cancel');
    expect(root.textContent).not.toContain('Please rate');
    expect(root.textContent).toContain('Live Chat Converted');
  });

  it('needs a reason only below five stars', () => {
    expect(ratingProblems(0, 'x')).toEqual({ stars: true, reason: false });
    expect(ratingProblems(4, ' ')).toEqual({ stars: false, reason: true });
    expect(ratingProblems(5, '')).toEqual({ stars: false, reason: false });
    expect(ratingProblems(1, 'why')).toEqual({ stars: false, reason: false });
  });
});

describe('texts', () => {
  it('every language fills the same places', () => {
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(holes(ms[key]), `ms ${key}`).toEqual(holes(en[key]));
      expect(holes(zh[key]), `zh ${key}`).toEqual(holes(en[key]));
    }
  });

  it('the first known language of the browser is taken', () => {
    expect(chooseLanguage(['fr-FR', 'zh-Hant-TW', 'ms']).tag).toBe('zh');
    expect(chooseLanguage(['de']).tag).toBe('en');
  });
});

describe('what the server says', () => {
  it('an unknown result is an invalid link', () => {
    expect(readInfo({ result: 'x' }).result).toBe('invalid');
    expect(readInfo(null).result).toBe('invalid');
    expect(readInfo({ result: 'success', ticket_id: 7 }).ticketId).toBe('7');
  });

  it('terms lead only to web addresses', () => {
    expect(readInfo({ terms_url: 'javascript:alert(1)' }).termsUrl).toBeNull();
  });
});

it('web addresses in a message end before the full stop', () => {
  expect(pieces('See https://a.example/x?y=1. Thanks')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://a.example/x?y=1' },
    { kind: 'text', text: '. Thanks' },
  ]);
  expect(pieces('javascript:alert(1)')).toEqual([{ kind: 'text', text: 'javascript:alert(1)' }]);
});

it('text on any accent can be read', () => {
  const rgb = (css: string) => {
    const [red = 0, green = 0, blue = 0] = (css.match(/\d+/g) ?? []).map(Number);
    return [red, green, blue] as const;
  };
  for (const hex of ['#0F9D8A', '#FFD400', '#FF6600', '#000000', '#FFFFFF', '#7A7A7A', 'nonsense']) {
    for (const dark of [false, true]) {
      const accent = accentFor(hex, dark);
      expect(contrast(rgb(accent.fill), rgb(accent.onFill)), hex).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(accent.text), dark ? [29, 31, 31] : [255, 255, 255]), hex).toBeGreaterThanOrEqual(4.5);
    }
  }
  expect(parseColour('#12')).toBeNull();
});
