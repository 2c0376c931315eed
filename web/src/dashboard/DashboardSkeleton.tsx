import { Skeleton } from '@mantine/core';
import classes from './dashboard.module.css';
import { useTexts } from './texts';

const FIGURES = [0, 1, 2, 3, 4];
const PANELS = [0, 1, 2];

/** The shape of a dashboard that is still on its way. */
export function DashboardSkeleton() {
  const { t } = useTexts();
  return (
    <div className={classes['view']} role="status" aria-label={t('loading')}>
      <div className={classes['figures']}>
        {FIGURES.map((figure) => (
          <Skeleton key={figure} height={104} radius="md" />
        ))}
      </div>
      <Skeleton height={290} radius="md" />
      <div className={classes['panels']}>
        {PANELS.map((panel) => (
          <Skeleton key={panel} height={200} radius="md" className={classes['panel'] ?? ''} />
        ))}
      </div>
    </div>
  );
}
