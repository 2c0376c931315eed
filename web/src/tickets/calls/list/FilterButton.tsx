import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/lazyPart';
import { useTexts } from './texts';

const CallFilterDialog = lazyPart(async () => (await import('./CallFilterDialog')).CallFilterDialog);

/** Opens what the list can be narrowed to; says how much it is. */
export function FilterButton({ of, count }: { of: 'calls' | 'recordings'; count: number }) {
  const { t } = useTexts();
  // Loaded with the first opening, and kept so that it can fade out.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        data-chosen={count > 0 || undefined}
        leftSection={<IconFilter size={14} stroke={1.5} aria-hidden />}
        aria-label={count === 0 ? t('filter') : t('filter_by', { count })}
        onClick={() => setState('open')}
      >
        {count === 0 ? t('filter') : count}
      </Button>
      {state === 'never' ? null : (
        <Suspense>
          <CallFilterDialog of={of} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
