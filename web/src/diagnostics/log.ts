import type { components } from '../api/openapi.gen';

export type LogLine = components['schemas']['ChannelLogLine'];

export const LEVELS = ['all', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

const ORDER = ['debug', 'info', 'warn', 'error'];

/** Whether a line is at least this loud and holds every word. */
export function matches(line: LogLine, level: Level, words: string): boolean {
  if (level !== 'all' && ORDER.indexOf(line.level) < ORDER.indexOf(level)) return false;
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (wanted.length === 0) return true;
  const text = `${line.call} ${line.message} ${JSON.stringify(line.fields ?? {})}`.toLowerCase();
  return wanted.every((word) => text.includes(word));
}
