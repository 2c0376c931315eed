import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { narrowFrom, narrowings } from '../narrow';
import { lazyPart } from '../../ui/lazyPart';
import classes from './LabelFilter.module.css';

const FilterDialog = lazyPart(async () => (await import('./FilterDialog')).FilterDialog);

/** Opens what a list can be narrowed to; says how much it is. */
export function FilterButton({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  // Loaded with the first opening, and kept so that it can fade out.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const count = narrowings(narrowFrom(search));
  const label = count === 0 ? t('tickets.narrow') : t('tickets.narrow_by', { count });
  // In little room the sign is enough for what narrows nothing.
  const bare = narrow && count === 0;
  return (
    <>
      <Button
        variant="default"
        size={narrow ? 'compact-sm' : 'compact-md'}
        className={classes['button'] ?? ''}
        data-chosen={count > 0 || undefined}
        leftSection={bare ? null : <IconFilter size={14} stroke={1.5} />}
        aria-label={label}
        onClick={() => setState('open')}
      >
        {bare ? <IconFilter size={16} stroke={1.5} aria-hidden /> : count === 0 ? t('tickets.narrow') : count}
      </Button>
      {state === 'never' ? null : (
        <Suspense>
          <FilterDialog opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
