import type { TFunction } from 'i18next';
import { fullTime } from '../../ui/dates';
import type { RoutingReplay } from './model';

/** What is asked before a replay is deleted; one that is being made is stopped by it. */
export function removal(t: TFunction, { state, created_at }: Pick<RoutingReplay, 'state' | 'created_at'>, run: () => void) {
  return {
    title: t('replay.remove_title'),
    text: t(state === 'running' ? 'replay.remove_text_running' : 'replay.remove_text', { at: fullTime(created_at) }),
    confirm: t('replay.remove_confirm'),
    run,
  };
}
