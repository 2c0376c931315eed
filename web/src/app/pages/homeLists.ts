import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client';
import { usePlugins } from '../../api/plugins';
import { asProblem } from '../../api/problem';
import { ticketsOf } from '../../api/rows';
import type { Ticket, TicketFilter, TicketPage } from '../../api/types';
import { dueOf, dueSoon } from '../../home/due';
import type { TicketEntry, ListLink, SectionList } from '../../home/model';
import { useTexts } from '../../home/texts';
import { TICKETS } from '../../home/useLive';
import { useMe } from '../../session/store';
import { addressOf } from '../../tickets/address';
import { appointmentOf } from '../../tickets/appointment';
import { useHeldOrder } from '../../tickets/list/useHeldOrder';
import { customerOf, PAGE } from '../../tickets/model';
import { ANY, narrowTo, NOBODY, paramsOf, type Narrow } from '../../tickets/narrow';
import { useNow } from '../../ui/useNow';
import { paths } from '../paths';

/** Nobody has more due soon than these pages hold. */
const DUE_PAGES = 5;
const NONE: readonly Ticket[] = [];

function load(filter: TicketFilter, narrow: Narrow, offset: number, signal: AbortSignal) {
  return api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', {
    path: { token: '-', filter, kind: 'ticket', offset },
    query: paramsOf(narrow),
    signal,
  });
}

/** All of a short list. */
async function loadAll(narrow: Narrow, signal: AbortSignal): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (let page = 0; page < DUE_PAGES; page += 1) {
    const { data } = await load('open', narrow, page * PAGE, signal);
    tickets.push(...ticketsOf(data));
    if (data.length < PAGE) break;
  }
  return tickets;
}

/** The address of a list. */
export function listPath(filter: TicketFilter, narrow: Narrow = ANY): string {
  const search = narrowTo(new URLSearchParams(filter === 'open' ? {} : { filter }), narrow).toString();
  return search === '' ? paths.tickets : `${paths.tickets}?${search}`;
}

/** A long list has more than it counted. */
function countText({ count, countMore }: Pick<TicketPage, 'count' | 'countMore'>): string {
  return `${count}${countMore ? '+' : ''}`;
}

function problemOf(error: Error | null) {
  return error === null ? null : asProblem(error);
}

/** Tickets as rows, each with its address, and with what is due where a section tells that. */
function useEntries(tickets: readonly Ticket[] | undefined, dues: boolean): { entries: TicketEntry[] | undefined; hold: () => void } {
  const me = useMe();
  const plugins = usePlugins((state) => state.plugins);
  const { rows, hold } = useHeldOrder(tickets ?? NONE);
  const entries = useMemo(
    () =>
      rows.map((ticket) => ({
        ticket,
        to: addressOf(ticket, plugins, me),
        customer: customerOf(ticket),
        due: dues ? dueOf(ticket, appointmentOf(ticket)) : null,
      })),
    [rows, plugins, me, dues],
  );
  return { entries: tickets === undefined ? undefined : entries, hold };
}

function useFirstPage(name: string, narrow: Narrow): SectionList {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: [TICKETS, name, narrow],
    queryFn: async ({ signal }) => {
      const { data: rows, count, countMore } = await load('open', narrow, 0, signal);
      return { tickets: ticketsOf(rows), count: countText({ count, countMore }) };
    },
    staleTime: 0,
  });
  const { entries, hold } = useEntries(data?.tickets, false);
  return {
    entries,
    hold,
    count: data?.count ?? '',
    problem: problemOf(error),
    retry: () => void refetch(),
    links: [{ to: listPath('open', narrow), label: t('show_all') }],
  };
}

const UNASSIGNED: Narrow = { ...ANY, agents: [NOBODY], sort: 'oldest' };

/** The open tickets of whoever is logged in, the last changed first. */
export function useMine(): SectionList {
  const { username } = useMe();
  return useFirstPage('mine', { ...ANY, agents: [username] });
}

/** The open tickets that nobody has, the longest unchanged first. */
export function useWaiting(): SectionList {
  return useFirstPage('waiting', UNASSIGNED);
}

/** Two lists in one, since none has both: what is due under an SLA, and appointments. */
export function useDue(): SectionList {
  const { t } = useTexts();
  const { username } = useMe();
  const now = useNow();
  const mine = { ...ANY, agents: [username] };
  const appointments: Narrow = { ...mine, appt: 'soon' };
  const promised: Narrow = { ...mine, due: 'soon', sort: 'due' };
  const { data, error, refetch } = useQuery({
    queryKey: [TICKETS, 'due', username],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all([appointments, promised].map((narrow) => loadAll(narrow, signal)));
      return [...new Map(lists.flat().map((ticket) => [ticket.id, ticket])).values()];
    },
    staleTime: 0,
  });
  const { entries, hold } = useEntries(data, true);
  const due = entries && dueSoon(entries, now);
  const has = (isAppointment: boolean) => due?.some((entry) => (entry.due?.kind === 'appointment') === isAppointment) ?? false;
  const links: ListLink[] = [
    ...(has(true) ? [{ to: listPath('open', appointments), label: t('due.appointments') }] : []),
    ...(has(false) ? [{ to: listPath('open', promised), label: t('due.answers') }] : []),
  ];
  return { entries: due, hold, count: due === undefined ? '' : String(due.length), problem: problemOf(error), retry: () => void refetch(), links };
}

const COUNTED = ['open', 'pending'] as const;

/** How many tickets the desk has of each status that is counted; undefined where that is not known. */
export function useCounts(asked: boolean): Record<(typeof COUNTED)[number], string | undefined> {
  const queries = useQueries({
    queries: COUNTED.map((filter) => ({
      queryKey: [TICKETS, 'count', filter],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(filter, ANY, 0, signal),
      select: countText,
      staleTime: 0,
      enabled: asked,
    })),
  });
  const [open, pending] = queries.map(({ data, isError }) => data ?? (isError ? '–' : undefined));
  return { open, pending };
}
