import { durationOf } from '../../ui/durationOf';
import type { RoutingQueue } from '../model';
import { useTexts } from '../texts';
import { clockOf, QUEUE_AMOUNTS, type FigureDifference, type QueueAmount, type QueueFields, type ReplayDraft, type ReplayWaits, type WaitFigure } from './model';

const UNITS: Readonly<Record<QueueAmount, 'points' | 'seconds' | 'minutes'>> = {
  priority: 'points',
  offer_seconds: 'seconds',
  wrap_up_seconds: 'seconds',
  preferred_seconds: 'seconds',
  relax_seconds: 'seconds',
  ageing_minutes: 'minutes',
};

/** How a replay is told in this person's language: its figures, and what was changed. */
export function useReplayWords() {
  const { t, language } = useTexts();
  const none = t('replay.none');
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const number = (value: number | null) => (value === null ? none : numbers.format(value));
  const share = (value: number | null) => (value === null ? none : percents.format(value));
  const duration = (ms: number | null) => {
    if (ms === null) return none;
    const { unit, values } = durationOf(ms / 1_000);
    return t(`replay.duration.${unit}`, values);
  };

  const isWait = (figure: WaitFigure) => figure === 'mean_wait_ms' || figure === 'p90_wait_ms';
  const unitOf = (name: QueueAmount) => t(`unit.${UNITS[name]}`);

  /** A figure as its column has it; a dash where there is nothing. */
  const figure = (name: WaitFigure, waits: ReplayWaits) => (name === 'service_level' ? share(waits[name]) : isWait(name) ? duration(waits[name]) : number(waits[name]));

  /** "better by 2 min" */
  const difference = (name: WaitFigure, { tone, by }: FigureDifference) => {
    if (tone === 'same') return t('replay.difference.same');
    const points = Math.round(by * 100);
    const amount = name === 'service_level' ? t('replay.difference.points', { count: points, shown: number(points) }) : isWait(name) ? duration(by) : number(by);
    return t(`replay.difference.${tone}`, { amount });
  };

  /** A number of a queue with its unit: "30 s"; 0 is off, and of an offer that nobody is asked. */
  const amount = (name: QueueAmount, value: number) => {
    if (value > 0 || name === 'priority') return `${number(value)}${unitOf(name)}`;
    return name === 'offer_seconds' ? t('replay.unasked') : t('off');
  };

  /** What of a queue is otherwise: "Round robin, Priority 5" */
  const queueChanges = ({ strategy, ...amounts }: QueueFields) => [
    ...(strategy === undefined ? [] : [t(`strategy.${strategy}`)]),
    ...QUEUE_AMOUNTS.flatMap((name) => {
      const value = amounts[name];
      return value === undefined ? [] : [t('replay.change.amount', { name: t(name), value: amount(name, value) })];
    }),
  ];

  const nameOf = (id: number, queues: readonly RoutingQueue[]) => queues.find((queue) => queue.id === id)?.name ?? t('overflow_gone');

  /** Everything that a replay changed, each by itself; none where it went by the same rules. */
  const changes = ({ changes: all }: ReplayDraft, queues: readonly RoutingQueue[]): string[] => [
    ...all.queues.map(({ id, strategy, agents, all_agents, skills, always, ...rest }) => {
      const amounts = Object.fromEntries(QUEUE_AMOUNTS.flatMap((name) => (typeof rest[name] === 'number' ? [[name, rest[name]]] : [])));
      const isOther = (value: unknown) => value !== undefined && value !== null;
      const words = [
        ...queueChanges(isOther(strategy) ? { ...amounts, strategy } : amounts),
        ...(isOther(agents) || isOther(all_agents) ? [t('replay.change.agents')] : []),
        ...(isOther(skills) ? [t('replay.change.skills')] : []),
        ...(isOther(always) ? [t('replay.change.hours')] : []),
      ];
      return t('replay.change.queue', { name: nameOf(id, queues), changes: words.join(t('replay.comma')) });
    }),
    ...(['capacity', 'chat_capacity'] as const).flatMap((name) => (typeof all[name] === 'number' ? [t('replay.change.amount', { name: t(`replay.${name}`), value: number(all[name]) })] : [])),
    ...(all.agents.length === 0 ? [] : [t('replay.change.people', { count: all.agents.length })]),
    ...all.extra_agents.map(({ count, from_minute, until_minute, queues: wanted }) =>
      t(`replay.change.${wanted.length === 0 ? 'extra' : 'extra_in'}`, {
        count,
        from: clockOf(from_minute),
        until: clockOf(until_minute),
        queues: wanted.map((id) => nameOf(id, queues)).join(t('replay.comma')),
      }),
    ),
  ];

  return { number, share, duration, figure, difference, amount, unitOf, queueChanges, changes };
}
