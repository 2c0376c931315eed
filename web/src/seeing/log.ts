export interface LogLine {
  id: number;
  ts_ms: number;
  level: string;
  call: string;
  message: string;
  fields: Record<string, unknown> | null;
  /** Told where the lines of several accounts stand together. */
  channel_id?: number;
  channel_name?: string;
}

export const LEVELS = ['all', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

const ORDER = ['debug', 'info', 'warn', 'error'];

/** Whether a line is at least this loud and holds every word. */
export function matches(line: LogLine, level: Level, words: string): boolean {
  if (level !== 'all' && ORDER.indexOf(line.level) < ORDER.indexOf(level)) return false;
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (wanted.length === 0) return true;
  const text = `${line.call} ${line.message} ${line.channel_name ?? ''} ${JSON.stringify(line.fields ?? {})}`.toLowerCase();
  return wanted.every((word) => text.includes(word));
}
