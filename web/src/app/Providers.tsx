import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { isLineTrouble, onLineBack } from '../api/line';
import { asProblem } from '../api/problem';
import { useVariant } from '../api/variant';
import { useDialog } from '../ui/dialog';
import { SilentBoundary } from '../ui/SilentBoundary';
import { themeFor, variablesFor } from '../ui/theme';
import { useToasts } from '../ui/toast';
import { lazyPart } from './lazyScreen';
import { parts } from './parts';

const DialogWindow = lazyPart(parts.dialog);
const ToastPlace = lazyPart(parts.toasts);

const colorScheme = localStorageColorSchemeManager({ key: 'mantine-color-scheme-value' });

/** For screens that only fetch; live things are in the rooms' stores. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, thrown) => count < 2 && asProblem(thrown).code === 'unavailable',
    },
  },
});

// A failed read is repeated when the line is back, wherever it is shown.
onLineBack(
  () =>
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' && isLineTrouble(asProblem(state.error)) }),
);

export function Providers({ children }: { children: ReactNode }) {
  const variant = useVariant((state) => state.variant);
  const theme = useMemo(() => themeFor(variant), [variant]);
  const variables = useMemo(() => variablesFor(variant), [variant]);
  const dialogs = useDialog((state) => state.dialog !== null);
  const toasts = useToasts((state) => state.needed);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <QueryClientProvider client={queries}>
        {children}
        <SilentBoundary>
          {dialogs ? <DialogWindow /> : null}
          {toasts ? <ToastPlace /> : null}
        </SilentBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}
