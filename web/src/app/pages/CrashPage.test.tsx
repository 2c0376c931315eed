import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { errorLog } from '../../api/errorLog';
import { CrashPage } from './CrashPage';

function Broken(): never {
  throw new Error('nothing to draw');
}

it('apologises, shows the details and copies them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const router = createMemoryRouter([{ path: '/', Component: Broken, ErrorBoundary: CrashPage }]);
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  expect(await screen.findByText('Patchbay ran into a problem and needs to refresh')).toBeTruthy();
  expect(screen.getByText(/We are sorry/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Refresh Now' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy details' }));
  expect(await navigator.clipboard.readText()).toContain('nothing to draw');
  expect(errorLog().some((entry) => entry.what.includes('nothing to draw'))).toBe(true);
});
