import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../../api/client';
import { onEvent, onReload } from '../../../realtime/apply';
import { callQuery, type CallFilter } from './filter';

/** Calls of one load. */
const PAGE = 30;
/** Under which name the list of calls is kept. */
export const CALLS = 'calls';
/** How long a change may be missing from the list, for each page of it: a long list is read anew more rarely. */
const PAUSE_MS = 1_000;

interface Page<Row> {
  data: readonly Row[];
}

/** How many rows stand before the page to come; undefined behind the last one. */
export function nextOffset(last: Page<unknown>, pages: readonly Page<unknown>[]): number | undefined {
  return last.data.length < PAGE ? undefined : pages.reduce((sum, page) => sum + page.data.length, 0);
}

/** The calls that a filter leaves, page by page, the newest first. */
export function useCalls(filter: CallFilter) {
  return useInfiniteQuery({
    queryKey: [CALLS, filter],
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/ticket/load/{token}/{filter}/call2/{offset}', {
        path: { token: '-', filter: 'all', offset: pageParam },
        query: callQuery(filter, Date.now()),
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
}

/** Pages behind one another; a call that began meanwhile pushes others onto the next page, which then has them twice. */
export function rowsOf<Row extends { id: number }>(pages: readonly Page<Row>[]): Row[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()];
}

/** Reads what is loaded of a list anew after a call began, was answered, ended or was recorded. */
export function useLiveCalls(list: string, pages: number): void {
  const client = useQueryClient();
  const pause = useEffectEvent(() => PAUSE_MS * Math.max(1, pages));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const now = () => void client.invalidateQueries({ queryKey: [list] });
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = null;
        now();
      }, pause());
    };
    const ends = [onEvent('callChanged', soon), onReload(now)];
    return () => {
      ends.forEach((end) => end());
      if (timer !== null) clearTimeout(timer);
    };
  }, [client, list]);
}
