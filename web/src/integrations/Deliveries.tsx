import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { useSettingsChange } from '../settings/useSettingsChange';
import { fullTime } from '../ui/dates';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, SettingsListSkeleton } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import classes from './integrations.module.css';
import { eventText, pretty, type Webhook, type WebhookDelivery } from './model';
import { useTexts } from './texts';

const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;
/** While something waits, how often to look. */
const EVERY_MS = 3_000;

/** What was sent to a webhook, and what it answered. */
export function Deliveries({ hook }: { hook: Webhook }) {
  const { t } = useTexts();
  const { id } = hook;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['webhook-deliveries', hook.id],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/webhooks/{id}/deliveries', { path: { id }, query: { before: pageParam }, signal }),
    getNextPageParam: (last) => (last.more ? (last.data.at(-1)?.id ?? null) : null),
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.data.some(({ state }) => state === 'waiting') === true ? EVERY_MS : false,
  });
  const all = data?.pages.flatMap((page) => page.data);

  const { change } = useSettingsChange(refetch, t('delivery.replay_failed'));
  const replay = (delivery: number) => change(() => api.post('/api/webhooks/{id}/deliveries/{delivery}/replay', { path: { id, delivery } }));

  return (
    <section className={classes['deliveries']}>
      <div className={kept['head']}>
        <h3 className={`${kept['formTitle']} ${kept['grow']}`}>{t('delivery.title')}</h3>
        <Button size="xs" variant="default" disabled={!hook.enabled} onClick={() => change(() => api.post('/api/webhooks/{id}/ping', { path: { id } }))}>
          {t('delivery.ping')}
        </Button>
        <Tooltip label={t('delivery.refresh')}>
          <ActionIcon aria-label={t('delivery.refresh')} onClick={() => void refetch()}>
            <IconRefresh size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      {all === undefined ? (
        error === null ? (
          <SettingsListSkeleton label={t('loading')} />
        ) : (
          <ErrorPlace compact problem={asProblem(error)} title={t('delivery.load_failed')} onRetry={() => void refetch()} />
        )
      ) : all.length === 0 ? (
        <p className={kept['none']} role="status">
          {t('delivery.empty')}
        </p>
      ) : (
        <ul className={kept['rows']}>
          {all.map((one) => (
            <Line key={one.id} one={one} onReplay={hook.enabled ? () => replay(one.id) : null} />
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Group justify="center" mt="xs">
          <Button size="xs" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('delivery.more')}
          </Button>
        </Group>
      ) : null}
    </section>
  );
}

function Line({ one, onReplay }: { one: WebhookDelivery; onReplay: (() => void) | null }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const answer = one.status == null ? one.error : t('delivery.status', { status: one.status });
  const words = [fullTime(one.created_at), t('delivery.tries', { count: one.attempts }), answer];
  return (
    <li className={classes['delivery']}>
      <div className={classes['line']}>
        <Chip tone={TONES[one.state as keyof typeof TONES]}>{t(`delivery.state.${one.state}`)}</Chip>
        <span>{t(eventText(one.event))}</span>
        <span className={classes['meta']}>{words.filter((word) => word !== '').join(' · ')}</span>
        <span className={kept['grow']} />
        <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('delivery.body')}
        </Button>
        {onReplay === null || one.state === 'waiting' ? null : (
          <Button size="compact-xs" variant="subtle" onClick={onReplay}>
            {t('delivery.replay')}
          </Button>
        )}
      </div>
      {open ? (
        <pre className={classes['body']} tabIndex={0}>
          {pretty(one.body)}
        </pre>
      ) : null}
    </li>
  );
}
