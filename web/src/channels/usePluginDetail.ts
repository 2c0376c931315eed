import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { calls } from './calls';
import { readSchema, type Field } from './form/schema';
import type { PluginDetail } from './model';

export interface PluginForm {
  plugin: PluginDetail | null;
  fields: readonly Field[];
  /** Titles of the settings that hold an address the plugin may then reach. */
  typed: readonly string[];
  /** Which secret setting tells that a sign-in was done. */
  tokens: Readonly<Record<string, string>>;
  problem: Problem | null;
  retry: () => void;
}

/** A plugin's form, in the words of the workspace's language. */
export function usePluginDetail(id: string, language: string): PluginForm {
  const query = useQuery({ queryKey: ['plugin', id], queryFn: () => calls.plugin(id) });
  const plugin = query.data ?? null;
  const fields = useMemo(
    () => (plugin === null ? [] : readSchema(plugin.schema, plugin.texts, language)),
    [plugin, language],
  );
  const typed = useMemo(() => {
    const names = plugin?.manifest.net.host_settings ?? [];
    return names.map((name) => fields.find((field) => field.name === name)?.title ?? name);
  }, [plugin, fields]);
  const tokens = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(plugin?.manifest.oauth ?? {}).map(([name, oauth]) => [name, oauth.access_token]),
      ),
    [plugin],
  );
  return {
    plugin,
    fields,
    typed,
    tokens,
    problem: query.error === null ? null : asProblem(query.error),
    retry: () => void query.refetch(),
  };
}
