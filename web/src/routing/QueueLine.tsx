import { useConditionWords } from '../conditions/words';
import { OrderedRow, type OrderedLineProps } from '../settings/OrderedRow';
import { spanWords } from '../ui/due/words';
import { Chip } from '../ui/SettingsList';
import { useNow } from '../ui/useNow';
import type { RoutingQueue } from './model';
import { useTexts } from './texts';

/** Row of a queue: what it takes in, how it gives that to whom, and what waits in it now. */
export function QueueLine({ queue, onRemove, ...row }: OrderedLineProps & { queue: RoutingQueue }) {
  const { t, language } = useTexts();
  const now = useNow();
  const conditions = useConditionWords();
  const { name, work, waiting, waiting_since: since } = queue;
  const about = { context: work };
  const longest = waiting === 0 || since === null ? '' : `, ${t('longest', { time: spanWords(Math.min(0, since - now), language) })}`;
  const meta = [
    t(`work.${work}`),
    t(`strategy.${queue.strategy}`),
    queue.all_agents ? t('all_agents') : t('some_agents', { count: queue.agents.length }),
    work === 'live_chats' && queue.conditions.length === 0 ? t('every_live_chat') : conditions.count(queue.conditions),
    `${t('waiting', { count: waiting, ...about })}${longest}`,
  ];
  return (
    <OrderedRow
      {...row}
      name={name}
      chips={queue.broken ? <Chip tone="bad">{t('broken', about)}</Chip> : null}
      meta={meta.join(' · ')}
      enabled={queue.enabled}
      words={{ on: t('on', { name }), up: t('up', { name }), down: t('down', { name }), remove: t('remove', { name }) }}
      remove={{ title: t('remove_title', { name }), text: t('remove_text', about), confirm: t('remove_confirm'), run: onRemove }}
    />
  );
}
