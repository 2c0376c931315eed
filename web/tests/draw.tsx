import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { WHOLE_DESK } from '../src/api/variant';
import { loadFloating } from '../src/ui/floating';
import { themeFor } from '../src/ui/theme';

// In a browser it comes a little after the start.
await loadFloating();

/** Draws something inside what the workspace gives every screen. */
export function draw(element: ReactNode, path = '/') {
  return drawRoutes([{ path: '*', element }], path).view;
}

/** The same of several addresses, with the router that goes between them. */
export function drawRoutes(routes: RouteObject[], path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(
    <MantineProvider theme={themeFor(WHOLE_DESK)} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, view };
}
