import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onEvent, onReload } from '../../realtime/apply';
import { onSync } from '../../realtime/connection';

const PAUSE_MS = 1_000;

/** Counts again what Home shows when a ticket comes or changes: at most once a second. */
export function useLiveHome(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = null;
        void queries.invalidateQueries({ queryKey: ['home'] });
      }, PAUSE_MS);
    };
    const offs = [
      onEvent('createTicket', changed),
      onEvent('newMessage', changed),
      onEvent('ticketStatusChanged', changed),
      onEvent('participantChanged', changed),
      onReload(changed),
      onSync(changed),
    ];
    return () => {
      offs.forEach((off) => off());
      if (timer !== null) clearTimeout(timer);
    };
  }, [queries]);
}
