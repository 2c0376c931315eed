import { afterEach, expect, it, vi } from 'vitest';
import { keep } from './keep';

afterEach(() => vi.restoreAllMocks());

it('keeps what it is given, and breaks nothing where the browser keeps nothing', () => {
  keep('patchbay.some', 'thing');
  expect(localStorage.getItem('patchbay.some')).toBe('thing');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  expect(() => keep('patchbay.some', 'other')).not.toThrow();
});
