import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];

export type Sums = Schemas['UsageSums'];

export type Bucket = Schemas['UsageBucket'];

export type CallSums = Schemas['UsageByCall'];

export type UsageError = Schemas['UsageError'];

/** What keeps calls away from accounts; a plugin's own page is told less of it. */
export type Breaker = Pick<Schemas['UsageBreaker'], 'open' | 'resume_at'> & Partial<Schemas['UsageBreaker']>;

export type Usage = Schemas['PluginUsage'];

export const HOURS = [1, 24, 168] as const;
export type Hours = (typeof HOURS)[number];

const FIELDS = ['calls', 'ok', 'failed', 'crashed', 'limited', 'cpu_us', 'wall_us', 'bytes_in', 'bytes_out'] as const;

/** Everything of the time shown, as one row. Of memory the most counts, not the sum. */
export function totalOf(rows: readonly Sums[]): Sums {
  const total: Sums = {
    calls: 0,
    ok: 0,
    failed: 0,
    crashed: 0,
    limited: 0,
    cpu_us: 0,
    wall_us: 0,
    bytes_in: 0,
    bytes_out: 0,
    peak_memory: 0,
  };
  for (const row of rows) {
    for (const field of FIELDS) total[field] += row[field];
    total.peak_memory = Math.max(total.peak_memory, row.peak_memory);
  }
  return total;
}

/** Per cent of calls that went well; null before the first call. */
export function shareWell(sums: Sums): number | null {
  return sums.calls === 0 ? null : (sums.ok / sums.calls) * 100;
}

export interface ChartRow {
  label: string;
  ok: number;
  failed: number;
  crashed: number;
  limited: number;
  /** Milliseconds of processor per call. */
  cpu: number;
  /** Milliseconds from beginning to end per call. */
  wall: number;
  /** MiB. */
  memory: number;
  /** KB. */
  in: number;
  out: number;
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** Rows for the charts, in units people read. */
export function chartRows(buckets: readonly Bucket[], label: (at: number) => string): ChartRow[] {
  return [...buckets]
    .sort((one, other) => one.at - other.at)
    .map((bucket) => {
      const per = Math.max(1, bucket.calls);
      return {
        label: label(bucket.at),
        ok: bucket.ok,
        failed: bucket.failed,
        crashed: bucket.crashed,
        limited: bucket.limited,
        cpu: tenth(bucket.cpu_us / per / 1000),
        wall: tenth(bucket.wall_us / per / 1000),
        memory: tenth(bucket.peak_memory / 1_048_576),
        in: tenth(bucket.bytes_in / 1024),
        out: tenth(bucket.bytes_out / 1024),
      };
    });
}

/** 0.4 ms, 12 ms, 3.2 s, 5 min: a span as short as it can be said. */
export function spanText(us: number | null | undefined): string {
  if (us === null || us === undefined) return '–';
  const ms = us / 1000;
  if (ms < 10) return `${tenth(ms)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${tenth(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${tenth(ms / 3_600_000)} h`;
}
