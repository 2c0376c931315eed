import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { KeysSection } from './KeysSection';

const ADDRESS = 'https://desk.example/api/mcp';

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { isAdmin: true, timezone: 'UTC' } as Session });
});

it('lets assistants in, and shows the address they ask at', async () => {
  let setting: unknown = { on: false, redact: true };
  const state = () => ({ body: { ...(setting as object), address: ADDRESS } });
  const { asked } = serve({
    'GET /api/keys': { body: [] },
    'GET /api/mcp/setting': state,
    'PUT /api/mcp/setting': ({ body }) => {
      setting = body;
      return state();
    },
  });
  draw(<KeysSection />);
  const on = await screen.findByRole('switch', { name: /Let assistants in/ });
  expect(on).toHaveProperty('checked', false);
  expect(screen.queryByDisplayValue(ADDRESS)).toBeNull();
  const user = userEvent.setup();
  await user.click(on);
  expect(await screen.findByDisplayValue(ADDRESS)).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: /Hide personal data/ }));
  await waitFor(() => expect(setting).toEqual({ on: true, redact: false }));
  const saved = asked.filter(({ key }) => key === 'PUT /api/mcp/setting').map(({ body }) => body);
  expect(saved).toEqual([
    { on: true, redact: true },
    { on: true, redact: false },
  ]);
});

it('says that the setting could not be loaded, beside the keys', async () => {
  serve({ 'GET /api/keys': { body: [] }, 'GET /api/mcp/setting': { status: 500, body: {} } });
  draw(<KeysSection />);
  expect(await screen.findByText('The setting of assistants could not be loaded')).toBeTruthy();
  expect(screen.getByText('No API keys yet')).toBeTruthy();
});
