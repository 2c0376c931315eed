import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { serve } from '../../../tests/server';
import { readDraft } from './drafts';
import { useWriting } from './useWriting';

it('keeps what was typed last when the page is left at that moment', () => {
  localStorage.clear();
  serve({ 'GET /api/tickets/1/draft': { body: { draft: null, version: 0 } } });
  const { result } = renderHook(() => useWriting('agent1', 1));
  act(() => result.current.set((now) => ({ ...now, text: 'I am looking into it.' })));
  expect(readDraft('agent1', 1).text).toBe('');
  window.dispatchEvent(new Event('pagehide'));
  expect(readDraft('agent1', 1).text).toBe('I am looking into it.');
});
