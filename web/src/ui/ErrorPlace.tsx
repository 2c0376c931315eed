import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isLineTrouble, onLineBack } from '../api/line';
import type { Problem } from '../api/problem';
import { EmptyPlace } from './EmptyPlace';

interface Props {
  problem: Problem;
  title?: string;
  onRetry?: () => void;
  compact?: boolean;
}

/** Between two tries that nobody asked for. */
const PAUSE_MS = 10_000;

/** What failed on the way is tried again by itself: when the line is back, and now and then until then. */
export function useAgain(problem: Problem | null, onRetry: (() => void) | undefined): void {
  const again = useEffectEvent(() => onRetry?.());
  const due = problem !== null && isLineTrouble(problem) && onRetry !== undefined;
  useEffect(() => {
    if (!due) return undefined;
    const stop = onLineBack(() => again());
    const timer = setInterval(() => again(), PAUSE_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [due]);
}

/** What happened and what to do about it; retry is a button. */
export function ErrorPlace({ problem, title, onRetry, compact = false }: Props) {
  const { t } = useTranslation();
  useAgain(problem, onRetry);
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
