import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { components } from '../../../api/openapi.gen';
import { callQuery, type CallFilter } from '../list/filter';
import { nextOffset } from '../list/useCalls';
import { emotionsOf, RECORDING_EMOTIONS } from '../list/voice';

export type Recording = components['schemas']['Recording'];

/** Under which name the list of recordings is kept. */
export const RECORDINGS = 'call-recordings';

/** What of a filter recordings are narrowed to; an address may say more, as that of the calls does. */
export function recordingFilter(filter: CallFilter): CallFilter {
  return { ...filter, outcome: '', did: '', emotion: emotionsOf(filter.emotion, RECORDING_EMOTIONS).join(), energy: '', pace: '', personality: '' };
}

/** The recordings that a filter leaves, page by page, those of the newest calls first. */
export function useRecordings(filter: CallFilter) {
  return useInfiniteQuery({
    queryKey: [RECORDINGS, filter],
    queryFn: ({ pageParam, signal }) => {
      const { direction, number, assignee, startDate, endDate, emotion } = callQuery(filter, Date.now());
      // The core reads days and seconds alike.
      const text = (day: string | number | undefined) => (day === undefined ? undefined : String(day));
      return api.get('/api/proxy/recordings', {
        query: { type: direction, number, assignee, startDate: text(startDate), endDate: text(endDate), emotionFilter: emotion, offset: pageParam },
        signal,
      });
    },
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
}
