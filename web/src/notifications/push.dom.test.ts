import { expect, it } from 'vitest';
import { serve } from '../../tests/server';
import { useBrowser } from './browser';
import { canPush, keepPush, usePush } from './push';

it('passes over web push in silence where the browser has none', async () => {
  const { asked } = serve({});
  useBrowser.setState({ permission: 'granted', disabled: false });
  expect(canPush()).toBe(false);
  await keepPush();
  expect(asked).toEqual([]);
  expect(usePush.getState().on).toBe(false);
});
