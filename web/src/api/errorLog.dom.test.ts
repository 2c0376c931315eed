import { expect, it, vi } from 'vitest';
import { serve } from '../../tests/server';
import { api } from './client';
import { errorLog, KEPT_ERRORS, noteError, watchErrors } from './errorLog';

it('keeps the newest errors and no more than its limit', () => {
  for (let count = 0; count <= KEPT_ERRORS; count += 1) noteError('test', `error ${count}`);
  expect(errorLog()).toHaveLength(KEPT_ERRORS);
  expect(errorLog()[0]?.what).toBe('error 1');
  expect(errorLog().at(-1)).toMatchObject({ where: 'test', what: `error ${KEPT_ERRORS}` });
});

it('keeps what nobody caught', () => {
  watchErrors();
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('loose') }));
  expect(errorLog().at(-1)?.what).toContain('loose');
});

it('keeps failed calls without what was asked', async () => {
  serve({ 'GET /api/agent/-': { status: 500, body: {} } });
  await expect(api.get('/api/agent/{token}', { path: { token: '-' }, query: { search: 'secret' } })).rejects.toThrow();
  expect(errorLog().at(-1)).toMatchObject({ where: 'GET /api/agent/-', what: '500 internal' });
  vi.unstubAllGlobals();
});
