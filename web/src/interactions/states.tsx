import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { asProblem } from '../api/problem';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import classes from './interactions.module.css';
import { useTexts } from './texts';

/** Rows to come. */
export function Loading() {
  const { t } = useTexts();
  if (!useLate(true)) return null;
  return (
    <div className={classes['waiting']} role="status" aria-label={t('loading')}>
      {[0, 1, 2, 3, 4].map((at) => (
        <Skeleton key={at} height={36} radius="sm" />
      ))}
    </div>
  );
}

interface FailedProps {
  error: Error;
  title: string;
  onRetry: () => void;
}

/** What could not be loaded, or may not be seen. */
export function Failed({ error, title, onRetry }: FailedProps) {
  const { t } = useTexts();
  const problem = asProblem(error);
  if (problem.code === 'forbidden') return <EmptyPlace compact icon={<IconLock size={20} stroke={1.5} />} title={t('denied')} text={t('denied_text')} />;
  return <ErrorPlace compact problem={problem} title={title} onRetry={onRetry} />;
}
