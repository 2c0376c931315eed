import { expect, it, vi } from 'vitest';
import { rememberedLabels, rememberedName, rememberLabels, rememberName } from './remembered';

it('keeps the name and the labels for a year', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  rememberName('Demo 客服; one');
  rememberLabels(true);
  expect(written.mock.calls.map(([cookie]) => /^(\w+)=.*; (Max-Age=\d+; Path=\/; SameSite=Lax)$/.exec(cookie)?.slice(1))).toEqual([
    ['display_name', 'Max-Age=31536000; Path=/; SameSite=Lax'],
    ['always_display', 'Max-Age=31536000; Path=/; SameSite=Lax'],
  ]);
  expect(rememberedName()).toBe('Demo 客服; one');
  expect(rememberedLabels()).toBe(true);
  rememberLabels(false);
  expect(rememberedLabels()).toBe(false);
});

it('takes what somebody else broke for nothing', () => {
  document.cookie = 'display_name=%E0%A4%A';
  expect(rememberedName()).toBe('');
});
