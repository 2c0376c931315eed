import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onEvent, onReload } from '../realtime/apply';
import { onSync } from '../realtime/connection';
import type { EventName } from '../realtime/envelope';

/** The root of the keys of what shows tickets. */
export const TICKETS = 'home-tickets';
/** The key of what the desk has by now. */
export const DESK = 'home-desk';

/** What changes which tickets wait, or what their rows say. */
export const TICKET_EVENTS = [
  'createTicket',
  'newMessage',
  'ticketStatusChanged',
  'participantChanged',
  'ticketLabelsChanged',
  'ticketSeverityChanged',
  'ticketAppointmentChanged',
  'ticketContactChanged',
  'ticketMerged',
  'ticketSplit',
  'ticketSnoozed',
  'liveChatConverted',
  'ticketDueChanged',
  'slaWarning',
  'slaBreached',
] as const satisfies readonly EventName[];

/** What finishes a step of the checklist. */
export const DESK_EVENTS = ['channelDataUpdated', 'usersChanged', 'createTicket', 'hoursChanged', 'labelsChanged'] as const satisfies readonly EventName[];

/** For what nothing changes any more. */
export const NO_EVENTS: readonly EventName[] = [];

const PAUSE_MS = 1_000;

/** Reads again what is shown under a key when something happens that changes it: at most once a second. */
export function useLive(key: string, events: readonly EventName[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = null;
        void queries.invalidateQueries({ queryKey: [key] });
      }, PAUSE_MS);
    };
    const offs = [...events.map((name) => onEvent(name, changed)), onReload(changed), onSync(changed)];
    return () => {
      offs.forEach((off) => off());
      if (timer !== null) clearTimeout(timer);
    };
  }, [queries, key, events]);
}
