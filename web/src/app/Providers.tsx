import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
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

export function Providers({ children }: { children: ReactNode }) {
  const variant = useVariant((state) => state.variant);
  const theme = useMemo(() => themeFor(variant), [variant]);
  const variables = useMemo(() => variablesFor(variant), [variant]);
  const dialogs = useDialog((state) => state.dialog !== null);
  const toasts = useToasts((state) => state.needed);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      {children}
      <SilentBoundary>
        {dialogs ? <DialogWindow /> : null}
        {toasts ? <ToastPlace /> : null}
      </SilentBoundary>
    </MantineProvider>
  );
}
