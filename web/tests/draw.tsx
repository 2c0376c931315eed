import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { WHOLE_DESK } from '../src/api/variant';
import { loadFloating } from '../src/ui/floating';
import { themeFor } from '../src/ui/theme';

// In a browser it comes a little after the start.
await loadFloating();

/** Draws something inside what the workspace gives every screen. */
export function draw(element: ReactNode, path = '/') {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  return render(
    <MantineProvider theme={themeFor(WHOLE_DESK)} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
