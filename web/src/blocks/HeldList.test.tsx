import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { HeldList } from './HeldList';
import type { Block } from './model';

it('says that it is loading', async () => {
  serve({ 'GET /api/blocks/4/held': () => new Promise(() => undefined) });
  draw(<HeldList block={{ id: 4, name: 'Ben', held: 1 } as Block} />);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
});
