import { useConditionWords } from '../conditions/words';
import { OrderedRow, type OrderedLineProps } from '../settings/OrderedRow';
import { spanWords } from '../ui/due/words';
import { Chip } from '../ui/SettingsList';
import { useNow } from '../ui/useNow';
import type { RoutingQueue } from './model';
import { useTexts } from './texts';

/** Row of a queue: how it gives tickets to whom, and what waits in it now. */
export function QueueLine({ queue, onRemove, ...row }: OrderedLineProps & { queue: RoutingQueue }) {
  const { t, language } = useTexts();
  const now = useNow();
  const conditions = useConditionWords();
  const { name, waiting, waiting_since: since } = queue;
  const longest = waiting === 0 || since === null ? '' : `, ${t('longest', { time: spanWords(Math.min(0, since - now), language) })}`;
  const meta = [
    t(`strategy.${queue.strategy}`),
    queue.all_agents ? t('all_agents') : t('some_agents', { count: queue.agents.length }),
    conditions.count(queue.conditions),
    `${t('waiting', { count: waiting })}${longest}`,
  ];
  return (
    <OrderedRow
      {...row}
      name={name}
      chips={queue.broken ? <Chip tone="bad">{t('broken')}</Chip> : null}
      meta={meta.join(' · ')}
      enabled={queue.enabled}
      words={{ on: t('on', { name }), up: t('up', { name }), down: t('down', { name }), remove: t('remove', { name }) }}
      remove={{ title: t('remove_title', { name }), text: t('remove_text'), confirm: t('remove_confirm'), run: onRemove }}
    />
  );
}
