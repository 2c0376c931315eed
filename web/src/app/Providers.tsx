import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { theme } from '../ui/theme';

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
  const { t } = useTranslation();
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <QueryClientProvider client={queries}>
        <ModalsProvider labels={{ confirm: t('action.confirm'), cancel: t('action.cancel') }}>
          {children}
          <Notifications position="bottom-left" autoClose={3000} limit={3} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
