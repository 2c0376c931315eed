import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { asProblem } from '../api/problem';
import { useDialog } from '../ui/dialog';
import { theme } from '../ui/theme';
import { useToasts } from '../ui/toast';
import { lazyPart } from './lazyScreen';

const DialogWindow = lazyPart(async () => (await import('../ui/DialogWindow')).DialogWindow);
const ToastPlace = lazyPart(async () => (await import('../ui/ToastPlace')).ToastPlace);

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

export function Providers({ children }: { children: ReactNode }) {
  const dialogs = useDialog((state) => state.dialog !== null);
  const toasts = useToasts((state) => state.needed);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <QueryClientProvider client={queries}>
        {children}
        <Suspense>
          {dialogs ? <DialogWindow /> : null}
          {toasts ? <ToastPlace /> : null}
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
