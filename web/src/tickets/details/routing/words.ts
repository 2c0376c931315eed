/** How routing's decisions read. Every `t` is that of `useTexts`. */
import type { TFunction } from 'i18next';
import type { RoutingCandidate, RoutingDecision } from '../../../api/types';
import { spanWords } from '../../../ui/due/words';
import { isFullOfChats, occupationOf, reasonOf, type Reason } from './reason';

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
function reasonWords({ kind, isTie, chosen, next }: Reason, isVisit: boolean, t: TFunction, language: string): string[] {
  if (next === null) return [t(`reason.${kind}`)];
  const [own, other] = [occupationOf(chosen, isVisit), occupationOf(next, isVisit)];
  const isOccupied = kind === 'occupied';
  const values = {
    context: isOccupied && own.isOfChats ? 'chats' : undefined,
    name: personName(next, t),
    time: passedWords(chosen.idle_ms - next.idle_ms, language),
    load: isOccupied ? own.held : chosen.load,
    capacity: own.most,
    otherLoad: isOccupied ? other.held : next.load,
    otherCapacity: other.most,
    skill: chosen.skill,
    otherSkill: next.skill,
  };
  return [...(isTie ? [t('reason.tie', values)] : []), t(kind === 'idle' && isTie ? 'reason.idle_tie' : `reason.${kind}`, values)];
}

/** "Assigned to Ana by Orders · longest idle · 12 minutes longer than Ben". */
export function decisionWords(decision: RoutingDecision, isVisit: boolean, t: TFunction, language: string): string {
  const reason = reasonOf(decision, isVisit);
  const parts = [
    t(`outcome.${decision.outcome}`, { name: personName(decision, t), queue: decision.queue }),
    t(`strategy.${decision.strategy}`),
    ...(reason === null ? [] : reasonWords(reason, isVisit, t, language)),
  ];
  return parts.join(' · ');
}

/** What a candidate was like at that moment: "3 of 10 tickets · idle for 12 minutes". Live chats decide about visitors only. */
export function candidateWords(candidate: RoutingCandidate, isVisit: boolean, t: TFunction, language: string): string {
  const { load, capacity, chats, chat_capacity, idle_ms, skill } = candidate;
  const parts = [
    t('candidate.load', { load, capacity }),
    ...(isVisit ? [t('candidate.chats', { chats, capacity: chat_capacity })] : []),
    t('candidate.idle', { time: passedWords(idle_ms, language) }),
    ...(skill > 0 ? [t('candidate.skill', { skill })] : []),
  ];
  return parts.join(' · ');
}

/** Why a candidate was not asked; empty for who could have been. */
export function leftOutWords(candidate: RoutingCandidate, isVisit: boolean, t: TFunction): string {
  if (candidate.left_out === null) return '';
  const context = isFullOfChats(candidate) ? 'chats' : isVisit ? 'visit' : 'ticket';
  return t(`left_out.${candidate.left_out}`, { context });
}
