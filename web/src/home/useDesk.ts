import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { isYoung, stepsDone, type StepsDone } from './steps';
import { DESK } from './useLive';

/** Null for a desk that is not being set up. */
async function readDesk(signal: AbortSignal): Promise<StepsDone | null> {
  const users = await api.get('/api/users', { signal });
  if (!isYoung(users, Date.now())) return null;
  const path = { token: '-', filter: 'all', kind: 'ticket', offset: 0 };
  const [channels, tickets, calendars, labels] = await Promise.all([
    api.get('/api/channels', { signal }),
    api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', { path, signal }),
    api.get('/api/hours', { signal }),
    api.get('/api/label/get', { signal }),
  ]);
  return stepsDone({ channels: channels.length, users: users.total, tickets: tickets.count, calendars: calendars.length, labels: labels.length });
}

/** Which steps of the checklist are done, as the desk itself says. */
export function useDesk(asked: boolean) {
  return useQuery({ queryKey: [DESK], queryFn: ({ signal }) => readDesk(signal), enabled: asked });
}
