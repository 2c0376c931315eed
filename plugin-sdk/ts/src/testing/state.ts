// What the stand-in host knows. Node runs each test file in a process of its own.
import type { host, http, media } from '../wit.gen.ts';

/** A request as the plugin sent it. */
export interface SentRequest {
  method: string;
  /** With `{credential:NAME}` still in it. */
  url: string;
  /** By name in small letters. */
  headers: Record<string, string>;
  /** As text; multipart as `name=value` lines. */
  body: string;
  /** Names of injected credentials. */
  credentials: string[];
}

/** What a provider says: a status with a body, or trouble on the way. */
export type Scripted =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { fails: http.NetError };

/** A line of the plugin's log. */
export interface LogLine {
  level: host.Level;
  message: string;
  fields: Record<string, string>;
}

/** An answer, or a function that looks at the request first. */
export type Answering = Scripted | ((sent: SentRequest) => Scripted);

export const START = 1_700_000_000_000;

export const state = {
  script: [] as Answering[],
  otherwise: undefined as Answering | undefined,
  sent: [] as SentRequest[],
  log: [] as LogLine[],
  kv: new Map<string, Uint8Array>(),
  secrets: new Set<string>(),
  now: START,
};

/** A blob of the test's own. */
export type TestBlob = media.Blob & { bytes: Uint8Array };
