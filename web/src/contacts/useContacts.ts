import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { onEvent, onReload } from '../realtime/apply';
import { nextOf, PAGE, type Reach } from './model';

const PATH = '/api/contacts/list';
const LIST = 'contacts';
/** How long a new customer may be missing from the list. */
const PAUSE_MS = 3_000;

/** The contacts whose cards have these words and who can be reached like this, page by page. */
export function useContacts(keyword: string, filter: Reach) {
  return useInfiniteQuery({
    queryKey: [LIST, keyword, filter],
    queryFn: ({ pageParam, signal }) => api.get(PATH, { query: { searchBar: keyword !== '', keyword, filter, pagination: PAGE, page: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextOf,
    // What was found before stays until what is typed now has an answer.
    placeholderData: (before) => before,
  });
}

/** The one contact that an address names. */
export function useContact(uid: string) {
  return useQuery({
    queryKey: ['contact', uid],
    queryFn: async ({ signal }) => (await api.get(PATH, { query: { uid }, signal })).data[0] ?? null,
  });
}

/** Reads the list anew when a contact changed or somebody wrote for the first time. */
export function useLiveContacts(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const now = () => void client.invalidateQueries({ queryKey: [LIST] });
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = null;
        now();
      }, PAUSE_MS);
    };
    const ends = [onEvent('contactUpdated', soon), onEvent('contactMerged', now), onEvent('createTicket', soon), onReload(now)];
    return () => {
      ends.forEach((end) => end());
      if (timer !== null) clearTimeout(timer);
    };
  }, [client]);
}
