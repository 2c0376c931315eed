import type { components } from './openapi.gen';

/** The closed list of codes an error answer may carry, and two that arise on this side. */
export type ProblemCode = components['schemas']['Code'] | 'overtaken' | 'offline' | 'aborted';

/** A call that did not succeed, in one shape whatever went wrong. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    message: string,
    readonly fields: Record<string, string> = {},
    /** The server's own words, when it gave any. */
    readonly description: string | null = null,
    readonly body: unknown = null,
  ) {
    super(message);
    this.name = 'Problem';
  }
}

const BY_STATUS: Record<number, ProblemCode> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  422: 'invalid',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

const CODES = new Set<string>([
  'unauthorized',
  'forbidden',
  'not_found',
  'invalid',
  'conflict',
  'overtaken',
  'too_large',
  'rate_limited',
  'unavailable',
  'internal',
  'unsupported',
]);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads whatever an answer said about its failure. */
export function problemFrom(status: number, body: unknown): Problem {
  const root = isRecord(body) ? body : {};
  const error = isRecord(root['error']) ? root['error'] : {};
  const named = text(error['code']);
  const code =
    named !== null && CODES.has(named) ? (named as ProblemCode) : (BY_STATUS[status] ?? 'internal');
  const description = text(root['description']) ?? text(error['message']);
  const fields: Record<string, string> = {};
  if (isRecord(error['fields'])) {
    for (const [name, value] of Object.entries(error['fields'])) {
      if (typeof value === 'string') fields[name] = value;
    }
  }
  return new Problem(code, status, description ?? code, fields, description, body);
}

/** Any thrown thing as a Problem, so that screens handle one type. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return new Problem('aborted', 0, 'aborted');
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new Problem('internal', 0, message);
}
