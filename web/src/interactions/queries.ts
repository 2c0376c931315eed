import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import type { Ticket } from '../api/types';
import { onEvent, onReload } from '../realtime/apply';
import { heldBack, interactionsOf, merged, type Interaction, type TimelineFilter } from './model';

const CONTACTS = '/api/contacts/list';
const TIMELINE = 'interactions';
/** Contacts that are offered at once; whoever is not among them is found by more letters. */
const OFFERED = 20;
/** Rows of one load of a list. */
const PAGE = 30;
/** How long a change may be missing from the timeline. */
const PAUSE_MS = 3_000;

/** The contacts whose cards have these words; without words the newest. */
export function useFoundContacts(keyword: string) {
  return useQuery({
    queryKey: ['interactions-contacts', keyword],
    queryFn: async ({ signal }) =>
      (await api.get(CONTACTS, { query: { searchBar: keyword !== '', keyword, filter: 'all', pagination: OFFERED, page: 0 }, signal })).data,
    // What was found before stays until what is typed now has an answer.
    placeholderData: (before) => before,
  });
}

/** The one contact that an address names; null where there is none. */
export function useContact(uid: string) {
  return useQuery({
    queryKey: ['interactions-contact', uid],
    queryFn: async ({ signal }) => (await api.get(CONTACTS, { query: { uid }, signal })).data[0] ?? null,
  });
}

/** Calls are tickets of their channel, and come in the list of those. */
function useList(kind: 'ticket' | 'livechat', contact: number, { channel, from, until }: TimelineFilter) {
  const query = useInfiniteQuery({
    queryKey: [TIMELINE, contact, kind, channel, from, until],
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', {
        path: { token: '-', filter: 'all', kind, offset: pageParam },
        query: { field: 'contact_id', fieldValue: contact, channelFilter: channel, startDate: from, endDate: until },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.data.length < PAGE ? undefined : pages.length * PAGE),
  });
  return { query, rows: interactionsOf(query.data?.pages.flatMap(({ data }) => data) ?? []), hasMore: query.hasNextPage };
}

export interface Timeline {
  /** Undefined until all lists are there. */
  rows: Interaction[] | undefined;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Loads a page more, or what failed once again. */
  more: () => void;
  retry: () => void;
}

/** What happened with a contact over all channels, the newest first, page by page. */
export function useTimeline(contact: number, filter: TimelineFilter): Timeline {
  const lists = [useList('ticket', contact, filter), useList('livechat', contact, filter)];
  const isThere = lists.every(({ query }) => query.data !== undefined);
  return {
    rows: isThere ? merged(lists) : undefined,
    error: lists.map(({ query }) => query.error).find((error) => error !== null) ?? null,
    hasMore: lists.some(({ hasMore }) => hasMore),
    isLoadingMore: lists.some(({ query }) => query.isFetchingNextPage),
    more: () => heldBack(lists).forEach(({ query }) => void query.fetchNextPage()),
    retry: () => lists.filter(({ query }) => query.error !== null).forEach(({ query }) => void query.refetch()),
  };
}

/** Reads the timeline anew a little after something happened with its contact. */
export function useLiveTimeline(contact: number): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const now = () => void client.invalidateQueries({ queryKey: [TIMELINE, contact] });
    const soon = ({ ticket }: { ticket: Pick<Ticket, 'contact_id'> }) => {
      if (ticket.contact_id !== contact) return;
      timer ??= setTimeout(() => {
        timer = null;
        now();
      }, PAUSE_MS);
    };
    const ends = [onEvent('createTicket', soon), onEvent('newMessage', soon), onEvent('ticketStatusChanged', soon), onReload(now)];
    return () => {
      ends.forEach((end) => end());
      if (timer !== null) clearTimeout(timer);
    };
  }, [client, contact]);
}
