/** How routing's decisions read. Every `t` is that of `useTexts`. */
import type { TFunction } from 'i18next';
import type { RoutingCandidate, RoutingDecision } from '../../../api/types';
import { spanWords } from '../../../ui/due/words';
import { reasonOf, type Reason } from './reason';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** "40 seconds", "12 minutes": time that has passed, in full units. */
export function passedWords(ms: number, language: string): string {
  if (ms >= MINUTE_MS) return spanWords(-ms, language);
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(Math.floor(ms / SECOND_MS));
}

/** What somebody is called, as the decision knew it. */
export function personName({ name, username }: Pick<RoutingCandidate, 'name' | 'username'>, t: TFunction): string {
  return name || username || t('unknown_agent');
}

/** "12 minutes longer than Ben". */
function reasonWords({ kind, isTie, chosen, next }: Reason, t: TFunction, language: string): string[] {
  if (next === null) return [t(`reason.${kind}`)];
  const values = {
    name: personName(next, t),
    time: passedWords(chosen.idle_ms - next.idle_ms, language),
    load: chosen.load,
    capacity: chosen.capacity,
    otherLoad: next.load,
    otherCapacity: next.capacity,
    skill: chosen.skill,
    otherSkill: next.skill,
  };
  return [...(isTie ? [t('reason.tie', values)] : []), t(kind === 'idle' && isTie ? 'reason.idle_tie' : `reason.${kind}`, values)];
}

/** "Assigned to Ana by Orders · longest idle · 12 minutes longer than Ben". */
export function decisionWords(decision: RoutingDecision, t: TFunction, language: string): string {
  const reason = reasonOf(decision);
  const parts = [
    t(`outcome.${decision.outcome}`, { name: personName(decision, t), queue: decision.queue }),
    t(`strategy.${decision.strategy}`),
    ...(reason === null ? [] : reasonWords(reason, t, language)),
  ];
  return parts.join(' · ');
}

/** What a candidate was like at that moment: "3 of 10 tickets · idle for 12 minutes". */
export function candidateWords({ load, capacity, idle_ms, skill }: RoutingCandidate, t: TFunction, language: string): string {
  const parts = [
    t('candidate.load', { load, capacity }),
    t('candidate.idle', { time: passedWords(idle_ms, language) }),
    ...(skill > 0 ? [t('candidate.skill', { skill })] : []),
  ];
  return parts.join(' · ');
}
