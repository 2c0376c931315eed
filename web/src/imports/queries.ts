import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '../api/problem';
import { onReload } from '../realtime/apply';
import { useSettingsQuery, type SettingsListState } from '../settings/useSettingsList';
import { problemText } from '../ui/ErrorPlace';
import { calls, onImportChanged } from './calls';
import type { Import, ImportDetail, ImportList } from './types';

const LIST = 'imports';
const listKey = [LIST] as const;
const oneKey = (id: number) => [LIST, id] as const;

/** Imports as the socket told them last, and after how many of its events. */
const told = new Map<number, { at: number; import: Import }>();
let events = 0;

/** What the socket told after that moment is newer than an answer that was on its way. */
function newest(answer: Import, since: number): Import {
  const last = told.get(answer.id);
  return last !== undefined && last.at > since ? last.import : answer;
}

async function readList(signal: AbortSignal): Promise<ImportList> {
  const since = events;
  const { imports } = await calls.list(signal);
  return { imports: imports.map((one) => newest(one, since)) };
}

async function readOne(id: number, signal: AbortSignal): Promise<ImportDetail> {
  const since = events;
  const detail = await calls.read(id, signal);
  return { ...detail, import: newest(detail.import, since) };
}

function put(client: QueryClient, changed: Import): void {
  client.setQueryData<ImportList>(listKey, (list) => {
    if (list === undefined) return undefined;
    const isListed = list.imports.some(({ id }) => id === changed.id);
    return { imports: isListed ? list.imports.map((one) => (one.id === changed.id ? changed : one)) : [changed, ...list.imports] };
  });
  client.setQueryData<ImportDetail>(oneKey(changed.id), (detail) => detail && { ...detail, import: changed });
}

/** Takes an import with its columns, as an upload or a change of them answered. */
export function putDetail(client: QueryClient, detail: ImportDetail): void {
  client.setQueryData<ImportDetail>(oneKey(detail.import.id), detail);
  put(client, detail.import);
}

/** Takes a deleted import away. */
export function dropImport(client: QueryClient, id: number): void {
  client.setQueryData<ImportList>(listKey, (list) => list && { imports: list.imports.filter((one) => one.id !== id) });
  client.removeQueries({ queryKey: oneKey(id) });
}

/** Runs a call that changes an import, and takes its answer unless the socket told something newer. */
export async function changeImport(client: QueryClient, id: number, call: (id: number) => Promise<Import>): Promise<void> {
  const since = events;
  put(client, newest(await call(id), since));
}

/** Keeps the imports on screen as the socket tells them. */
export function useImportEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ends = [
      onImportChanged((changed) => {
        events += 1;
        told.set(changed.id, { at: events, import: changed });
        put(client, changed);
      }),
      onReload(() => void client.invalidateQueries({ queryKey: listKey })),
    ];
    return () => {
      ends.forEach((end) => end());
      // Nobody keeps them up from here on, so whoever comes back reads them anew.
      void client.invalidateQueries({ queryKey: listKey, refetchType: 'none' });
    };
  }, [client]);
}

export function useImportList(): SettingsListState<ImportList> {
  return useSettingsQuery({ key: LIST, read: ({ signal }) => readList(signal) });
}

export function useImport(id: number): { detail: ImportDetail | undefined; problem: Problem | null; reload: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => readOne(id, signal),
    staleTime: 0,
  });
  return { detail: data, problem: data === undefined && error !== null ? asProblem(error) : null, reload: () => void refetch() };
}

/** What an admin does to one import outside the form of its columns, one act after the other. */
export interface ImportActs {
  busy: boolean;
  /** Why the last act was refused. */
  failure: string | null;
  start: () => void;
  cancel: () => void;
  remove: () => void;
}

export function useImportActs(id: number, onRemoved: () => void): ImportActs {
  const client = useQueryClient();
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function run(act: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), t));
      // Somebody else may have been first.
      void client.invalidateQueries({ queryKey: oneKey(id) });
    }
    setBusy(false);
  }

  return {
    busy,
    failure,
    start: () => void run(() => changeImport(client, id, calls.start)),
    cancel: () => void run(() => changeImport(client, id, calls.cancel)),
    remove: () =>
      void run(async () => {
        await calls.remove(id);
        dropImport(client, id);
        onRemoved();
      }),
  };
}
