import { beforeEach, expect, it } from 'vitest';
import { serve } from '../../tests/server';
import { loadVariant, useVariant, WHOLE_DESK } from './variant';

beforeEach(() => useVariant.setState({ settled: false, variant: WHOLE_DESK }));

it('shows the variant of the host', async () => {
  serve({ 'GET /api/variant': { body: { ...WHOLE_DESK, id: 'trading', name: 'Patchbay Trading' } } });
  await loadVariant();
  expect(useVariant.getState()).toMatchObject({ settled: true, variant: { id: 'trading', name: 'Patchbay Trading' } });
});

it('shows the whole desk when the server does not say', async () => {
  serve({ 'GET /api/variant': { status: 503, body: { error: { code: 'unavailable', message: 'Later.' } } } });
  await loadVariant();
  expect(useVariant.getState()).toMatchObject({ settled: true, variant: { id: 'all-in-one' } });
});
