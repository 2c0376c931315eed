import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/problem';
import { EmptyPlace } from './EmptyPlace';

interface Props {
  problem: Problem;
  title?: string;
  onRetry?: () => void;
  compact?: boolean;
}

/** What happened and what to do about it; retry is a button. */
export function ErrorPlace({ problem, title, onRetry, compact = false }: Props) {
  const { t } = useTranslation();
  return (
    <div role="alert" style={{ height: '100%' }}>
      <EmptyPlace
        compact={compact}
        icon={<IconAlertTriangle size={20} stroke={1.5} />}
        title={title ?? t('error.title')}
        text={problemText(problem, t)}
        {...(onRetry === undefined
          ? {}
          : {
              action: (
                <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
                  {t('error.retry')}
                </Button>
              ),
            })}
      />
    </div>
  );
}

/** The server's own words when it gave some, ours otherwise. */
export function problemText(problem: Problem, t: (key: string) => string): string {
  return problem.description ?? t(`problem.${problem.code}`);
}
