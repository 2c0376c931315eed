import { ActionIcon, Skeleton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Message, TraceHop } from '../../api/types';
import { clockTime } from '../../ui/dates';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { useLate } from '../../ui/useLate';
import { useReason } from '../useReason';
import classes from './Trace.module.css';

function duration(hop: TraceHop): string {
  const ms = hop.took_us / 1000;
  if (ms <= 0) return '';
  if (ms < 10) return ` · ${ms.toFixed(1)} ms`;
  return ms < 1000 ? ` · ${Math.round(ms)} ms` : ` · ${(ms / 1000).toFixed(1)} s`;
}

/** Every hop of one message, with its time. */
export function Trace({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['trace', message.id],
    queryFn: ({ signal }) => api.get('/api/messages/{id}/trace', { path: { id: message.id }, signal }),
  });
  const late = useLate(query.isPending);
  const reason = useReason();
  const hops = query.data?.hops ?? [];
  return (
    <section className={classes['trace']} aria-label={t('details.trace')}>
      <header>
        <h3>{t('details.trace')}</h3>
        <ActionIcon size="sm" onClick={onClose} aria-label={t('action.close')}>
          <IconX size={14} stroke={1.5} />
        </ActionIcon>
      </header>
      <p className={classes['about']}>{message.message.slice(0, 80)}</p>
      {late ? <Skeleton height={72} radius="sm" /> : null}
      {query.isError ? <ErrorPlace compact problem={asProblem(query.error)} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && hops.length === 0 ? <p className={classes['about']}>{t('details.no_trace')}</p> : null}
      <ol>
        {hops.map((hop, index) => (
          <li key={`${index} ${hop.name}`}>
            <span className={classes['name']}>{hop.name}</span>
            <span className={classes['time']}>
              {clockTime(hop.at_ms)}
              {duration(hop)}
            </span>
            {hop.detail === '' ? null : <span className={classes['detail']}>{reason(hop.detail)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
